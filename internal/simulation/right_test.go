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

// Discs that are missing are laid where they belong, or else where nothing does, and never where the other side's do.
func TestMissingDiscsAreLaidWhereTheyBelong(t *testing.T) {
	l := world.DefaultLayout()
	for _, test := range []struct {
		taken  []checkers.Square // off the board
		beside map[checkers.Square]checkers.Square
		want   []checkers.Square // where they are laid
	}{
		{[]checkers.Square{3, 8, 30}, nil, []checkers.Square{3, 8, 30}},
		{[]checkers.Square{3, 30}, map[checkers.Square]checkers.Square{8: 30, 29: 3}, []checkers.Square{8, 29}},
		{[]checkers.Square{3}, map[checkers.Square]checkers.Square{29: 3}, []checkers.Square{13}},
	} {
		s := world.NewState(l, checkers.Start(), 1)
		var off []int
		var missing [2]int
		for i, d := range s.Discs {
			switch on, _ := l.SquareAt(d.At); {
			case slices.Contains(test.taken, on) && on != 0:
				s.Discs[i].At = world.Point{X: -400, Y: 40 * float64(i)}
				off = append(off, i)
				missing[d.Side]++
			case test.beside[on] != 0: // it stands where another belongs
				s.Discs[i].At = l.Centre(test.beside[on])
			}
		}
		places := LaidPlaces(&s, l, missing, checkers.Start())
		var got []checkers.Square
		for _, i := range off {
			on, _ := l.SquareAt(places[i])
			got = append(got, on)
		}
		slices.Sort(got)
		if !slices.Equal(got, test.want) {
			t.Errorf("without %v they are laid on %v, want %v", test.taken, got, test.want)
		}
	}
}
