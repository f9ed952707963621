package variant

import (
	"slices"
	"strconv"
	"strings"
)

// A path of captures is stored in as many bits for each jump as it takes. Where kings take one step it is the direction
// alone: two bits, for the squares on which a piece lands lie two rows and columns apart, so that they form the corners
// of cells with one jumped square each, 12 by 12 on the largest board, and each can be jumped once. Where kings fly it
// is the direction, how many steps it is to the piece that is taken, and how many from there to where the jump ends.
// There is room for 20 then, which is all that a side has on the board of size 10.
const (
	shortBits  = 2
	longBits   = 16
	beforeBits = 3 // where the numbers of steps begin
	afterBits  = 8
	stepsMask  = 1<<(afterBits-beforeBits) - 1
	pathWords  = ((MaxSize/2-1)*(MaxSize/2-1)*shortBits + 63) / 64
	maxLong    = pathWords * 64 / longBits
)

// Move is a legal move: the squares visited, in order. It is a plain value, compared with ==; the zero value is no
// move.
type Move struct {
	from, to square
	size     uint8 // of the board
	long     bool  // how the path is stored
	jumps    uint8 // 0 for a step
	path     [pathWords]uint64
}

// with is the move with one more jump.
func (m *Move) with(direction, before, after int, to square) Move {
	next, n := *m, int(m.jumps)
	next.jumps++
	next.to = to
	if m.long {
		jump := uint64(direction | before<<beforeBits | after<<afterBits)
		next.path[n/4] |= jump << (n % 4 * longBits)
	} else {
		next.path[n/32] |= uint64(direction) << (n % 32 * shortBits)
	}
	return next
}

// direction is where jump number i goes, or the step, which is number 0.
func (m *Move) direction(i int) int {
	if m.long {
		return int(m.path[i/4]>>(i%4*longBits)) & (1<<beforeBits - 1)
	}
	return int(m.path[i/32]>>(i%32*shortBits)) & (1<<shortBits - 1)
}

// jump is what jump number i takes, and where it ends, if it begins at a square.
func (m *Move) jump(g *geometry, at square, i int) (over, to square) {
	d := m.direction(i)
	if !m.long {
		return g.step[at][d], g.leap[at][d]
	}
	steps := int(m.path[i/4] >> (i % 4 * longBits))
	over = at
	for range steps >> beforeBits & stepsMask {
		over = g.step[over][d]
	}
	to = over
	for range steps >> afterBits & stepsMask {
		to = g.step[to][d]
	}
	return over, to
}

func (m *Move) board() *geometry { return boards[m.size/2] }

// From is the cell that the piece leaves.
func (m Move) From() Cell { return m.board().cell(m.from) }

// To is the cell where it comes to rest.
func (m Move) To() Cell { return m.board().cell(m.to) }

// IsCapture reports whether the move is a jump.
func (m Move) IsCapture() bool { return m.jumps > 0 }

// Captures is the number of pieces taken.
func (m Move) Captures() int { return int(m.jumps) }

// Path is every cell that the piece stands on, the first and last included; nil of no move.
func (m Move) Path() []Cell {
	var cells []Cell
	for _, s := range m.squares() {
		cells = append(cells, m.board().cell(s))
	}
	return cells
}

func (m *Move) squares() []square {
	switch {
	case m.size == 0:
		return nil
	case m.jumps == 0:
		return []square{m.from, m.to}
	}
	squares := append(make([]square, 0, m.jumps+1), m.from)
	for i := range int(m.jumps) {
		_, to := m.jump(m.board(), squares[i], i)
		squares = append(squares, to)
	}
	return squares
}

// Compare puts moves of one board in an order of their own: by the squares visited, in turn.
func (m Move) Compare(other Move) int { return slices.Compare(m.squares(), other.squares()) }

// Captured is the cells whose pieces are taken, in the order of the jumps; nil for a step.
func (m Move) Captured() []Cell {
	var cells []Cell
	at := m.from
	for i := range int(m.jumps) {
		var over square
		over, at = m.jump(m.board(), at, i)
		cells = append(cells, m.board().cell(over))
	}
	return cells
}

// String is the move in numbers of squares, in full: "11-15", "15x22x31". The squares are numbered from 1 along the
// rows, from First's side.
func (m Move) String() string {
	separator := "-"
	if m.IsCapture() {
		separator = "x"
	}
	var b strings.Builder
	for i, s := range m.squares() {
		if i > 0 {
			b.WriteString(separator)
		}
		b.WriteString(strconv.Itoa(int(s) + 1))
	}
	return b.String()
}
