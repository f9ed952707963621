package checkers

import "math/bits"

// Rules is which moves there are where they are not those of English draughts, whose Rules are 0: a set of these. With
// ThreeSteps a position's also have how many steps its kings have taken, see Run: with one more field it is no longer
// passed in registers together with a list of moves.
type Rules uint32

// The rules. Where captures have to meet several demands, they meet the first of them best, among these the second, in
// the order here.
const (
	Optional     Rules = 1 << iota // a capture may be left for a step
	BreakOff                       // a capture may end after any jump
	CrownGoesOn                    // a man that is crowned in a capture goes on as a king
	CrownAtEnd                     // a man that comes to its king row in a capture goes on as a man, where it can
	Flying                         // kings move and capture over any distance
	MenBack                        // men capture backwards, too
	SpareKings                     // a man cannot capture a king
	Straight                       // captures go along rows and columns, too
	ThreeSteps                     // a king takes three steps in a row at most, while its side has men
	Most                           // the most pieces are taken
	Value                          // the most is taken, a king being a little less than two men
	ByKing                         // a king takes
	MostKings                      // the most kings are taken
	EarliestKing                   // the first king is taken the earliest
)

// RulesBits is how many bits the rules alone take.
const RulesBits = 16

// Demands are what captures are chosen by.
const Demands = Most | Value | ByKing | MostKings | EarliestKing

// Moves lists the legal moves; nil means that the side to move has lost. A broken off capture is a move of its own, and
// so is every path of a capture where kings take one step. Where they fly, the ways that take the same pieces and end
// on the same square are one move.
func (p Position) Moves() []Move { return p.AppendMoves(nil) }

// AppendMoves appends the legal moves to moves and returns it, captures first. A capture is compulsory, unless it is
// Optional: while there is one, nothing else is legal. It allocates nothing but room in moves.
func (p Position) AppendMoves(moves []Move) []Move { return p.appendAll(moves, p.Jumpers(), false) }

// appendAll appends every way to take the same pieces where kings fly, too, if each is asked for.
func (p *Position) appendAll(moves []Move, jumpers Set, each bool) []Move {
	if jumpers != 0 {
		moves = p.appendCaptures(moves, jumpers, each)
		if p.Rules&Optional == 0 {
			return moves
		}
	}
	if p.plain() {
		return p.appendSteps(moves)
	}
	return p.appendFlights(moves)
}

// plain reports whether pieces move as in English draughts, on its board, which then is one of constants.
func (p Position) plain() bool {
	return p.Rules&(Flying|MenBack|SpareKings|Straight|ThreeSteps) == 0 && p.Set == English
}

// Jumpers is the set of pieces of the side to move that have a capture.
func (p Position) Jumpers() Set {
	if !p.plain() {
		return p.jumpers()
	}
	down, up, theirs := p.sides()
	empty := all8 &^ p.Occupied()
	return down&((empty.upLeft()&theirs).upLeft()|(empty.upRight()&theirs).upRight()) |
		up&((empty.downLeft()&theirs).downLeft()|(empty.downRight()&theirs).downRight())
}

// jumpers is Jumpers by any rules.
func (p Position) jumpers() (can Set) {
	g := p.grid()
	empty := g.all &^ p.Occupied()
	mine, theirs := p.Of(p.Turn), p.Of(p.Turn.Opponent())
	men, kings, prey := mine&^p.Kings, mine&p.Kings, theirs
	if p.Rules&SpareKings != 0 {
		prey &^= p.Kings
	}
	for w := p.captureWays(false); w != 0; {
		back := w.next() ^ opposite
		can |= men & g.beside(g.beside(empty, back)&prey, back)
	}
	every := p.captureWays(true)
	if p.Rules&Flying == 0 {
		for w := every; w != 0; {
			d := w.next()
			can |= kings & g.beside(g.beside(empty, d)&theirs, d)
		}
		return can
	}
	for ; kings != 0; kings &= kings - 1 {
		for w := every; w != 0; {
			d := w.next()
			over := g.flight(kings.first(), d, empty)
			if theirs.Has(over) && empty.Has(g.next[over%anySquare][d]) {
				can |= kings & -kings
				break
			}
		}
	}
	return can
}

// flight is the first square in a direction on which something stands; 0 where there is none.
func (g *grid) flight(at Square, d uint, empty Set) Square {
	for at = g.next[at%anySquare][d]; empty.Has(at); {
		at = g.next[at%anySquare][d]
	}
	return at
}

// Steppers is the set of pieces of the side to move with an empty square to step to; whether a capture forbids it is
// not asked.
func (p Position) Steppers() Set {
	down, up, _ := p.sides()
	if p.plain() {
		empty := all8 &^ p.Occupied()
		return down&(empty.upLeft()|empty.upRight()) | up&(empty.downLeft()|empty.downRight())
	}
	g, held := p.grid(), p.held()
	down, up = down&^held, up&^held
	empty := g.all &^ p.Occupied()
	return down&(g.beside(empty, upLeft)|g.beside(empty, upRight)) |
		up&(g.beside(empty, downLeft)|g.beside(empty, downRight))
}

// sides splits the pieces of the side to move by the way they may go, kings both ways, and gives the opponent's.
func (p Position) sides() (down, up, theirs Set) {
	if p.Turn == Black {
		return p.Black, p.Black & p.Kings, p.White
	}
	return p.White & p.Kings, p.White, p.Black
}

