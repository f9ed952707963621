package variant

import (
	"fmt"
	"math/bits"
)

// Sizes of the boards: even, from MinSize to MaxSize.
const (
	MinSize = 4
	MaxSize = 26
)

const maxSquares = MaxSize * MaxSize / 2

// square is a playable square, numbered from 0 along the rows from First's side; none is no square.
type square int16

const none square = -1

// The directions: four diagonal ones, in which First's men step in the first two, Second's in the last two and kings in
// all, and four along columns and rows. The opposite of d is d^opposite.
const (
	downLeft = iota
	downRight
	upLeft
	upRight
	down
	right
	left
	up
	directions
	diagonals = down
	opposite  = 3
)

var vectors = [directions]Cell{{1, -1}, {1, 1}, {-1, -1}, {-1, 1}, {2, 0}, {0, 2}, {0, -2}, {-2, 0}}

// ways is a set of directions.
type ways uint8

const (
	allDiagonals = ways(1<<diagonals - 1)
	allWays      = ways(1<<directions - 1)
)

// forward is where a player's men go.
func forward(p Player) ways { return [2]ways{1<<downLeft | 1<<downRight, 1<<upLeft | 1<<upRight}[p] }

// stepWays is where a piece may step to.
func stepWays(p Player, king bool) ways {
	if king {
		return allDiagonals
	}
	return forward(p)
}

// captureWays is where a piece may capture to.
func (r *Rules) captureWays(p Player, king bool) ways {
	back := king || r.MenBack
	switch {
	case r.Straight && back:
		return allWays
	case r.Straight:
		return forward(p) | 1<<right | 1<<left | [2]ways{1 << down, 1 << up}[p]
	case back:
		return allDiagonals
	}
	return forward(p)
}

// next takes a direction out of a set that is not empty.
func (w *ways) next() int {
	d := bits.TrailingZeros8(uint8(*w))
	*w &= *w - 1
	return d
}

// geometry is what there is to know of an empty board.
type geometry struct {
	size    int
	squares int // playable ones
	words   int // of a set
	step    [maxSquares][directions]square
	leap    [maxSquares][directions]square // two steps
	shifts  [directions][2]shift
	kingRow [2]set
	edge    set // squares on which nothing can be captured
	all     set
}

// shift is by how much the number of a square changes in one direction, from some squares.
type shift struct {
	by   int
	from set
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
		g.all.add(s)
		for d, v := range vectors {
			g.step[s][d] = g.square(Cell{c.Row + v.Row, c.Column + v.Column})
			g.leap[s][d] = g.square(Cell{c.Row + 2*v.Row, c.Column + 2*v.Column})
			if to := g.step[s][d]; to != none {
				i := &g.shifts[d][c.Row%2]
				i.by = int(to - s)
				i.from.add(s)
			}
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

// beside1 is the squares that lie next to those of a set in a direction, on a board that takes one word. None of them
// is carried out of the word.
func (g *geometry) beside1(b uint64, d int) uint64 {
	s := &g.shifts[d]
	return bits.RotateLeft64(b&s[0].from[0], s[0].by) | bits.RotateLeft64(b&s[1].from[0], s[1].by)
}

// beside is the squares among some that lie next to those of a set in a direction.
func (g *geometry) beside(b *set, d int, among *set) (to set) {
	if g.words == 1 {
		to[0] = g.beside1(b[0], d) & among[0]
		return to
	}
	for i := range g.shifts[d] {
		s, carry := &g.shifts[d][i], uint64(0)
		if s.by > 0 {
			for w := range g.words {
				moved := b[w] & s.from[w]
				to[w] |= (moved<<(s.by&63) | carry) & among[w]
				carry = moved >> (-s.by & 63)
			}
			continue
		}
		for w := g.words - 1; w >= 0; w-- {
			moved := b[w] & s.from[w]
			to[w] |= (moved>>(-s.by&63) | carry) & among[w]
			carry = moved << (s.by & 63)
		}
	}
	return to
}

// CheckSize says why no board has a size.
func CheckSize(size int) error {
	if size < MinSize || size > MaxSize || size%2 != 0 {
		return fmt.Errorf("a board of size %d: want an even number from %d to %d", size, MinSize, MaxSize)
	}
	return nil
}
