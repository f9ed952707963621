package checkers

import (
	"strconv"
	"strings"
)

// Move is a legal move: the squares visited, in order, and the squares of the pieces captured. It is a plain value of
// eight bytes, compared with ==; the zero value is no move.
type Move struct {
	captured Set
	// code has the squares of the move's ends, where a capture goes two bits a jump, the first jump lowest, and whether a
	// man was crowned in a capture, at its end or on its way. The squares on which a piece lands lie two rows and columns
	// apart, so they form the corners of at most nine cells with one jumped square each: nine jumps are the most.
	code uint32
}

// Where the parts of a code are.
const (
	toAt      = 6
	squareBit = 1<<toAt - 1
	jumpsAt   = 2 * toAt
	mostJumps = 9
	jumpBits  = 2
	crownedAt = jumpsAt + mostJumps*jumpBits
)

func stepMove(from, to Square) Move { return Move{code: uint32(from) | uint32(to)<<toAt} }

// From is the square that the piece leaves.
func (m Move) From() Square { return Square(m.code & squareBit) }

// To is the square where it comes to rest.
func (m Move) To() Square { return Square(m.code >> toAt & squareBit) }

// Path is every square that the piece stands on, the first and last included.
func (m Move) Path() []Square {
	if m.code == 0 {
		return nil
	}
	return m.appendPath(nil)
}

func (m Move) appendPath(path []Square) []Square {
	path = append(path, m.From())
	if !m.IsCapture() {
		return append(path, m.To())
	}
	for at, jumps := m.From(), m.code>>jumpsAt; len(path) <= m.captured.Len(); jumps >>= jumpBits {
		at = jump[at][jumps%directions].to
		path = append(path, at)
	}
	return path
}

// Captured is the set of squares whose pieces are taken.
func (m Move) Captured() Set { return m.captured }

// CapturedInOrder is the squares whose pieces are taken, in the order of the jumps.
func (m Move) CapturedInOrder() []Square {
	if m.captured == 0 {
		return nil
	}
	path := m.Path()
	squares := make([]Square, 0, len(path)-1)
	for i := 1; i < len(path); i++ {
		squares = append(squares, Between(path[i-1], path[i]))
	}
	return squares
}

// IsCapture reports whether the move is a jump.
func (m Move) IsCapture() bool { return m.captured != 0 }

// String is the move in full: "11-15", or every landing square of a capture, "15x22x31".
func (m Move) String() string {
	separator := "-"
	if m.IsCapture() {
		separator = "x"
	}
	var b strings.Builder
	for i, s := range m.Path() {
		if i > 0 {
			b.WriteString(separator)
		}
		b.WriteString(strconv.Itoa(int(s)))
	}
	return b.String()
}

// Between is the square jumped over on the way from one square to another two rows away, or 0 where there is none.
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

// Texts are moves as they are written, one by one.
func Texts(moves []Move) []string {
	list := make([]string, 0, len(moves))
	for _, m := range moves {
		list = append(list, m.String())
	}
	return list
}
