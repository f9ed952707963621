package human_test

import (
	"math"
	"testing"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/human"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/expect"
)

// A hand that obeys makes the move that it is asked for and no other, puts discs back just as they stood, and sets a
// position up, all with the hand over the board.
func TestTheHandObeys(t *testing.T) {
	l := world.DefaultLayout()
	begin := position(t, "B:W18,26:B15,28,1")
	s := world.NewState(l, begin, 1)
	s.Discs = append(s.Discs, human.Reserve(l, len(s.Discs))...)
	stood := make([]world.Point, len(s.Discs))
	for i, d := range s.Discs {
		stood[i] = d.At
	}
	capture, err := begin.ParseMove("15x22x31")
	expect.OK(t, err)
	wrong := checkers.Start().Moves()[0]
	kings := position(t, "W:WK18,K3,21:B15")
	var seen []checkers.Position
	deeds := []*human.Deed{
		nil, {Move: &wrong}, {Move: &capture}, {Places: stood}, {Side: checkers.White, SetUp: &kings},
	}
	obeys := func(s *world.State) *human.Deed {
		p, sound := l.Position(s)
		if !sound {
			t.Fatalf("after %d deeds the discs are no position", len(seen))
		}
		seen = append(seen, p)
		if len(seen) > len(deeds) {
			return nil
		}
		return deeds[len(seen)-1]
	}
	var before []world.Disc
	asked := 0
	alone(t, human.Options{Obeys: obeys, Mistakes: 1, Strength: 2}, &s, func(s *world.State, _ bool) bool {
		for i, d := range before {
			if d.At != s.Discs[i].At && !s.Hand.Visible {
				t.Fatalf("disc %d moves, and no hand is there", i)
			}
		}
		before = append(before[:0], s.Discs...)
		if asked < len(seen) { // in this moment, before the hand is seen
			asked = len(seen)
			nothing := asked <= 2 || asked > len(deeds) // none, a move that is not legal, or no more
			if s.Hand.AtWork == nothing {
				t.Errorf("a hand that was given deed %d is at work: %t", asked-1, s.Hand.AtWork)
			}
		}
		return len(seen) > len(deeds)
	})
	after := begin.Play(capture)
	for i, want := range []checkers.Position{begin, begin, begin, after, begin, kings} {
		if i >= len(seen) || seen[i].Black != want.Black || seen[i].White != want.White || seen[i].Kings != want.Kings {
			t.Fatalf("before deed %d there stand %v, want %v", i, seen[min(i, len(seen)-1)], want)
		}
	}
}

// What is left beside a position of few pieces lies with discs of its own side, in stacks that stand.
func TestNothingLiesOnTheOtherSides(t *testing.T) {
	l := world.DefaultLayout()
	for _, side := range []checkers.Side{checkers.Black, checkers.White} {
		s := world.NewState(l, checkers.Start(), 1)
		s.Discs = append(s.Discs, human.Reserve(l, len(s.Discs))...)
		few := position(t, "B:WK18,K27,29,31:B3,5,12")
		asked := 0
		obeys := func(*world.State) *human.Deed {
			if asked++; asked == 1 {
				return &human.Deed{Side: side, SetUp: &few}
			}
			return nil
		}
		alone(t, human.Options{Obeys: obeys}, &s, func(*world.State, bool) bool { return asked > 1 })
		for _, d := range s.Discs {
			supported := d.At.Z == 0
			for _, other := range s.Discs {
				if other.ID == d.ID || other.At.Beside(d.At) > l.DiscDiameter/2 {
					continue
				}
				supported = supported || math.Abs(d.At.Z-other.At.Z-l.DiscHeight) < 0.1
				if other.Side != d.Side {
					t.Errorf("%v sets it up: disc %d, %v, and %d, %v, lie on each other", side, d.ID, d.Side, other.ID, other.Side)
				}
			}
			if !supported {
				t.Errorf("%v sets it up: disc %d lies on nothing, at %v", side, d.ID, d.At)
			}
		}
	}
}

func position(t *testing.T, fen string) checkers.Position {
	t.Helper()
	p, err := checkers.ParseFEN(fen)
	expect.OK(t, err)
	return p
}
