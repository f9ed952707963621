package main

import (
	"slices"
	"testing"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/world"
)

// TestHelperSetsRightUnasked leaves a disc where it does not belong, on either side's turn, and nothing
// moves: somebody sets it right, in the end and once.
func TestHelperSetsRightUnasked(t *testing.T) {
	l := world.DefaultLayout()
	off := func(square checkers.Square, squares float64) world.Point {
		at := l.Centre(square)
		at.Y += squares * l.Square
		return at
	}
	for name, at := range map[string]world.Point{
		"between the squares": off(12, 0.51), "across the edge": off(12, 0.45), "on another square": l.Centre(16),
	} {
		// the robot has moved, it thinks, or the human is to move
		for _, turn := range []checkers.Side{checkers.Black, checkers.White} {
			s := world.NewState(l, checkers.Start(), 1)
			s.Game.Turn = turn
			moved := -1
			for i, d := range s.Discs {
				if on, _ := l.SquareAt(d.At); on == 12 {
					s.Discs[i].At, moved = at, i
				}
			}
			h := &helper{human: checkers.White, layout: l, tool: s.Tool.At, played: true}
			for end := s.Now + 2*unaskedHelpDelay; s.Now < end; s.Now += time.Second {
				h.look(&s)
			}
			if s.Discs[moved].At != l.Centre(12) || h.unasked != 1 {
				t.Errorf("%s, %v to move: set right %d times; it stands at %v", name, turn, h.unasked, s.Discs[moved].At)
			}
		}
	}
}

// TestHelperTakesADiscOffAnother has the robot say that it has moved while the man it has captured lies on
// another one: that is taken away, and the robot's move is not undone.
func TestHelperTakesADiscOffAnother(t *testing.T) {
	l := world.DefaultLayout()
	game, err := checkers.ParseFEN("B:W18,32:B3,14")
	if err != nil {
		t.Fatal(err)
	}
	said := game.Play(game.Moves()[0])
	s := world.NewState(l, said, 1)
	s.Game = game
	on := l.Centre(32)
	on.Z = l.DiscHeight
	s.Discs = append(s.Discs, world.Disc{ID: len(s.Discs), Side: checkers.White, At: on})
	h := &helper{human: checkers.White, layout: l, tool: s.Tool.At, played: true, said: said}
	for end := s.Now + 2*unaskedHelpDelay; s.Now < end; s.Now += time.Second {
		h.look(&s)
	}
	if p, sound := l.Position(&s); !sound || p.Black != said.Black || p.White != said.White || p.Kings != 0 ||
		h.unasked != 1 {
		t.Errorf("sound %t, set right %d times: %v, and %v was said", sound, h.unasked, p, said)
	}
}

// TestHelperLaysWhatIsMissing has the robot ask for a disc while somebody's hand is at work, which may be laying it: it
// is laid on an empty square when no hand has been there for a while.
func TestHelperLaysWhatIsMissing(t *testing.T) {
	l := world.DefaultLayout()
	s := world.NewState(l, checkers.Start(), 1)
	moved := slices.IndexFunc(s.Discs, func(d world.Disc) bool { on, _ := l.SquareAt(d.At); return on == 12 })
	s.Discs[moved].At = world.Point{X: 420, Y: 300}
	h := &helper{human: checkers.White, layout: l, tool: s.Tool.At, missing: [2]int{checkers.Black: 1}}
	wait := func(d time.Duration, hand bool) (on checkers.Square) {
		s.Hand.Visible = hand
		for end := s.Now + d; s.Now < end; s.Now += time.Second {
			h.look(&s)
		}
		on, _ = l.SquareAt(s.Discs[moved].At)
		return on
	}
	if on := wait(2*helpDelay, true); on != 0 {
		t.Errorf("it lies on square %s while a hand is at work", on)
	}
	if on := wait(helpDelay+2*time.Second, false); on != 12 {
		t.Errorf("it lies on square %s", on)
	}
	if h.asked() {
		t.Error("it is still asked for")
	}
}
