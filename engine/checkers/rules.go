package checkers

// The four diagonal directions. Black's men move in the first two, White's in the last two, kings in all.
const (
	downLeft = iota
	downRight
	upLeft
	upRight
	directions
)

// A leap is what a jump from a square in a direction goes over and where it lands; all zero where that is off the
// board.
type leap struct {
	over, landing Set
	to            Square
}

// jump[s][d] is the leap from square s; there is room for s of any value.
var jump = func() (leaps [1 << toAt][directions]leap) {
	for s := Square(1); s <= Squares; s++ {
		for d, v := range [directions][2]int{{1, -1}, {1, 1}, {-1, -1}, {-1, 1}} {
			if to := SquareAt(s.Row()+2*v[0], s.Column()+2*v[1]); to != 0 {
				leaps[s][d] = leap{over: SquareAt(s.Row()+v[0], s.Column()+v[1]).set(), landing: to.set(), to: to}
			}
		}
	}
	return leaps
}()

// kingRow[side] is where that side's men are crowned.
var kingRow = [2]Set{Black: 0xf0000000, White: 0x0000000f}

// Rules is which moves there are where they are not those of English draughts: the zero value, and what the methods
// of Position go by. It is a plain value. A man is crowned at the end of its move, or on its way where CrownGoesOn.
type Rules struct {
	Optional    bool // a capture may be left for a step
	Most        bool // only captures that take the most pieces are legal
	BreakOff    bool // a capture may end after any jump
	CrownGoesOn bool // a man that is crowned in a capture goes on as a king
}

// Moves lists the legal moves, every path of a capture on its own; nil means that the side to move has lost.
func (p Position) Moves() []Move { return p.AppendMoves(nil) }

// AppendMoves appends the legal moves to moves and returns it. A capture is compulsory: while there is one, nothing
// else is legal. It allocates nothing but room in moves.
func (p Position) AppendMoves(moves []Move) []Move {
	if jumpers := p.Jumpers(); jumpers != 0 {
		return Rules{}.appendCaptures(p, moves, jumpers)
	}
	return p.appendSteps(moves)
}

// AppendMoves appends the moves that the rules allow to moves and returns it, captures first; a broken off capture is
// a move of its own. It allocates nothing but room in moves.
func (r Rules) AppendMoves(p Position, moves []Move) []Move {
	if jumpers := p.Jumpers(); jumpers != 0 {
		moves = r.appendCaptures(p, moves, jumpers)
		if !r.Optional {
			return moves
		}
	}
	return p.appendSteps(moves)
}

// Jumpers is the set of pieces of the side to move that have a capture.
func (p Position) Jumpers() Set {
	down, up, theirs := p.sides()
	empty := ^p.Occupied()
	return down&((empty.UpLeft()&theirs).UpLeft()|(empty.UpRight()&theirs).UpRight()) |
		up&((empty.DownLeft()&theirs).DownLeft()|(empty.DownRight()&theirs).DownRight())
}

// Steppers is the set of pieces of the side to move with an empty square to step to; whether a capture forbids it is
// not asked.
func (p Position) Steppers() Set {
	down, up, _ := p.sides()
	empty := ^p.Occupied()
	return down&(empty.UpLeft()|empty.UpRight()) | up&(empty.DownLeft()|empty.DownRight())
}

// sides splits the pieces of the side to move by the way they may go, kings both ways, and gives the opponent's.
func (p Position) sides() (down, up, theirs Set) {
	if p.Turn == Black {
		return p.Black, p.Black & p.Kings, p.White
	}
	return p.White & p.Kings, p.White, p.Black
}

// A step down from square s goes to s plus one of these and a step up to s less one of these, and from an even row to
// one more: those begin one column further right.
const (
	stepDownLeft  = 3
	stepDownRight = 4
	stepUpLeft    = 5
	stepUpRight   = 4
)

// appendSteps goes through the pieces by their squares and through each one's steps by their direction.
func (p Position) appendSteps(moves []Move) []Move {
	down, up, _ := p.sides()
	empty := ^p.Occupied()
	downLeft, downRight := down&empty.UpRight(), down&empty.UpLeft()
	upLeft, upRight := up&empty.DownRight(), up&empty.DownLeft()
	for movers := downLeft | downRight | upLeft | upRight; movers != 0; movers &= movers - 1 {
		from, b := movers.first(), movers&-movers
		to := from
		if b&evenRows != 0 {
			to++
		}
		if downLeft&b != 0 {
			moves = append(moves, stepMove(from, to+stepDownLeft))
		}
		if downRight&b != 0 {
			moves = append(moves, stepMove(from, to+stepDownRight))
		}
		if upLeft&b != 0 {
			moves = append(moves, stepMove(from, to-stepUpLeft))
		}
		if upRight&b != 0 {
			moves = append(moves, stepMove(from, to-stepUpRight))
		}
	}
	return moves
}

