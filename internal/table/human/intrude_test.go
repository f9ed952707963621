package human_test

import (
	"testing"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/human"
	"draughtsman/internal/table/world"
)

// Who intrudes reaches over the board while the arm carries a disc there, once for a disc, not for the first ones,
// and as often as was asked for, and touches nothing.
func TestIntrusions(t *testing.T) {
	s := world.NewState(world.DefaultLayout(), checkers.Start(), 1)
	before := world.DefaultLayout().Centre(1)
	discs := append([]world.Disc{}, s.Discs...)
	hands, there, first := 0, false, time.Duration(0)
	o := human.Options{Sides: func(int) checkers.Side { return checkers.White }, Seed: 3, Intrusions: 2, Spared: 1}
	alone(t, o, &s, func(s *world.State, busy bool) bool {
		s.Tool.At = before
		s.Tool.Held = int(s.Now.Seconds()) / 10 // another disc every ten seconds
		if over := s.Hand.Visible && s.Hand.At.Y > -world.DefaultLayout().Half(); over != there {
			if there = over; over {
				hands++
				if hands == 1 {
					first = s.Now
				}
			}
		}
		if s.Hand.Held != world.NoDisc {
			t.Fatal("it takes something")
		}
		return false
	})
	if hands != 2 || first < 10*time.Second || first > 20*time.Second {
		t.Errorf("the hand came %d times, want 2; first at %v, want while the second disc is carried", hands, first)
	}
	for i, d := range s.Discs {
		if d != discs[i] {
			t.Errorf("disc %d was moved", d.ID)
		}
	}
}
