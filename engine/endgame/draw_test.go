package endgame

import (
	"pgregory.net/rapid"

	"draughtsman/engine/checkers"
)

// DrawPosition draws a position of so many pieces, at least one on each side. It is for the tests on both sides of
// the package's wall.
func DrawPosition(t *rapid.T, atLeast, atMost int) checkers.Position {
	p := checkers.NewPosition(checkers.Side(rapid.IntRange(0, 1).Draw(t, "turn")))
	n := rapid.IntRange(atLeast, atMost).Draw(t, "pieces")
	squares := rapid.SliceOfNDistinct(rapid.IntRange(1, checkers.Board8.Squares()), n, n, rapid.ID[int]).Draw(t, "squares")
	for i, square := range squares {
		s, side := checkers.Square(square), checkers.Side(i)
		if i > 1 {
			side = checkers.Side(rapid.IntRange(0, 1).Draw(t, "side"))
		}
		piece := checkers.Man(side)
		if checkers.Board8.KingRow(side).Has(s) || rapid.Bool().Draw(t, "king") {
			piece = checkers.King(side)
		}
		p = p.Put(s, piece)
	}
	return p
}
