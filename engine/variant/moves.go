package variant

import (
	"fmt"
	"slices"

	"draughtsman/engine/checkers"
)

// MaxCaptures is how many captures are listed of a position at the most, every path on its own. Games do not come
// near it; but somebody may set up a king among pieces on every second square of every second row. On the board of
// size 8 it has up to 16 paths to their ends, and on larger ones 144, 5,944 and 537,890, and on that of size 16 more
// than 15 million.
const MaxCaptures = 4096

// mostVisits is how many beginnings of captures are looked at where kings fly: most of theirs are no moves, so that the
// moves themselves are no bound.
const mostVisits = 2 * MaxCaptures

// Moves lists the legal moves; nil means that the player to move has lost. A broken off capture is a move of its own,
// and so is every path of a capture where kings take one step. Where they fly, the ways that take the same pieces and
// end on the same square are one move: see Ways. Of a position that Validate refuses, and what comes of it, it is the
// first MaxCaptures captures, or the longest among them.
func (r Rules) Moves(p Position) []Move { return r.AppendMoves(p, nil) }

// Ways lists the legal moves with every way of each capture that takes the same pieces and ends on the same square: as
// Moves does where kings take one step, while elsewhere it has one way of each.
func (r Rules) Ways(p Position) []Move {
	moves, _ := r.appendAll(&p, nil, true)
	return moves
}

// listed is the move of Moves that a way is one of.
func (r Rules) listed(p Position, way Move) Move {
	if !r.long() || way.jumps < 2 {
		return way
	}
	for _, m := range r.Moves(p) {
		if m.from == way.from && m.to == way.to && r.Play(p, m) == r.Play(p, way) {
			return m
		}
	}
	return way
}

// SortedMoves is Moves in the order of Compare: what a choice by chance goes by, so that a seed means the same
// however moves are found.
func (r Rules) SortedMoves(p Position) []Move {
	moves := r.Moves(p)
	slices.SortFunc(moves, Move.Compare)
	return moves
}

// AppendMoves appends the legal moves to moves and returns it, captures first. It allocates nothing but room in moves.
func (r Rules) AppendMoves(p Position, moves []Move) []Move {
	moves, _ = r.AppendAll(p, moves)
	return moves
}

// AppendAll is AppendMoves; all is false where there are captures beyond MaxCaptures, which are left out.
func (r Rules) AppendAll(p Position, moves []Move) (_ []Move, all bool) {
	return r.appendAll(&p, moves, false)
}

// appendAll lists every way to take the same pieces where kings fly, too, if each is asked for.
func (r *Rules) appendAll(p *Position, moves []Move, each bool) (_ []Move, all bool) {
	before := len(moves)
	moves, all = r.appendCaptures(p, moves, each)
	if len(moves) > before {
		chosen := r.preferred(p, moves[before:])
		if r.long() && !each {
			chosen = r.different(p, chosen)
		}
		moves = append(moves[:before], chosen...)
		if r.Compulsory {
			return moves, all
		}
	}
	return r.appendSteps(p, moves), all
}

// Validate says why no game begins at a position: a man stands on the row where it would have been crowned, or there
// are more than MaxCaptures captures.
func (r Rules) Validate(p Position) error {
	for s := range p.uncrowned() {
		return fmt.Errorf("the %s player has a man on square %s, its king row, where it would be a king", p.at(s).Player(),
			r.Recorded(p.Size()).FormatCell(p.Size(), p.board().cell(s)))
	}
	if _, all := r.AppendAll(p, nil); !all && r.long() {
		return fmt.Errorf("%s has more ways to capture, or longer ones, than any game comes to: take off some of the pieces "+
			"that can be jumped", r.Names[p.turn])
	} else if !all {
		return fmt.Errorf("%s has more than %d ways to capture, which no game comes to: take off some of the pieces that "+
			"can be jumped", r.Names[p.turn], MaxCaptures)
	}
	return nil
}

