package checkers

// The four diagonal directions. Black's men move in the first two, White's in the last two, kings in all.
const (
	downLeft = iota
	downRight
	upLeft
	upRight
	directions
)

// ways are the directions in rows and columns.
var ways = [directions][2]int{{1, -1}, {1, 1}, {-1, -1}, {-1, 1}}

// A leap is what a jump from a square in a direction goes over and where it lands; all zero where that is off the
// board.
type leap struct {
	over, landing Set
	to            Square
}

// jump[s][d] is the leap from square s; there is room for s of any value.
var jump = func() (leaps [1 << 8][directions]leap) {
	for s := Square(1); s <= Squares; s++ {
		for d, v := range ways {
			if to := SquareAt(s.Row()+2*v[0], s.Column()+2*v[1]); to != 0 {
				leaps[s][d] = leap{over: SquareAt(s.Row()+v[0], s.Column()+v[1]).set(), landing: to.set(), to: to}
			}
		}
	}
	return leaps
}()

// next[s][d] is the square beside square s in a direction, 0 off the board; there is room for s of any value.
var next = func() (squares [1 << 8][directions]Square) {
	for s := Square(1); s <= Squares; s++ {
		for d, v := range ways {
			squares[s][d] = SquareAt(s.Row()+v[0], s.Column()+v[1])
		}
	}
	return squares
}()

// kingRow[side] is where that side's men are crowned.
var kingRow = [2]Set{Black: 0xf0000000, White: 0x0000000f}

// Rules is which moves there are where they are not those of English draughts, whose Rules are 0: a set of these.
type Rules uint16

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
	Most                           // the most pieces are taken
	ByKing                         // a king takes
	MostKings                      // the most kings are taken
	EarliestKing                   // the first king is taken the earliest
)

// Demands are what captures are chosen by.
const Demands = Most | ByKing | MostKings | EarliestKing

// Moves lists the legal moves; nil means that the side to move has lost. A broken off capture is a move of its own, and
// so is every path of a capture where kings take one step. Where they fly, the ways that take the same pieces and end
// on the same square are one move.
func (p Position) Moves() []Move { return p.AppendMoves(nil) }

// AppendMoves appends the legal moves to moves and returns it, captures first. A capture is compulsory, unless it is
// Optional: while there is one, nothing else is legal. It allocates nothing but room in moves.
func (p Position) AppendMoves(moves []Move) []Move { return p.appendAll(moves, p.Jumpers(), false) }

// appendAll appends every way to take the same pieces where kings fly, too, if each is asked for.
func (p Position) appendAll(moves []Move, jumpers Set, each bool) []Move {
	if jumpers != 0 {
		moves = p.appendCaptures(moves, jumpers, each)
		if p.Rules&Optional == 0 {
			return moves
		}
	}
	if p.Rules&Flying != 0 {
		return p.appendFlights(moves)
	}
	return p.appendSteps(moves)
}

// Jumpers is the set of pieces of the side to move that have a capture.
func (p Position) Jumpers() Set {
	down, up, theirs := p.sides()
	empty := ^p.Occupied()
	if p.Rules&(Flying|MenBack|SpareKings) != 0 {
		return p.jumpers(down|up, theirs, empty)
	}
	return jumpersDown(down, theirs, empty) | jumpersUp(up, theirs, empty)
}

func jumpersDown(pieces, prey, empty Set) Set {
	return pieces & ((empty.UpLeft() & prey).UpLeft() | (empty.UpRight() & prey).UpRight())
}

func jumpersUp(pieces, prey, empty Set) Set {
	return pieces & ((empty.DownLeft() & prey).DownLeft() | (empty.DownRight() & prey).DownRight())
}

// jumpers is Jumpers by any rules.
func (p Position) jumpers(mine, theirs, empty Set) Set {
	men, kings, prey := mine&^p.Kings, mine&p.Kings, theirs
	if p.Rules&SpareKings != 0 {
		prey &^= p.Kings
	}
	down, up := men, men
	switch {
	case p.Rules&MenBack != 0:
	case p.Turn == Black:
		up = 0
	default:
		down = 0
	}
	can := jumpersDown(down, prey, empty) | jumpersUp(up, prey, empty)
	if p.Rules&Flying == 0 {
		return can | jumpersDown(kings, theirs, empty) | jumpersUp(kings, theirs, empty)
	}
	for ; kings != 0; kings &= kings - 1 {
		for d := range directions {
			over := flight(kings.first(), d, empty)
			if theirs.Has(over) && empty.Has(next[over][d]) {
				can |= kings & -kings
				break
			}
		}
	}
	return can
}

// flight is the first square in a direction on which something stands; 0 where there is none.
func flight(at Square, d int, empty Set) Square {
	for at = next[at][d]; empty.Has(at); {
		at = next[at][d]
	}
	return at
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

// appendFlights is appendSteps where kings fly.
func (p Position) appendFlights(moves []Move) []Move {
	empty := ^p.Occupied()
	for movers := p.Steppers(); movers != 0; movers &= movers - 1 {
		from := movers.first()
		king := p.Kings.Has(from)
		first, last := p.forward()
		if king {
			first, last = downLeft, directions
		}
		for d := first; d < last; d++ {
			for to := next[from][d]; empty.Has(to); to = next[to][d] {
				moves = append(moves, p.step(from, to))
				if !king {
					break
				}
			}
		}
	}
	return moves
}

// steps is the number of moves without a capture.
func (p Position) steps() int {
	if p.Rules&Flying != 0 {
		return len(p.appendFlights(nil))
	}
	down, up, _ := p.sides()
	empty := ^p.Occupied()
	n := (down.DownLeft() & empty).Len() + (down.DownRight() & empty).Len()
	if up != 0 {
		n += (up.UpLeft() & empty).Len() + (up.UpRight() & empty).Len()
	}
	return n
}

// forward is the range of directions in which men of the side to move go.
func (p Position) forward() (first, last int) {
	if p.Turn == Black {
		return downLeft, upLeft
	}
	return upLeft, directions
}

// Play is the position after a legal move; what it does with any other is undefined.
func (p Position) Play(m Move) Position {
	from, to := m.From().set(), m.To().set()
	crowned := m.landings >> crownedAt
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
	return m.landings>>crownedAt != 0 || !p.Kings.Has(m.From()) && kingRow[p.Turn].Has(m.To())
}

// KingRow is where a side's men are crowned.
func KingRow(s Side) Set { return kingRow[s] }
