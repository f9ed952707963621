package feetech

import "time"

// Clock is the time by which servos are led: the wall's, or that of a simulated arm, which then need not run in real
// time. How long answers are waited for is the wall's affair in any case.
type Clock interface {
	Now() time.Time
	// Ticks makes the channel that next returns give a value when another period has passed. Who does not wait for next
	// holds a simulated arm's time up; stop ends that.
	Ticks(every time.Duration) (next func() <-chan time.Time, stop func())
}

// wall is the clock on the wall.
type wall struct{}

func (wall) Now() time.Time { return time.Now() }

func (wall) Ticks(every time.Duration) (next func() <-chan time.Time, stop func()) {
	t := time.NewTicker(every)
	return func() <-chan time.Time { return t.C }, t.Stop
}