// preferred keeps the captures that meet the demands best, in place.
func (r *Rules) preferred(p *Position, moves []Move) []Move {
	for _, d := range r.Prefer {
		if d == None || len(moves) == 1 {
			break
		}
		moves = checkers.Greatest(moves, func(m *Move) int { return d.worth(p, m) })
	}
	return moves
}

// worth is how well a capture meets a demand.
func (d Demand) worth(p *Position, m *Move) int {
	switch d {
	case Most:
		return int(m.jumps)
	case ByKing:
		if p.kings.has(m.from) {
			return 1
		}
		return 0
	}
	kings, first, at := 0, maxSquares, m.from
	for i := range int(m.jumps) {
		var over square
		if over, at = m.jump(p.board(), at, i); p.kings.has(over) {
			kings++
			first = min(first, i)
		}
	}
	switch d {
	case MostKings:
		return kings
	case EarliestKing:
		return -first
	default:
		// However many kings there are, two men for each of them are more.
		return 1000*int(m.jumps) + 999*kings
	}
}

func (r *Rules) appendSteps(p *Position, moves []Move) []Move {
	g := p.board()
	for from := range p.pieces[p.turn].all() {
		king := p.kings.has(from)
		if king && r.held(p, from) {
			continue
		}
		for w := stepWays(p.turn, king); w != 0; {
			d := w.next()
			for to := g.step[from][d]; to != none && !p.occupied(to); to = g.step[to][d] {
				m := Move{from: from, to: to, size: p.size, long: r.long()}
				m.path[0] = uint64(d)
				moves = append(moves, m)
				if !king || !r.Flying {
					break
				}
			}
		}
	}
	return moves
}

// long reports how the paths of moves are stored.
func (r *Rules) long() bool { return r.Flying || r.Straight }

func (p *Position) occupied(s square) bool {
	return (p.pieces[First][s>>6]|p.pieces[Second][s>>6])>>(s&63)&1 != 0
}

// empty is the squares on which nothing stands.
func (p *Position) empty() (empty set) {
	g := p.board()
	for w := range g.words {
		empty[w] = g.all[w] &^ (p.pieces[First][w] | p.pieces[Second][w])
	}
	return empty
}

// appendCaptures appends the captures, at most one more than MaxCaptures; all is false where there are more than that.
func (r *Rules) appendCaptures(p *Position, moves []Move, each bool) (_ []Move, all bool) {
	capturers := r.capturers(p)
	if capturers.empty() {
		return moves, true
	}
	before := len(moves)
	c := capture{rules: *r, position: *p, board: p.board(), empty: p.empty(), theirs: p.pieces[p.turn.Opponent()],
		each: each || !r.long() || slices.Contains(r.Prefer[:], EarliestKing), enough: before + MaxCaptures + 1}
	for from := range capturers.all() {
		c.empty.add(from)
		clear(c.seen)
		moves, _ = c.extend(moves, Move{from: from, to: from, size: p.size, long: r.long()}, p.kings.has(from))
		c.empty.remove(from)
	}
	if len(moves)-before > MaxCaptures {
		return moves[:before+MaxCaptures], false
	}
	return moves, !c.cut
}

// different leaves one of the captures by one piece that lead to the same position, in place.
func (r *Rules) different(p *Position, moves []Move) []Move {
	if len(moves) < 2 || !slices.ContainsFunc(moves, func(m Move) bool { return m.jumps > 1 }) {
		return moves
	}
	type result struct {
		from square
		next Position
	}
	kept, seen := moves[:0], make(map[result]bool, len(moves))
	for _, m := range moves {
		if come := (result{m.from, r.Play(*p, m)}); !seen[come] {
			kept, seen[come] = append(kept, m), true
		}
	}
	return kept
}

