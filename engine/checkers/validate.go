package checkers

import "fmt"

// PiecesASide is the number of pieces that each side begins with.
func (b Board) PiecesASide() int { return grids[b].size / 2 * (grids[b].size/2 - 1) }

// Validate says why no game can reach the position: a square held by both sides, a king where no piece stands, more
// pieces a side than there were at the start, or a man on the row where it would have been crowned. A side without
// pieces is no fault; it has lost.
func (p Position) Validate() error {
	if p.Turn > White {
		return fmt.Errorf("side to move %d is neither Black nor White", p.Turn)
	}
	g, most := p.grid(), p.Set.Board().PiecesASide()
	for s := range (p.Black & p.White).All() {
		return fmt.Errorf("square %d holds both a black and a white piece", s)
	}
	for s := range (p.Kings &^ p.Occupied()).All() {
		return fmt.Errorf("square %d is marked as a king's and is empty", s)
	}
	for _, side := range []Side{Black, White} {
		if n := p.Of(side).Len(); n > most {
			return fmt.Errorf("%s has %d pieces; a side has at most %d", side, n, most)
		}
		for s := range (p.Of(side) & g.kingRow[side] &^ p.Kings).All() {
			return fmt.Errorf("%s has a man on square %d, its king row, where it would be a king", side, s)
		}
	}
	return nil
}
