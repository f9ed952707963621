package human_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/human"
	"draughtsman/internal/table/world"
)

// Hands set out only while the tool moves, come over the board or the tray from any side, as often as was asked for,
// look different, touch nothing, and leave the way they came.
func TestVisits(t *testing.T) {
	const want = 12
	l := world.DefaultLayout()
	low, high := l.Area()
	var looks []world.HandLook
	sides := map[float64]bool{} // quarters of a turn
	stays, inside, moves, sets := time.Duration(0), false, false, world.Point{}
	for seed := range uint64(2) {
		s := world.NewState(l, checkers.Start(), 1)
		discs := slices.Clone(s.Discs)
		o := human.Options{Seed: seed, Intrusions: want, Sides: func(int) checkers.Side { return checkers.White },
			Next: func(checkers.Position) (checkers.Move, bool) { return checkers.Move{}, false }}
		came, was := 0, s.Hand
		h := human.New(o)
		for s.Now = 0; s.Now < 20*time.Minute; s.Now += world.Tick {
			if moves = s.Now%time.Second < 800*time.Millisecond; moves {
				s.Tool.At.X++
			}
			h.Advance(&s, world.Tick)
			at := s.Hand.At
			switch {
			case s.Hand.Visible && !was.Visible:
				came++
				sets, inside = at, false
				if looks = append(looks, s.Hand.Look); !moves {
					t.Fatal("a hand sets out while the arm stands")
				}
				sides[math.Round(math.Atan2(s.Hand.From.Y, s.Hand.From.X)/(math.Pi/2))+4] = true
			case !s.Hand.Visible && was.Visible:
				if d := math.Hypot(was.At.X-sets.X, was.At.Y-sets.Y); d > 5 || !inside {
					t.Errorf("a hand leaves %.0f mm from where it came; it was over the board or the tray: %t", d, inside)
				}
			case s.Hand.Visible:
				if d := math.Hypot(at.X-was.At.X, at.Y-was.At.Y); d > 6 {
					t.Fatalf("a hand jumps %.1f mm", d)
				}
				if at.X > low.X && at.X < high.X && at.Y > low.Y && at.Y < high.Y {
					inside = true
					stays += world.Tick
				}
			}
			was = s.Hand
		}
		if came != want {
			t.Errorf("seed %d: %d hands came, want %d", seed, came, want)
		}
		if !slices.Equal(s.Discs, discs) || s.Hand != (world.Hand{Held: world.NoDisc, At: was.At, Seat: was.Seat}) {
			t.Errorf("seed %d: discs were moved, or the hand is left as %+v", seed, s.Hand)
		}
	}
	slices.SortFunc(looks, func(a, b world.HandLook) int { return int(a.Skin) - int(b.Skin) })
	if n := len(slices.Compact(looks)); n < want {
		t.Errorf("%d looks of %d hands", n, 2*want)
	}
	if len(sides) < 4 {
		t.Errorf("hands come from the quarters %v", sides)
	}
	if stays < 2*want*5*time.Second {
		t.Errorf("%d hands stayed for %v in all", 2*want, stays)
	}
}
