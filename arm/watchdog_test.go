package arm_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"draughtsman/arm"
)

// stopped counts how often it was.
type stopped struct {
	times atomic.Int32
	err   error
}

func (s *stopped) Stop(context.Context) error { s.times.Add(1); return s.err }

// A watchdog bites once when it is not fed in time, and again only after it was fed.
func TestWatchdog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		a := &stopped{err: errors.New("deaf")}
		var reports []error
		w := arm.NewWatchdog(a, time.Second)
		ended := make(chan struct{})
		go func() {
			w.Run(ctx, func(err error) { reports = append(reports, err) })
			close(ended)
		}()
		expect := func(after time.Duration, want int32) {
			t.Helper()
			<-time.After(after)
			synctest.Wait()
			if times := a.times.Load(); times != want {
				t.Fatalf("stopped %d times, want %d", times, want)
			}
		}
		expect(time.Hour, 0) // it was never fed
		for range 20 {
			w.Feed()
			w.Feed()
			expect(900*time.Millisecond, 0)
		}
		expect(200*time.Millisecond, 1)
		expect(time.Hour, 1)
		w.Feed()
		expect(900*time.Millisecond, 1)
		expect(200*time.Millisecond, 2)
		cancel()
		<-ended
		if len(reports) != 2 || !errors.Is(reports[0], a.err) {
			t.Errorf("reports %v", reports)
		}
	})
}
