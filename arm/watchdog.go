package arm

import (
	"context"
	"time"
)

// Watchdog stops an arm of which nobody takes care any more. Whoever watches the
// table feeds it; when that hangs, the drivers' own goroutines still live and the
// arm is brought to rest. What ends the whole process it cannot help: then the
// arm ends the motions that its controller has been sent, and stands still.
type Watchdog struct {
	arm   Stopper
	limit time.Duration
	fed   chan struct{} // has one token while it was fed
}

// NewWatchdog is a watchdog that bites when it was not fed for so long. It sleeps
// until it is fed for the first time.
func NewWatchdog(a Stopper, limit time.Duration) *Watchdog {
	return &Watchdog{arm: a, limit: limit, fed: make(chan struct{}, 1)}
}

// Feed says that all is well. It never waits.
func (w *Watchdog) Feed() {
	select {
	case w.fed <- struct{}{}:
	default:
	}
}

// Run watches until ctx ends. Each time that it has not been fed for long it
// stops the arm, once until it is fed again, and reports what came of that.
func (w *Watchdog) Run(ctx context.Context, report func(stopped error)) {
	timer := time.NewTimer(w.limit)
	timer.Stop()
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-w.fed:
			timer.Reset(w.limit)
		case <-timer.C:
			report(w.arm.Stop(ctx))
		}
	}
}
