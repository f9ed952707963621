package endgame

import (
	"testing"

	"draughtsman/engine/checkers"
)

// Three kings that fly win against one within fifteen moves, as A. D. Petrov showed in 1827, and by the tables within
// thirteen, but where it stands on the main road, a1 to h8: from there few are driven.
func TestPetrovsTriangle(t *testing.T) {
	s := solutions{game: checkers.Russian}
	three := Material{Kings: 3, TheirKings: 1}
	for _, m := range append(upTo(3), three) {
		if s.of[m.slot()] != nil { // it was solved with the same swapped
			continue
		}
		if err := s.solve(t.Context(), m, 2, func(int) {}); err != nil {
			t.Fatal(err)
		}
	}
	found := s.of[three.slot()]
	if sum := found.summary(); sum.Longest > 2*13-1 {
		t.Errorf("three kings against one need up to %d plies", sum.Longest)
	}
	var road checkers.Set
	for row := range checkers.Board8.Size() {
		road |= checkers.SetOf(checkers.Board8.At(row, checkers.Board8.Size()-1-row))
	}
	var onRoad, drawn int
	g := newGroup(found.layout)
	for i, value := range found.values {
		p := g.position(g.at(i))
		theirs := p
		theirs.Turn = checkers.White
		switch {
		case p.Jumpers()|theirs.Jumpers() != 0:
		case p.White&road == 0:
			if !value.Won() {
				t.Fatalf("%s is %s", p.FEN(), value)
			}
		default:
			onRoad++
			if value == Draw {
				drawn++
			}
		}
	}
	if 5*drawn < 4*onRoad {
		t.Errorf("of %d kings on the main road %d hold the draw", onRoad, drawn)
	}
}