// steps is the number of moves that appendSteps appends.
func (p Position) steps() int {
	down, up, _ := p.sides()
	empty := ^p.Occupied()
	n := (down.DownLeft() & empty).Len() + (down.DownRight() & empty).Len()
	if up != 0 {
		n += (up.UpLeft() & empty).Len() + (up.UpRight() & empty).Len()
	}
	return n
}

// reach is the range of directions open to the piece of the side to move on s.
func (p Position) reach(s Square) (first, last int) {
	switch {
	case p.Kings.Has(s):
		return downLeft, directions
	case p.Turn == Black:
		return downLeft, upLeft
	default:
		return upLeft, directions
	}
}

func (r Rules) appendCaptures(p Position, moves []Move, jumpers Set) []Move {
	before := len(moves)
	empty := ^p.Occupied()
	c := capture{rules: r, theirs: p.Of(p.Turn.Opponent())}
	for ; jumpers != 0; jumpers &= jumpers - 1 {
		from := jumpers.first()
		c.from = uint32(from)
		c.empty = empty | from.set()
		c.first, c.last = p.reach(from)
		c.crown = kingRow[p.Turn]
		if p.Kings.Has(from) {
			c.crown = 0
		}
		moves = c.extend(moves, from, 0, 0, 0)
	}
	if r.Most {
		moves = append(moves[:before], mostOf(moves[before:])...)
	}
	return moves
}

// mostOf keeps the moves that take the most pieces, in place.
func mostOf(moves []Move) []Move {
	most := 0
	for _, m := range moves {
		most = max(most, m.captured.Len())
	}
	kept := moves[:0]
	for _, m := range moves {
		if m.captured.Len() == most {
			kept = append(kept, m)
		}
	}
	return kept
}

// capture is what stays the same while one piece jumps: jumped pieces leave the board only when the move is done, and
// the square that it came from is empty.
type capture struct {
	rules         Rules
	theirs, empty Set
	from          uint32
	first, last   int // directions
	crown         Set // where a man is crowned
}

// extend appends every legal capture that begins with n jumps in the directions that code has, over the pieces
// captured, and has come to a square. A piece may not be jumped twice.
func (c *capture) extend(moves []Move, at Square, captured Set, code uint32, n int) []Move {
	first, last := c.first, c.last
	ended := true
	switch {
	case code>>crownedAt == 0:
	case c.rules.CrownGoesOn:
		first, last = downLeft, directions
	default:
		return append(moves, Move{captured, code | c.from | uint32(at)<<toAt})
	}
	if c.rules.BreakOff && captured != 0 {
		moves = append(moves, Move{captured, code | c.from | uint32(at)<<toAt})
		ended = false
	}
	theirs := c.theirs &^ captured
	leaps := &jump[at%(1<<toAt)]
	for d := first; d < last; d++ {
		l := &leaps[d%directions]
		if theirs&l.over == 0 || c.empty&l.landing == 0 {
			continue
		}
		next := code | uint32(d)<<(jumpsAt+jumpBits*n)
		if c.crown&l.landing != 0 {
			next |= 1 << crownedAt
		}
		moves = c.extend(moves, l.to, captured|l.over, next, n+1)
		ended = false
	}
	if ended {
		moves = append(moves, Move{captured, code | c.from | uint32(at)<<toAt})
	}
	return moves
}

// Play is the position after a legal move; what it does with any other is undefined.
func (p Position) Play(m Move) Position {
	from, to := m.From().set(), m.To().set()
	crowned := m.code >> crownedAt
	if p.Turn == Black {
		p.Black = p.Black&^from | to
		p.White &^= m.captured
		if kingRow[Black]&to != 0 {
			crowned = 1
		}
	} else {
		p.White = p.White&^from | to
		p.Black &^= m.captured
		if kingRow[White]&to != 0 {
			crowned = 1
		}
	}
	if p.Kings&from != 0 || crowned != 0 {
		p.Kings = p.Kings&^(from|m.captured) | to
	} else {
		p.Kings &^= m.captured
	}
	p.Turn = p.Turn.Opponent()
	return p
}

// Crowns reports whether a legal move makes a man a king.
func (p Position) Crowns(m Move) bool {
	return m.code>>crownedAt != 0 || !p.Kings.Has(m.From()) && kingRow[p.Turn].Has(m.To())
}

// KingRow is where a side's men are crowned.
func KingRow(s Side) Set { return kingRow[s] }
