package session

import (
	"context"
	"errors"
	"sync"
	"time"

	"draughtsman/arm"
)

// ErrTimeout is what Wait returns when its limit passes.
var ErrTimeout = errors.New("nothing came in time")

// Monitor is a lock around a state, and a way to wait, with a limit, until others have made something true. The zero
// value is ready.
type Monitor struct {
	mu      sync.Mutex
	changed chan struct{} // closed and replaced whenever something changes; nil: nobody waits
	err     error         // why nothing will change any more
}

// Do runs f with the lock held and wakes everybody who waits.
func (m *Monitor) Do(f func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	f()
	if m.changed != nil {
		close(m.changed)
		m.changed = nil
	}
}

// Wait returns nil as soon as done is true. It asks at once and after every change, with the lock held. Otherwise it
// returns ErrTimeout after limit, the context's cause when ctx ends, or why nothing will change any more.
func (m *Monitor) Wait(ctx context.Context, limit time.Duration, done func() bool) error {
	began, timer := arm.Now(), time.NewTimer(limit)
	defer timer.Stop()
	for {
		m.mu.Lock()
		ok, err := done(), m.err
		if m.changed == nil {
			m.changed = make(chan struct{})
		}
		changed := m.changed
		m.mu.Unlock()
		switch {
		case ok:
			return nil
		case err != nil:
			return err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-timer.C:
			left := limit - arm.Since(began) // the program may have been stopped
			if left <= 0 {
				return ErrTimeout
			}
			timer.Reset(left)
		}
	}
}

// Pause lets a moment pass.
func (m *Monitor) Pause(ctx context.Context, d time.Duration) error {
	err := m.Wait(ctx, d, func() bool { return false })
	if errors.Is(err, ErrTimeout) {
		return nil
	}
	return err
}

// End says why nothing will change any more. Call it inside Do.
func (m *Monitor) End(reason error) { m.err = reason }

// Ended is the error that End was given, nil before. Call it inside Do or Wait.
func (m *Monitor) Ended() error { return m.err }

// Err is Ended for who is outside.
func (m *Monitor) Err() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.err
}

// Turn is the right to do something that one can do at a time. Its capacity is 1.
type Turn chan struct{}

// Take waits for the right; give it back with the function. The error is the context's cause.
func (t Turn) Take(ctx context.Context) (giveBack func(), err error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	select {
	case t <- struct{}{}:
		return func() { <-t }, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}
