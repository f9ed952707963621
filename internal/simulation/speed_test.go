package simulation

import (
	"testing"
	"time"

	"draughtsman/internal/table"
	"draughtsman/internal/testkit/expect"
)

// A table's clock goes on from where it was when its speed is set, and says what was before as it was.
func TestClockOfATableWhoseSpeedIsSet(t *testing.T) {
	at, err := table.Start(t.Context(), table.Options{Speed: 2})
	expect.OK(t, err)
	defer func() { expect.OK(t, at.Close()) }()
	sim := &Table{Table: at, most: 10}
	began := time.Date(2026, 11, 26, 18, 30, 0, 0, time.UTC)
	clock := sim.Clock(began)
	says := func(seconds float64, want time.Duration) {
		t.Helper()
		if got := clock(began.Add(time.Duration(seconds * float64(time.Second)))).Sub(began); got != want {
			t.Errorf("after %g s it says %v, not %v", seconds, got, want)
		}
	}
	says(1, 2*time.Second)
	sim.SetPace(10, began.Add(3*time.Second))
	says(3, 6*time.Second)
	says(4, 16*time.Second)
	sim.SetPace(1, began.Add(4*time.Second))
	says(6, 18*time.Second)
	if times, most := sim.Paces(); times != 1 || most != 10 || sim.Pace() != 1 {
		t.Errorf("it goes %g of %g times as fast, and the robot reckons with %g", times, most, sim.Pace())
	}
	if pace := (*Table)(nil).Pace(); pace != 1 {
		t.Errorf("the time of a real table goes %g times as fast as ours", pace)
	}
}
