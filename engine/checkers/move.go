package checkers

import "strings"

// Move is a legal move: the squares visited, in order, and the squares of the pieces captured. It is a plain value,
// compared with ==; the zero value is no move.
type Move struct {
	// ends has the squares of the pieces that are captured, as a Set, the squares of the move's own ends, and whether a
	// man was crowned in a capture, at its end or on its way.
	ends uint64
	// way has the rule set, and where a capture goes, the first jump lowest: the direction of each jump, and how many
	// squares beyond the nearest it lands. There is room for ten, which are the most on 8×8 (TestTenJumpsAreTheMost),
	// and where longer ones go follows from what they take.
	way uint64
}

// Where the parts of ends and of a way are.
const (
	capturedMask = 1<<MostSquares - 1
	squareBits   = 6
	fromAt       = MostSquares
	toAt         = fromAt + squareBits
	crownedAt    = toAt + squareBits

	setBits     = 4
	jumpsAt     = setBits
	jumpBits    = 3 // of a direction
	landingBits = 3
	landingMask = 1<<landingBits - 1
	bitsAJump   = jumpBits + landingBits
	jumpsOnWay  = (64 - jumpsAt) / bitsAJump
)

// leaving is the move that leaves a square and has not come anywhere.
func (p Position) leaving(from Square) Move { return Move{uint64(from) << fromAt, uint64(p.Set)} }

func (p Position) step(from, to Square) Move {
	return Move{uint64(from)<<fromAt | uint64(to)<<toAt, uint64(p.Set)}
}

// jumping is the move with one more jump than n.
func (m Move) jumping(n, direction uint, over Set, beyond uint) Move {
	m.ends |= uint64(over)
	if n < jumpsOnWay {
		m.way |= uint64(direction|beyond<<jumpBits) << ((jumpsAt + bitsAJump*n) % 64)
	}
	return m
}

// ending is the move that comes to rest on a square.
func (m Move) ending(to Square) Move {
	m.ends |= uint64(to) << toAt
	return m
}

func (m Move) set() RuleSet { return RuleSet(m.way % anyGame) }

// crown is not empty if a man was crowned in a capture.
func (m Move) crown() Set { return Set(m.ends >> crownedAt) }

// Board is the board that it is made on.
func (m Move) Board() Board { return sets[m.set()].board }

// From is the square that the piece leaves.
func (m Move) From() Square { return Square(m.ends >> fromAt % anySquare) }

// To is the square where it comes to rest.
func (m Move) To() Square { return Square(m.ends >> toAt % anySquare) }

// Ends is a number below 4096 that moves between the same two squares share.
func (m Move) Ends() int { return int(m.ends >> fromAt % (anySquare * anySquare)) }

// jumps is what each jump of a capture takes, and where it lands.
func (m Move) jumps() (over, to []Square) {
	g := gridOf[m.set()]
	at, way, left := m.From(), m.way>>jumpsAt, m.Captured()
	for range min(left.Len(), jumpsOnWay) {
		d := way % directions
		taken := g.next[at][d]
		for !left.Has(taken) {
			taken = g.next[taken][d]
		}
		at = g.next[taken][d]
		for range way >> jumpBits & landingMask {
			at = g.next[at][d]
		}
		over, to = append(over, taken), append(to, at)
		left &^= taken.set()
		way >>= bitsAJump
	}
	ways := diagonals
	if sets[m.set()].moves&Straight != 0 {
		ways = directions
	}
	return g.goOn(ways, over, to, at, m.To(), left)
}

// goOn appends jumps from a square, in the first directions, that take all that is left and come to an end; nil where
// there are none.
func (g *grid) goOn(ways int, over, to []Square, at, end Square, left Set) (_, _ []Square) {
	if left == 0 {
		if at != end {
			return nil, nil
		}
		return over, to
	}
	for d := range ways {
		taken := g.next[at][d]
		for taken != 0 && !left.Has(taken) {
			taken = g.next[taken][d]
		}
		for on := g.next[taken][d]; on != 0 && !left.Has(on); on = g.next[on][d] {
			if o, t := g.goOn(ways, append(over, taken), append(to, on), on, end, left&^taken.set()); o != nil {
				return o, t
			}
		}
	}
	return nil, nil
}

// Path is every square that the piece stands on, the first and last included.
func (m Move) Path() []Square {
	switch {
	case m == Move{}:
		return nil
	case !m.IsCapture():
		return []Square{m.From(), m.To()}
	}
	_, to := m.jumps()
	return append([]Square{m.From()}, to...)
}

// Captured is the set of squares whose pieces are taken.
func (m Move) Captured() Set { return Set(m.ends & capturedMask) }

// CapturedInOrder is the squares whose pieces are taken, in the order of the jumps.
func (m Move) CapturedInOrder() []Square {
	over, _ := m.jumps()
	return over
}

// IsCapture reports whether the move is a jump.
func (m Move) IsCapture() bool { return m.ends&capturedMask != 0 }

// String is the move in full, as the game writes it: "11-15" or "c3-d4", or every landing square of a capture,
// "15x22x31" or "c3:e5:g3".
func (m Move) String() string {
	separator := "-"
	if m.IsCapture() {
		separator = sets[m.set()].capture
	}
	var b strings.Builder
	for i, s := range m.Path() {
		if i > 0 {
			b.WriteString(separator)
		}
		b.WriteString(m.set().Name(s))
	}
	return b.String()
}

// Short is the move by its ends: "15x31", "c3:g3".
func (m Move) Short() string {
	separator := "-"
	if m.IsCapture() {
		separator = sets[m.set()].capture
	}
	return m.set().Name(m.From()) + separator + m.set().Name(m.To())
}

// Texts are moves as they are written, one by one.
func Texts(moves []Move) []string {
	list := make([]string, 0, len(moves))
	for _, m := range moves {
		list = append(list, m.String())
	}
	return list
}