// capture is what stays the same while one piece jumps: jumped pieces leave the board only when the move is done, but
// cannot be jumped again, and the square that it came from is empty.
type capture struct {
	rules         Rules // copies, since what points to them would be kept with what is seen
	position      Position
	board         *geometry
	theirs, empty set  // theirs without those already jumped
	each          bool // way to take the same pieces is wanted, or matters
	seen          map[stage]bool
	enough        int  // moves: there it ends
	visits        int  // of extend
	cut           bool // something was left out, since there was too much
}

// stage is what a capture on its way has come to: how it goes on depends on nothing else.
type stage struct {
	at   square
	king bool
	left set // to be taken
}

// extend appends every legal capture that begins with m, which ended with a piece that is a king or not; ended says
// that there is m alone.
func (c *capture) extend(moves []Move, m Move, king bool) (_ []Move, ended bool) {
	if c.visits++; m.long && (m.jumps == maxLong && !c.theirs.empty() || c.visits > mostVisits) {
		c.cut = true
		return moves, true
	}
	if !c.each && m.jumps > 1 {
		if c.seen[stage{m.to, king, c.theirs}] {
			return moves, false
		}
	}
	ended = true
	for w := c.rules.captureWays(c.position.turn, king); w != 0 && len(moves) < c.enough; {
		d := w.next()
		over, before := c.board.step[m.to][d], 1
		for king && c.rules.Flying && over != none && c.empty.has(over) {
			over, before = c.board.step[over][d], before+1
		}
		if over == none || !c.theirs.has(over) || c.rules.SpareKings && !king && c.position.kings.has(over) {
			continue
		}
		var some bool
		moves, some = c.land(moves, m, king, d, before, over)
		ended = ended && !some
	}
	switch {
	case len(moves) >= c.enough:
		c.cut = true
	case !ended && !c.each && m.jumps > 1:
		if c.seen == nil {
			c.seen = map[stage]bool{}
		}
		c.seen[stage{m.to, king, c.theirs}] = true
	case ended && m.jumps > 0 && !c.rules.BreakOff:
		moves = append(moves, m)
	}
	return moves, ended
}

// land appends the captures that go on from m by taking a piece; some says that there are any. Where a king may land on
// several squares, and go on from one, it has to.
func (c *capture) land(moves []Move, m Move, king bool, d, before int, over square) (_ []Move, some bool) {
	first, goesOn := len(moves), false
	for to, after := c.board.step[over][d], 1; to != none && c.empty.has(to); to, after = c.board.step[to][d], after+1 {
		next, ended := m.with(d, before, after, to), true
		crowned := !king && c.board.kingRow[c.position.turn].has(to)
		if crowned && c.rules.Crowning == CrownEnds {
			moves = append(moves, next)
		} else {
			if c.rules.BreakOff {
				moves = append(moves, next)
			}
			c.theirs.remove(over)
			moves, ended = c.extend(moves, next, king || crowned && c.rules.Crowning == CrownGoesOn)
			c.theirs.add(over)
		}
		some, goesOn = true, goesOn || !ended
		if !king || !c.rules.Flying {
			return moves, true
		}
	}
	if goesOn && !c.rules.BreakOff {
		moves = append(moves[:first], longer(moves[first:], m.jumps+1)...)
	}
	return moves, some
}

// longer keeps the captures that take more pieces than some, in place.
func longer(moves []Move, jumps uint8) []Move {
	return slices.DeleteFunc(moves, func(m Move) bool { return m.jumps <= jumps })
}

// Play is the position after a legal move; what it does with any other is undefined.
func (r Rules) Play(p Position, m Move) Position {
	r.play(&p, &m)
	return p
}

func (r *Rules) play(p *Position, m *Move) {
	g := p.board()
	mine, theirs := &p.pieces[p.turn], &p.pieces[p.turn.Opponent()]
	king := p.kings.has(m.from)
	mine.remove(m.from)
	p.kings.remove(m.from)
	at := m.from
	for i := range int(m.jumps) {
		var over square
		over, at = m.jump(g, at, i)
		theirs.remove(over)
		p.kings.remove(over)
		king = king || r.Crowning == CrownGoesOn && g.kingRow[p.turn].has(at)
	}
	mine.add(m.to)
	if r.KingRun > 0 {
		p.ran(m, king && m.jumps == 0)
	}
	if king || g.kingRow[p.turn].has(m.to) {
		p.kings.add(m.to)
	}
	p.turn = p.turn.Opponent()
}

