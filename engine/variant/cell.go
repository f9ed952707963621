package variant

// Cell is a place on a board, 0 to size−1 each way: row 0 is nearest to First, column 0 at the right hand of First
// and the left hand of Second.
type Cell struct{ Row, Column int }

// Turned is where the cell lies for somebody who sits on the other side of a board of a size.
func (c Cell) Turned(size int) Cell { return Cell{size - 1 - c.Row, size - 1 - c.Column} }

// Playable reports whether the cell is one that pieces stand on, on a board of a size.
func (c Cell) Playable(size int) bool {
	return c.Row >= 0 && c.Row < size && c.Column >= 0 && c.Column < size && (c.Row+c.Column)%2 == 1
}
