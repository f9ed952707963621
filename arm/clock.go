package arm

import (
	"sync"
	"time"
)

// standstill is the time in which the program has been stopped.
var standstill struct {
	sync.Mutex
	total time.Duration
	since time.Time // when it was stopped; zero: it runs
}

// Now is the time of a clock that stands still while the program is stopped (Ctrl-Z): whoever is asked nothing then is
// not silent. Drivers measure by it how long they have waited.
func Now() time.Time {
	standstill.Lock()
	defer standstill.Unlock()
	now := standstill.since
	if now.IsZero() {
		now = time.Now()
	}
	return now.Add(-standstill.total)
}

// Since is the time that has passed on that clock.
func Since(t time.Time) time.Duration { return Now().Sub(t) }

// standStill has the clock stand still while the program is stopped.
func standStill(stop func()) {
	standstill.Lock()
	standstill.since = time.Now()
	standstill.Unlock()
	stop()
	standstill.Lock()
	defer standstill.Unlock()
	standstill.total += time.Since(standstill.since)
	standstill.since = time.Time{}
}