// ran brings the runs up to date with a move that was made but for its crown, by a king's step or not.
func (p *Position) ran(m *Move, kingsStep bool) {
	mine := &p.runs[p.turn]
	switch {
	case !kingsStep:
		*mine = run{}
	case mine.at == m.from:
		*mine = run{m.to, mine.steps + 1}
	default:
		*mine = run{m.to, 1}
	}
	for player, pieces := range p.pieces {
		crowned := p.kings
		if kingsStep {
			crowned.add(m.to)
		}
		if men := pieces.without(&crowned); men.empty() || !pieces.has(p.runs[player].at) {
			p.runs[player] = run{}
		}
	}
}

// held reports whether a king of the player to move has taken all the steps in a row that it may.
func (r *Rules) held(p *Position, king square) bool {
	return r.KingRun > 0 && int(p.runs[p.turn].steps) >= r.KingRun && p.runs[p.turn].at == king
}

// CanCapture reports whether the player to move has a capture.
func (r Rules) CanCapture(p Position) bool {
	can := r.capturers(&p)
	return !can.empty()
}

// capturers is the pieces of the player to move that can capture.
func (r *Rules) capturers(p *Position) (can set) {
	g, empty, theirs := p.board(), p.empty(), &p.pieces[p.turn.Opponent()]
	prey, men := *theirs, p.pieces[p.turn].without(&p.kings)
	if r.SpareKings {
		prey = theirs.without(&p.kings)
	}
	g.jumpers(&can, r.captureWays(p.turn, false), &men, &prey, &empty)
	kings := p.pieces[p.turn].without(&men)
	if kings.empty() {
		return can
	}
	if !r.Flying {
		g.jumpers(&can, r.captureWays(p.turn, true), &kings, theirs, &empty)
		return can
	}
	for from := range kings.all() {
		for w := r.captureWays(p.turn, true); w != 0; {
			d := w.next()
			over := g.step[from][d]
			for over != none && empty.has(over) {
				over = g.step[over][d]
			}
			if over != none && theirs.has(over) && g.step[over][d] != none && empty.has(g.step[over][d]) {
				can.add(from)
				break
			}
		}
	}
	return can
}

// jumpers adds those of some pieces that have one of their prey beside them and an empty square behind it.
func (g *geometry) jumpers(can *set, w ways, pieces, prey, empty *set) {
	for w != 0 {
		d := w.next() ^ opposite
		if g.words == 1 {
			can[0] |= g.beside1(g.beside1(empty[0], d)&prey[0], d) & pieces[0]
			continue
		}
		over := g.beside(empty, d, prey)
		from := g.beside(&over, d, pieces)
		can.join(&from)
	}
}

// canStep reports whether the player to move has a piece with an empty square to step to.
func (r *Rules) canStep(p *Position) bool { return r.steps(p) > 0 }

// stuck reports whether the player to move has no legal move.
func (r *Rules) stuck(p *Position) bool { return !r.canStep(p) && !r.CanCapture(*p) }

// steps is how many moves without a capture the player to move has, were there no capture.
func (r *Rules) steps(p *Position) int {
	g, empty := p.board(), p.empty()
	men := p.pieces[p.turn].without(&p.kings)
	n := 0
	for w := forward(p.turn); w != 0; {
		to := g.beside(&men, w.next(), &empty)
		n += to.len()
	}
	kings := p.pieces[p.turn].without(&men)
	for from := range kings.all() {
		if r.held(p, from) {
			continue
		}
		for d := range diagonals {
			for to := g.step[from][d]; to != none && empty.has(to); to = g.step[to][d] {
				n++
				if !r.Flying {
					break
				}
			}
		}
	}
	return n
}
