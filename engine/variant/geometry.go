package variant

import "fmt"

// Sizes of the boards: even, from MinSize to MaxSize.
const (
	MinSize = 4
	MaxSize = 26
)

const maxSquares = MaxSize * MaxSize / 2

// square is a playable square, numbered from 0 along the rows from First's side; none is no square.
type square int16

const none square = -1

// The four diagonal directions. First's men move in the first two, Second's in the last two, kings in all.
const (
	downLeft = iota
	downRight
	upLeft
	upRight
	directions
)

// geometry is what there is to know of an empty board.
type geometry struct {
	size    int
	squares int // playable ones
	words   int // of a set
	step    [maxSquares][directions]square
	leap    [maxSquares][directions]square // two steps
	kingRow [2]set
	edge    set // squares on which nothing can be captured
}

// boards has the geometry of each size, at half the size.
var boards = func() (all [MaxSize/2 + 1]*geometry) {
	for size := MinSize; size <= MaxSize; size += 2 {
		all[size/2] = newGeometry(size)
	}
	return all
}()

func newGeometry(size int) *geometry {
	g := &geometry{size: size, squares: size * size / 2}
	g.words = (g.squares + 63) / 64
	for s := range square(g.squares) {
		c := g.cell(s)
		for d, v := range [directions][2]int{{1, -1}, {1, 1}, {-1, -1}, {-1, 1}} {
			g.step[s][d] = g.square(Cell{c.Row + v[0], c.Column + v[1]})
			g.leap[s][d] = g.square(Cell{c.Row + 2*v[0], c.Column + 2*v[1]})
		}
		switch c.Row {
		case 0:
			g.kingRow[Second].add(s)
		case size - 1:
			g.kingRow[First].add(s)
		}
		if c.Row == 0 || c.Row == size-1 || c.Column == 0 || c.Column == size-1 {
			g.edge.add(s)
		}
	}
	return g
}

// square is the number of a cell, none where no piece can stand.
func (g *geometry) square(c Cell) square {
	if !c.Playable(g.size) {
		return none
	}
	return square(c.Row*g.size/2 + c.Column/2)
}

func (g *geometry) cell(s square) Cell {
	row := int(s) / (g.size / 2)
	return Cell{row, 2*(int(s)%(g.size/2)) + 1 - row%2}
}

// reach is the range of directions open to a piece.
func reach(p Player, king bool) (first, last int) {
	switch {
	case king:
		return downLeft, directions
	case p == First:
		return downLeft, upLeft
	default:
		return upLeft, directions
	}
}

// CheckSize says why no board has a size.
func CheckSize(size int) error {
	if size < MinSize || size > MaxSize || size%2 != 0 {
		return fmt.Errorf("a board of size %d: want an even number from %d to %d", size, MinSize, MaxSize)
	}
	return nil
}
