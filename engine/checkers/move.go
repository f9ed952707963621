package checkers

import (
	"strconv"
	"strings"
)

// maxPath is the number of squares that a move can visit. The squares on which
// a piece lands lie two rows and columns apart, so they form the corners of at
// most nine cells with one jumped square each: nine captures and the start.
const maxPath = 10

// Move is a legal move: the squares visited, in order, and the squares of the
// pieces captured. It is a plain value, compared with ==; the zero value is no
// move.
type Move struct {
	path     [maxPath]Square
	length   uint8
	crowned  bool // a man was, in a capture, at its end or on its way
	captured Set
}

// From is the square that the piece leaves.
func (m Move) From() Square { return m.path[0] }

// To is the square where it comes to rest.
func (m Move) To() Square {
	if m.length == 0 {
		return 0
	}
	return m.path[m.length-1]
}

// Path is every square that the piece stands on, the first and last included.
func (m Move) Path() []Square { return append([]Square(nil), m.path[:m.length]...) }

// Captured is the set of squares whose pieces are taken.
func (m Move) Captured() Set { return m.captured }

// CapturedInOrder is the squares whose pieces are taken, in the order of the
// jumps.
func (m Move) CapturedInOrder() []Square {
	if m.captured == 0 {
		return nil
	}
	squares := make([]Square, 0, m.length-1)
	for i := 1; i < int(m.length); i++ {
		squares = append(squares, Between(m.path[i-1], m.path[i]))
	}
	return squares
}

// IsCapture reports whether the move is a jump.
func (m Move) IsCapture() bool { return m.captured != 0 }

// String is the move in full: "11-15", or every landing square of a capture,
// "15x22x31".
func (m Move) String() string {
	separator := "-"
	if m.IsCapture() {
		separator = "x"
	}
	var b strings.Builder
	for i, s := range m.path[:m.length] {
		if i > 0 {
			b.WriteString(separator)
		}
		b.WriteString(strconv.Itoa(int(s)))
	}
	return b.String()
}

// Between is the square jumped over on the way from one square to another two
// rows away, or 0 where there is none.
func Between(a, b Square) Square {
	if a == 0 || b == 0 {
		return 0
	}
	rows, columns := b.Row()-a.Row(), b.Column()-a.Column()
	if rows*rows != 4 || columns*columns != 4 {
		return 0
	}
	return SquareAt(a.Row()+rows/2, a.Column()+columns/2)
}
