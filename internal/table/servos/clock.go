package servos

import (
	"slices"
	"time"

	"draughtsman/internal/table/world"
)

// leader is a program that leads the servos by simulated time. While it does not wait for its next tick, time stands
// still, so that a world that runs as fast as it can does not run away from it.
type leader struct {
	every, left time.Duration
	waits       bool
	tick        chan time.Time
}

// Now is the simulated time, from 1970 on.
func (b *Bus) Now() time.Time { return time.Unix(0, int64(b.world.Snapshot().Now)) }

// Ticks makes the channel that next returns give a value when another period of simulated time has passed. Between a
// tick and the next call of next no time passes unless somebody else lets it; stop ends that.
func (b *Bus) Ticks(every time.Duration) (next func() <-chan time.Time, stop func()) {
	l := &leader{every: every, left: every, tick: make(chan time.Time, 1)}
	b.world.Do(func(*world.State) { b.arm.leaders, b.arm.led = append(b.arm.leaders, l), true })
	return func() <-chan time.Time {
			b.world.Do(func(*world.State) { l.waits = true })
			return l.tick
		}, func() {
			b.world.Do(func(*world.State) {
				b.arm.leaders = slices.DeleteFunc(b.arm.leaders, func(other *leader) bool { return other == l })
			})
		}
}

// advance lets time pass, and the leader have its tick when it is due. What it was late for is forgotten.
func (l *leader) advance(now, dt time.Duration) {
	if l.left -= dt; l.left > 0 || !l.waits {
		return
	}
	l.waits, l.left = false, max(l.left+l.every, 0)
	select {
	case l.tick <- time.Unix(0, int64(now)):
	default: // it has not taken the one before
	}
}
