package planner

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"draughtsman/engine/checkers"
)

// A tool that points at squares passes above each of them in turn, keeps the clearance above everything, never takes
// hold of anything, and comes back to the park point.
func TestPointing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		setup := setups(t)
		table, move := tables(t)
		squares := []checkers.Square{move.From(), move.To()}
		motions, err := Point(setup, table, squares)
		if err != nil {
			if strings.Contains(err.Error(), "out of reach: ") {
				t.Skip(err)
			}
			t.Fatal(err)
		}
		at := setup.Machine.Park
		var nods []checkers.Square
		for _, m := range motions {
			if err := setup.Machine.within("a motion", m.To); err != nil {
				t.Fatal(err)
			}
			switch across := math.Hypot(m.To.X-at.X, m.To.Y-at.Y); {
			case m.Kind == Grip || m.Kind == Release || m.Kind == Check:
				t.Fatalf("it works its tool: %+v", m)
			case m.Kind != Travel && across > 0:
				t.Fatalf("%+v from %v", m, at)
			}
			clear(t, setup, stacksOf(table), table.Tray, table.Offset, at, m.To, false)
			if s := m.Over.Square; m.Kind == Rise && s != 0 && (len(nods) == 0 || nods[len(nods)-1] != s) {
				tip, middle := setup.Frame.ToBoard(m.To), setup.Board.Centre(checkers.Board8.Place(s))
				off := math.Hypot(tip.X-middle.X-table.Offset[s][0], tip.Y-middle.Y-table.Offset[s][1])
				if off < 5 { // mm: the tool rises along the arm's axis, from a board that may lean
					nods = append(nods, s)
				}
			}
			at = m.To
		}
		if at != setup.Machine.Park {
			t.Fatalf("it ends at %v", at)
		}
		if want := slices.Compact(squares); !slices.Equal(nods, want) { // a king may come back to where it began
			t.Fatalf("it nods above %v, not %v", nods, want)
		}
	})
}
