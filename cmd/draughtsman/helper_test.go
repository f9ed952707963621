package main

import (
	"testing"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/world"
)

// TestHelperSetsRightUnasked leaves a disc where it does not belong, on either side's turn, and nothing
// moves: somebody sets it right, in the end and once.
func TestHelperSetsRightUnasked(t *testing.T) {
	l := world.DefaultLayout()
	for turn, at := range map[checkers.Side]world.Point{
		checkers.Black: {X: l.Centre(12).X, Y: l.Centre(12).Y + l.Square/2 + 1}, // the robot has moved, it thinks
		checkers.White: l.Centre(16),
	} {
		s := world.NewState(l, checkers.Start(), 1)
		s.Game.Turn = turn
		for i, d := range s.Discs {
			if on, _ := l.SquareAt(d.At); on == 12 {
				s.Discs[i].At = at
			}
		}
		h := &helper{human: checkers.White, layout: l, tool: s.Tool.At, played: true}
		for end := s.Now + 2*surprise; s.Now < end; s.Now += time.Second {
			h.look(&s)
		}
		if p, sound := l.Position(&s); !sound || p.Black != checkers.Start().Black || h.unasked != 1 {
			t.Errorf("%v to move: sound %t, set right %d times: %v", turn, sound, h.unasked, p)
		}
	}
}
