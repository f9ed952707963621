package checkers

// The four diagonal directions. Black's men move in the first two, White's in
// the last two, kings in all.
const (
	downLeft = iota
	downRight
	upLeft
	upRight
	directions
)

// step[s][d] and leap[s][d] are the squares one and two steps from s, 0 off
// the board.
var step, leap = func() (one, two [Squares + 1][directions]Square) {
	for s := Square(1); s <= Squares; s++ {
		for d, v := range [directions][2]int{{1, -1}, {1, 1}, {-1, -1}, {-1, 1}} {
			one[s][d] = SquareAt(s.Row()+v[0], s.Column()+v[1])
			two[s][d] = SquareAt(s.Row()+2*v[0], s.Column()+2*v[1])
		}
	}
	return one, two
}()

// kingRow[side] is where that side's men are crowned.
var kingRow = [2]Set{Black: 0xf0000000, White: 0x0000000f}

// Moves lists the legal moves, every path of a capture on its own; nil means
// that the side to move has lost.
func (p Position) Moves() []Move { return p.AppendMoves(nil) }

// AppendMoves appends the legal moves to moves and returns it. A capture is
// compulsory: while there is one, nothing else is legal.
func (p Position) AppendMoves(moves []Move) []Move {
	before := len(moves)
	own := p.Of(p.Turn)
	for s := Square(1); s <= Squares; s++ {
		if own.Has(s) {
			m := Move{length: 1}
			m.path[0] = s
			moves = p.appendCaptures(moves, m)
		}
	}
	if len(moves) > before {
		return moves
	}
	empty := ^p.Occupied()
	for s := Square(1); s <= Squares; s++ {
		if !own.Has(s) {
			continue
		}
		first, last := p.reach(s)
		for d := first; d < last; d++ {
			if to := step[s][d]; to != 0 && empty.Has(to) {
				m := Move{length: 2}
				m.path[0], m.path[1] = s, to
				moves = append(moves, m)
			}
		}
	}
	return moves
}

// reach is the range of directions open to the piece of the side to move on s.
func (p Position) reach(s Square) (first, last int) {
	switch {
	case p.Kings.Has(s):
		return 0, directions
	case p.Turn == Black:
		return downLeft, upLeft
	default:
		return upLeft, directions
	}
}

// appendCaptures appends every completed capture that begins with m. A piece
// may not be jumped twice, jumped pieces leave the board only when the move is
// done, and a man that reaches the king row is crowned and stops.
func (p Position) appendCaptures(moves []Move, m Move) []Move {
	from, at := m.From(), m.To()
	crowned := m.length > 1 && !p.Kings.Has(from) && kingRow[p.Turn].Has(at)
	extended := false
	if !crowned {
		opponents := p.Of(p.Turn.Opponent()) &^ m.captured
		empty := ^p.Occupied() | from.set()
		first, last := p.reach(from)
		for d := first; d < last; d++ {
			over, to := step[at][d], leap[at][d]
			if to == 0 || !opponents.Has(over) || !empty.Has(to) {
				continue
			}
			next := m
			next.path[next.length] = to
			next.length++
			next.captured |= over.set()
			moves = p.appendCaptures(moves, next)
			extended = true
		}
	}
	if !extended && m.length > 1 {
		moves = append(moves, m)
	}
	return moves
}

// Play is the position after a legal move; what it does with any other is
// undefined.
func (p Position) Play(m Move) Position {
	from, to := m.From(), m.To()
	piece := p.At(from)
	if m.crowns(p) {
		piece = King(p.Turn)
	}
	p = p.Put(from, Empty)
	*p.of(p.Turn.Opponent()) &^= m.captured
	p.Kings &^= m.captured
	p = p.Put(to, piece)
	p.Turn = p.Turn.Opponent()
	return p
}

// Crowns reports whether a legal move makes a man a king.
func (p Position) Crowns(m Move) bool { return m.crowns(p) }

func (m Move) crowns(p Position) bool {
	return !p.Kings.Has(m.From()) && kingRow[p.Turn].Has(m.To())
}
