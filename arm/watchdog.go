package arm

import (
	"context"
	"time"
)

// Watchdog stops an arm when it has not been fed for a time limit. The goroutine that watches the table feeds it.
// When that hangs, the drivers' own goroutines still run and bring the arm to rest. It cannot help when the whole
// process is killed: the arm then ends the motions that its controller has been sent, and stands still.
type Watchdog struct {
	arm   Stopper
	limit time.Duration
	fed   chan struct{} // has one token while it was fed
}

// NewWatchdog returns a watchdog that stops the arm when it was not fed for limit. It begins to count when it is fed
// for the first time.
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

// Run watches until ctx ends. Each time that it has not been fed for long it stops the arm, once until it is fed
// again, and reports what came of that.
func (w *Watchdog) Run(ctx context.Context, report func(stopped error)) {
	fed, timer := Now(), time.NewTimer(w.limit)
	timer.Stop()
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-w.fed:
			fed = Now()
			timer.Reset(w.limit)
		case <-timer.C:
			if left := w.limit - Since(fed); left > 0 { // the program was stopped meanwhile
				timer.Reset(left)
				continue
			}
			report(w.arm.Stop(ctx))
		}
	}
}
