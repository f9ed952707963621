package checkers

import (
	"iter"
	"strings"
)

// Move is a legal move: the squares visited, in order, and the squares of the pieces captured. It is a plain value,
// compared with ==; the zero value is no move.
type Move struct {
	captured Set
	// code has the squares of the move's ends, and where a capture goes: the direction of each jump, the first one lowest.
	code uint64
	// landings has how many squares beyond the nearest each jump lands, the first one's lowest, and whether a man was
	// crowned in a capture, at its end or on its way.
	landings uint64
	set      RuleSet // in which it is made, and written
}

// Where the parts of a code and of landings are.
const (
	squareBits  = 6
	toAt        = squareBits
	jumpsAt     = 2 * squareBits
	jumpBits    = 2
	landingBits = 3
	landingMask = 1<<landingBits - 1
	crownedAt   = 63
)

func (p *Position) step(from, to Square) Move {
	return Move{code: uint64(from) | uint64(to)<<toAt, set: p.Set}
}

// jumping is the move with one more jump than n.
func (m Move) jumping(n, direction int, over Set, beyond int) Move {
	m.captured |= over
	m.code |= uint64(direction) << (jumpsAt + jumpBits*n)
	m.landings |= uint64(beyond) << (landingBits * n)
	return m
}

// ending is the move that comes to rest on a square.
func (m Move) ending(to Square) Move {
	m.code |= uint64(to) << toAt
	return m
}

// Board is the board that it is made on.
func (m Move) Board() Board { return sets[m.set].board }

// From is the square that the piece leaves.
func (m Move) From() Square { return Square(m.code % anySquare) }

// To is the square where it comes to rest.
func (m Move) To() Square { return Square(m.code >> toAt % anySquare) }

// jumps goes through a capture: what each jump takes, and where it lands.
func (m Move) jumps() iter.Seq2[Square, Square] {
	return func(yield func(over, to Square) bool) {
		g := gridOf[m.set]
		at, code, landings := m.From(), m.code>>jumpsAt, m.landings
		for range m.captured.Len() {
			d := code % directions
			over := g.next[at][d]
			for !m.captured.Has(over) {
				over = g.next[over][d]
			}
			at = g.next[over][d]
			for range landings & landingMask {
				at = g.next[at][d]
			}
			if !yield(over, at) {
				return
			}
			code, landings = code>>jumpBits, landings>>landingBits
		}
	}
}

// Path is every square that the piece stands on, the first and last included.
func (m Move) Path() []Square {
	switch {
	case m.code == 0:
		return nil
	case !m.IsCapture():
		return []Square{m.From(), m.To()}
	}
	path := append(make([]Square, 0, m.captured.Len()+1), m.From())
	for _, to := range m.jumps() {
		path = append(path, to)
	}
	return path
}

// Captured is the set of squares whose pieces are taken.
func (m Move) Captured() Set { return m.captured }

// CapturedInOrder is the squares whose pieces are taken, in the order of the jumps.
func (m Move) CapturedInOrder() []Square {
	var squares []Square
	for over := range m.jumps() {
		squares = append(squares, over)
	}
	return squares
}

// IsCapture reports whether the move is a jump.
func (m Move) IsCapture() bool { return m.captured != 0 }

// String is the move in full, as the game writes it: "11-15" or "c3-d4", or every landing square of a capture,
// "15x22x31" or "c3:e5:g3".
func (m Move) String() string {
	separator := "-"
	if m.IsCapture() {
		separator = sets[m.set].capture
	}
	var b strings.Builder
	for i, s := range m.Path() {
		if i > 0 {
			b.WriteString(separator)
		}
		b.WriteString(m.set.Name(s))
	}
	return b.String()
}

// Short is the move by its ends: "15x31", "c3:g3".
func (m Move) Short() string {
	separator := "-"
	if m.IsCapture() {
		separator = sets[m.set].capture
	}
	return m.set.Name(m.From()) + separator + m.set.Name(m.To())
}

// Texts are moves as they are written, one by one.
func Texts(moves []Move) []string {
	list := make([]string, 0, len(moves))
	for _, m := range moves {
		list = append(list, m.String())
	}
	return list
}