// On Board8 a step down from square s goes to s plus one of these and a step up to s less one of these, and from an
// even row to one more: those begin one column further right.
const (
	stepDownLeft  = 3
	stepDownRight = 4
	stepUpLeft    = 5
	stepUpRight   = 4
)

// appendSteps appends steps where a position is plain. It goes through the pieces by their squares and through each
// one's steps by their direction.
func (p *Position) appendSteps(moves []Move) []Move {
	down, up, _ := p.sides()
	empty := all8 &^ p.Occupied()
	downLeft, downRight := down&empty.upRight(), down&empty.upLeft()
	upLeft, upRight := up&empty.downRight(), up&empty.downLeft()
	for movers := downLeft | downRight | upLeft | upRight; movers != 0; movers &= movers - 1 {
		from, b := movers.first(), movers&-movers
		to := from
		if b&evenRows != 0 {
			to++
		}
		if downLeft&b != 0 {
			moves = append(moves, p.step(from, to+stepDownLeft))
		}
		if downRight&b != 0 {
			moves = append(moves, p.step(from, to+stepDownRight))
		}
		if upLeft&b != 0 {
			moves = append(moves, p.step(from, to-stepUpLeft))
		}
		if upRight&b != 0 {
			moves = append(moves, p.step(from, to-stepUpRight))
		}
	}
	return moves
}

// appendFlights is appendSteps by any rules.
func (p *Position) appendFlights(moves []Move) []Move {
	g := p.grid()
	empty := g.all &^ p.Occupied()
	for movers := p.Steppers(); movers != 0; movers &= movers - 1 {
		from := movers.first()
		first, last := p.forward()
		king := p.Kings.Has(from)
		if king {
			first, last = downLeft, diagonals
		}
		for d := first; d < last; d++ {
			for to := g.next[from%anySquare][d]; empty.Has(to); to = g.next[to%anySquare][d] {
				moves = append(moves, p.step(from, to))
				if !king || p.Rules&Flying == 0 {
					break
				}
			}
		}
	}
	return moves
}

// KingSteps is where a king on a square steps to without a capture, which is where it may have come from, too.
func (s RuleSet) KingSteps(from Square, empty Set) (all Set) {
	g := gridOf[s%anyGame]
	for d := range diagonals {
		for to := g.next[from%anySquare][d]; empty.Has(to); to = g.next[to%anySquare][d] {
			all |= to.set()
			if sets[s].moves&Flying == 0 {
				break
			}
		}
	}
	return all
}

// steps is the number of moves without a capture.
func (p *Position) steps() int {
	down, up, _ := p.sides()
	if p.plain() {
		empty := all8 &^ p.Occupied()
		n := (down.downLeft() & empty).Len() + (down.downRight() & empty).Len()
		if up != 0 {
			n += (up.upLeft() & empty).Len() + (up.upRight() & empty).Len()
		}
		return n
	}
	g, held := p.grid(), p.held()
	down, up = down&^held, up&^held
	empty := g.all &^ p.Occupied()
	n, flying := 0, Set(0)
	if p.Rules&Flying != 0 {
		flying = p.Kings
	}
	for d := range uint(diagonals) {
		movers := down
		if d >= upLeft {
			movers = up
		}
		n += (g.beside(movers&^flying, d) & empty).Len()
		for far := g.beside(movers&flying, d) & empty; far != 0; far = g.beside(far, d) & empty {
			n += far.Len()
		}
	}
	return n
}

// kingRow is where men of the side to move are crowned.
func (p Position) kingRow() Set { return kingRows[p.Set%anyGame][p.Turn%2] }

// grid is the board that the position stands on.
func (p Position) grid() *grid { return gridOf[p.Set%anyGame] }

// forward is the range of directions in which men of the side to move go.
func (p Position) forward() (first, last uint) {
	if p.Turn == Black {
		return downLeft, upLeft
	}
	return upLeft, diagonals
}

// Play is the position after a legal move; what it does with any other is undefined.
func (p Position) Play(m Move) Position {
	from, to := m.From().set(), m.To().set()
	captured := m.Captured()
	if p.Turn == Black {
		p.Black = p.Black&^from | to
		p.White &^= captured
	} else {
		p.White = p.White&^from | to
		p.Black &^= captured
	}
	if p.Rules&ThreeSteps != 0 {
		p.Rules = p.ran(m)
	}
	if p.Kings&from|m.crown()|p.kingRow()&to != 0 {
		p.Kings = p.Kings&^(from|captured) | to
	} else {
		p.Kings &^= captured
	}
	p.Turn = p.Turn.Opponent()
	return p
}

// directionSet is a set of directions.
type directionSet uint8

// next takes a direction out of a set that is not empty.
func (w *directionSet) next() uint {
	d := uint(bits.TrailingZeros8(uint8(*w)))
	*w &= *w - 1
	return d
}

// captureWays is where a man, or a king, of the side to move may capture to.
func (p Position) captureWays(king bool) directionSet {
	w := directionSet(1<<diagonals - 1)
	if p.Rules&Straight != 0 {
		w = 1<<directions - 1
	}
	switch {
	case king || p.Rules&MenBack != 0:
	case p.Turn == Black:
		w &^= 1<<upLeft | 1<<upRight | 1<<up
	default:
		w &^= 1<<downLeft | 1<<downRight | 1<<down
	}
	return w
}

// Crowns reports whether a legal move makes a man a king.
func (p Position) Crowns(m Move) bool {
	return m.crown() != 0 || !p.Kings.Has(m.From()) && p.kingRow().Has(m.To())
}
