package human_test

import (
	"math"
	"testing"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/human"
	"draughtsman/internal/table/world"
)

// Whoever has waited for the arm with a disc to be given back lays it where it touches nothing then.
func TestGivesBackWhereNothingLies(t *testing.T) {
	l := world.DefaultLayout()
	s := world.NewState(l, checkers.Position{White: checkers.SetOf(32)}, 1)
	s.Game = checkers.Start()
	const given = 1000
	s.Discs = append(s.Discs, world.Disc{ID: given, Side: checkers.Black, At: world.Point{X: 0, Y: -l.Half() - 40}})
	s.GivenUp = true
	aside := s.Tool.At
	h := human.New(human.Options{ArmSetsUp: true, Sides: func(int) checkers.Side { return checkers.White }})
	until := func(what string, is func() bool) {
		t.Helper()
		for end := s.Now + time.Minute; !is(); s.Now += world.Tick {
			if s.Now > end {
				t.Fatalf("%s: not within a minute", what)
			}
			h.Advance(&s, world.Tick)
			if d := s.Disc(s.Hand.Held); d != nil {
				d.At = world.Point{X: s.Hand.At.X, Y: s.Hand.At.Y, Z: max(0, s.Hand.At.Z-l.DiscHeight)}
			}
		}
	}
	until("the disc is taken up", func() bool { return s.Hand.Held == given })
	s.Tool.At = world.Point{Z: 50}
	until("the hand goes back from the arm", func() bool { return !s.Hand.Visible })
	var set []world.Point // by the arm
	for square := checkers.Square(1); square <= 12; square++ {
		at := l.Centre(square)
		if square == 12 {
			at.X += l.Square / 2 // across an edge: nothing else has room on the square
		}
		set = append(set, at)
		s.Discs = append(s.Discs, world.Disc{ID: given + int(square), Side: checkers.Black, At: at})
	}
	s.Tool.At = aside
	until("the disc is laid down", func() bool { return s.Hand.Held == world.NoDisc })
	at := s.Disc(given).At
	if square, _ := l.SquareAt(at); square == 0 {
		t.Errorf("it is laid at %v, on no square", at)
	}
	for _, other := range set {
		if math.Hypot(other.X-at.X, other.Y-at.Y) < l.DiscDiameter {
			t.Errorf("it is laid at %v, on what lies at %v", at, other)
		}
	}
}
