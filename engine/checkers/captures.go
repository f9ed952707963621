package checkers

import "slices"

// appendCaptures appends the legal captures of the pieces that have some; each as in appendAll.
func (p *Position) appendCaptures(moves []Move, jumpers Set, each bool) []Move {
	before := len(moves)
	if p.Rules&^Optional == 0 && p.Set == English {
		return p.appendJumps(moves, jumpers)
	}
	g := p.grid()
	empty := g.all &^ p.Occupied()
	for ; jumpers != 0; jumpers &= jumpers - 1 {
		from := jumpers.first()
		c := capture{grid: g, rules: p.Rules, theirs: p.Of(p.Turn.Opponent()), empty: empty | from.set(),
			every: p.captureWays(true)}
		if c.prey = c.theirs; p.Kings.Has(from) {
			c.crowned()
		} else {
			c.man(p)
		}
		moves, _ = c.extend(moves, p.leaving(from), 0, from)
	}
	if p.Rules&Demands != 0 {
		moves = append(moves[:before], p.preferred(moves[before:])...)
	}
	if p.Rules&Flying != 0 && !each {
		moves = append(moves[:before], p.different(moves[before:])...)
	}
	return moves
}

// capture is what stays the same while one piece jumps: jumped pieces leave the board only when the move is done, but
// cannot be jumped again, and the square that it came from is empty.
type capture struct {
	grid        *grid
	rules       Rules
	theirs      Set
	prey        Set // what it can take
	empty       Set
	ways, every directionSet // where it goes, and where a king does
	crown       Set          // where it is crowned
	flies       bool
}

// man has a man capture.
func (c *capture) man(p *Position) {
	c.crown, c.ways = c.grid.kingRow[p.Turn], p.captureWays(false)
	if c.rules&SpareKings != 0 {
		c.prey &^= p.Kings
	}
}

// crowned has a king capture.
func (c *capture) crowned() {
	c.prey, c.ways, c.crown, c.flies = c.theirs, c.every, 0, c.rules&Flying != 0
}

// extend appends every legal capture that begins with the n jumps of m, which have come to a square; ended says that
// there is m alone.
func (c *capture) extend(moves []Move, m Move, n uint, at Square) (_ []Move, ended bool) {
	if c.flies {
		return c.fly(moves, m, n, at)
	}
	ended = true
	prey := c.prey &^ m.Captured()
	leaps := &c.grid.jump[at%anySquare]
	for w := c.ways; w != 0; {
		d := w.next()
		if l := &leaps[d]; prey&l.over != 0 && c.empty&l.landing != 0 {
			moves, _ = c.land(moves, m.jumping(n, d, l.over, 0), n+1, l.to)
			ended = false
		}
	}
	if ended && n > 0 && c.rules&BreakOff == 0 {
		moves = append(moves, m.ending(at))
	}
	return moves, ended
}

// land appends the captures that begin with m, whose last jump has come to a square; ended says that there is m alone.
func (c *capture) land(moves []Move, m Move, n uint, at Square) (_ []Move, ended bool) {
	on := c
	if c.crown.Has(at) && c.rules&CrownAtEnd == 0 {
		m.ends |= 1 << crownedAt
		if c.rules&CrownGoesOn == 0 {
			return append(moves, m.ending(at)), true
		}
		king := *c
		king.crowned()
		on = &king
	}
	if c.rules&BreakOff != 0 {
		moves = append(moves, m.ending(at))
	}
	return on.extend(moves, m, n, at)
}

// fly is extend for a king that flies. Where it may land on several squares, and go on from one, it has to.
func (c *capture) fly(moves []Move, m Move, n uint, at Square) (_ []Move, ended bool) {
	ended = true
	for w := c.ways; w != 0; {
		d := w.next()
		over := c.grid.flight(at, d, c.empty)
		if !(c.theirs &^ m.Captured()).Has(over) {
			continue
		}
		before, goesOn, to := len(moves), false, c.grid.next[over%anySquare][d]
		for beyond := uint(0); c.empty.Has(to); to, beyond = c.grid.next[to%anySquare][d], beyond+1 {
			var last bool
			moves, last = c.land(moves, m.jumping(n, d, over.set(), beyond), n+1, to)
			goesOn, ended = goesOn || !last, false
		}
		if goesOn && c.rules&BreakOff == 0 {
			longer := slices.DeleteFunc(moves[before:], func(m Move) bool { return uint(m.Captured().Len()) <= n+1 })
			moves = moves[:before+len(longer)]
		}
	}
	if ended && n > 0 && c.rules&BreakOff == 0 {
		moves = append(moves, m.ending(at))
	}
	return moves, ended
}

