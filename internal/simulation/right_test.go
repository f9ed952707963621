package simulation

import (
	"slices"
	"testing"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/world"
	"draughtsman/planner"
)

// TestBoardBeforeTray has a robot that believes in a disc more than there is: who puts the table right fills the board.
func TestBoardBeforeTray(t *testing.T) {
	l := world.DefaultLayout()
	s := world.NewState(l, checkers.Start(), 1)
	s.Discs = slices.DeleteFunc(s.Discs, func(d world.Disc) bool { on, _ := l.SquareAt(d.At); return on == 0 })
	slot, there := world.Point{X: 240, Y: 60}, planner.Slot{Capacity: 2, Holds: planner.Stack{checkers.Black}}
	there.At.X, there.At.Y = slot.X, slot.Y
	for i, d := range s.Discs {
		if on, _ := l.SquareAt(d.At); on == 12 {
			s.Discs[i].At = slot
		}
	}
	PutRight(&s, l, planner.Table{Position: checkers.Start(), Tray: planner.Tray{Slots: []planner.Slot{there}}})
	if p, sound := l.Position(&s); !sound || p != checkers.Start() {
		t.Errorf("sound %t, the board has %v", sound, p.FEN())
	}
}
