package robot_test

import (
	"errors"
	"io"
	"testing"
	"time"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
)

// TestLeastThink has the robot decide no sooner after each of the human's moves than it is told, on the table's clock,
// and look at the table meanwhile; its first move waits for nobody.
func TestLeastThink(t *testing.T) {
	const picture = 100 * time.Millisecond // from one of the table to the next
	for _, c := range []struct {
		side  checkers.Side // the robot's
		least time.Duration
	}{
		{checkers.White, 0}, {checkers.White, time.Second}, {checkers.White, 5 * time.Second},
		{checkers.Black, 5 * time.Second},
	} {
		m := newMatch(t, calibration.Dark, scripted(t, "11-15", "22-17", "15-19", "24x15"))
		var seen time.Time // a picture of the human's last move
		var looks int
		decisions := 0
		m.told = func(e robot.Event) {
			switch e.Kind {
			case robot.Played:
				if !e.Robots {
					seen, looks = m.table.now, m.table.looks
				}
			case robot.Decided:
				decisions++
				least := c.least
				if seen.IsZero() {
					seen, looks, least = m.table.now, m.table.looks, 0
				}
				waited, looked := m.table.now.Sub(seen), m.table.looks-looks
				if waited < least || waited > least+picture || time.Duration(looked)*picture != waited {
					t.Errorf("%v, at least %v: decided after %v and %d looks", c.side, c.least, waited, looked)
				}
			}
		}
		_, err := m.Play(t.Context(), robot.Settings{Side: c.side, Think: time.Second, LeastThink: c.least})
		if !errors.Is(err, io.EOF) && !errors.Is(err, errNoIdea) {
			t.Fatal(err)
		}
		if decisions != 2 {
			t.Errorf("%v, at least %v: %d decisions", c.side, c.least, decisions)
		}
	}
}