// preferred keeps the captures that meet the demands best, in place.
func (p *Position) preferred(moves []Move) []Move {
	for d := Most; d <= EarliestKing; d <<= 1 {
		if p.Rules&d != 0 {
			moves = Greatest(moves, func(m *Move) int { return p.worth(d, *m) })
		}
	}
	return moves
}

// Greatest keeps the moves that are worth the most, in place.
func Greatest[M any](moves []M, worth func(*M) int) []M {
	kept, most := moves[:0], 0
	for i := range moves {
		is := worth(&moves[i])
		if len(kept) == 0 || is > most {
			kept, most = kept[:0], is
		}
		if is == most {
			kept = append(kept, moves[i])
		}
	}
	return kept
}

// different keeps one of the captures by one piece that come to the same, in place.
func (p *Position) different(moves []Move) []Move {
	kept := moves[:0]
	for _, m := range moves {
		if !slices.ContainsFunc(kept, func(k Move) bool { return p.same(k, m) }) {
			kept = append(kept, m)
		}
	}
	return kept
}

// same reports whether two moves come to the same, by whatever way.
func (p Position) same(a, b Move) bool {
	return a.Captured() == b.Captured() && a.From() == b.From() && a.To() == b.To() && p.Crowns(a) == p.Crowns(b)
}

// worth is how well a capture meets a demand.
func (p Position) worth(demand Rules, m Move) int {
	switch demand {
	case Most:
		return m.Captured().Len()
	case Value: // however many kings there are, two men for each of them are more
		return 1000*m.Captured().Len() + 999*(m.Captured()&p.Kings).Len()
	case ByKing:
		return (p.Kings & m.From().set()).Len()
	case MostKings:
		return (m.Captured() & p.Kings).Len()
	default: // EarliestKing
		if m.Captured()&p.Kings == 0 {
			return -MostSquares
		}
		return -slices.IndexFunc(m.CapturedInOrder(), p.Kings.Has)
	}
}

// appendJumps is appendCaptures in English draughts, where less can happen: by capture, which does the same, lines of
// play are counted a sixth slower.
func (p *Position) appendJumps(moves []Move, jumpers Set) []Move {
	empty := all8 &^ p.Occupied()
	j := jumps{theirs: p.Of(p.Turn.Opponent())}
	for ; jumpers != 0; jumpers &= jumpers - 1 {
		from := jumpers.first()
		j.empty = empty | from.set()
		j.first, j.last = p.forward()
		j.crown = grids[Board8].kingRow[p.Turn]
		if p.Kings.Has(from) {
			j.first, j.last, j.crown = downLeft, diagonals, 0
		}
		moves = j.extend(moves, p.leaving(from), 0, from)
	}
	return moves
}

// jumps is capture in English draughts.
type jumps struct {
	theirs, empty, crown Set
	first, last          uint
}

// extend appends every legal capture that begins with the n jumps of m, which have come to a square.
func (j *jumps) extend(moves []Move, m Move, n uint, at Square) []Move {
	ended := true
	theirs := j.theirs &^ m.Captured()
	leaps := &grids[Board8].jump[at%anySquare]
	for d := j.first; d < j.last; d++ {
		l := &leaps[d%diagonals]
		if theirs&l.over == 0 || j.empty&l.landing == 0 {
			continue
		}
		next := m.jumping(n, d, l.over, 0)
		if j.crown&l.landing != 0 {
			next.ends |= 1 << crownedAt
			moves = append(moves, next.ending(l.to))
		} else {
			moves = j.extend(moves, next, n+1, l.to)
		}
		ended = false
	}
	if ended {
		moves = append(moves, m.ending(at))
	}
	return moves
}
