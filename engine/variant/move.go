package variant

import (
	"slices"
	"strconv"
	"strings"
)

// A path of captures is stored as directions, two bits each. The squares on which a piece lands lie two rows and
// columns apart, so they form the corners of cells with one jumped square each: 12 by 12 cells on the largest board,
// and each can be jumped once.
const (
	directionBits = 2
	wordSteps     = 64 / directionBits
	maxSteps      = (MaxSize/2 - 1) * (MaxSize/2 - 1)
)

// Move is a legal move: the squares visited, in order. It is a plain value, compared with ==; the zero value is no
// move.
type Move struct {
	from, to square
	size     uint8 // of the board
	jumps    uint8 // 0 for a step
	path     [(maxSteps + wordSteps - 1) / wordSteps]uint64
}

// with is the move with one more jump.
func (m Move) with(direction int, to square) Move {
	m.path[m.jumps/wordSteps] |= uint64(direction) << (m.jumps % wordSteps * directionBits)
	m.jumps++
	m.to = to
	return m
}

// direction is where jump number i goes, or the step, which is number 0.
func (m *Move) direction(i int) int {
	return int(m.path[i/wordSteps] >> (i % wordSteps * directionBits) & (1<<directionBits - 1))
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
		squares = append(squares, m.board().leap[squares[i]][m.direction(i)])
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
		d := m.direction(i)
		cells = append(cells, m.board().cell(m.board().step[at][d]))
		at = m.board().leap[at][d]
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
