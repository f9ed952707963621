package variant

import (
	"fmt"
	"slices"
)

// MaxCaptures is how many captures are listed of a position at the most, every path on its own. Games do not come
// near it; but somebody may set up a king among pieces on every second square of every second row. On the board of
// size 8 it has up to 16 paths to their ends, and on larger ones 144, 5,944 and 537,890, and on that of size 16 more
// than 15 million.
const MaxCaptures = 4096

// Moves lists the legal moves, every path of a capture on its own; nil means that the player to move has lost. A
// broken off capture is a move of its own. Of a position that Validate refuses, and what comes of it, it is the first
// MaxCaptures captures, or the longest among them.
func (r Rules) Moves(p Position) []Move { return r.AppendMoves(p, nil) }

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
	before := len(moves)
	moves = r.appendCaptures(&p, moves)
	captures := len(moves) - before
	all = captures <= MaxCaptures
	if !all {
		moves = moves[:before+MaxCaptures]
	}
	if captures > 0 {
		if r.Most {
			moves = append(moves[:before], mostOf(moves[before:])...)
		}
		if r.Compulsory {
			return moves, all
		}
	}
	return appendSteps(&p, moves), all
}

// Validate says why no game begins at a position: what Position.Validate says, or that it has more than MaxCaptures
// captures.
func (r Rules) Validate(p Position) error {
	if err := p.Validate(); err != nil {
		return err
	}
	if _, all := r.AppendAll(p, nil); !all {
		return fmt.Errorf("%s has more than %d ways to capture, which no game comes to: take off some of the pieces that "+
			"can be jumped", r.Names[p.turn], MaxCaptures)
	}
	return nil
}

// mostOf keeps the moves that take the most pieces, in place.
func mostOf(moves []Move) []Move {
	most := uint8(0)
	for _, m := range moves {
		most = max(most, m.jumps)
	}
	kept := moves[:0]
	for _, m := range moves {
		if m.jumps == most {
			kept = append(kept, m)
		}
	}
	return kept
}

func appendSteps(p *Position, moves []Move) []Move {
	g := p.board()
	for from := range p.pieces[p.turn].all() {
		first, last := reach(p.turn, p.kings.has(from))
		for d := first; d < last; d++ {
			if to := g.step[from][d]; to != none && !p.occupied(to) {
				m := Move{from: from, to: to, size: p.size}
				m.path[0] = uint64(d)
				moves = append(moves, m)
			}
		}
	}
	return moves
}

func (p *Position) occupied(s square) bool {
	return (p.pieces[First][s>>6]|p.pieces[Second][s>>6])>>(s&63)&1 != 0
}

// appendCaptures appends the captures, at most one more than MaxCaptures.
func (r *Rules) appendCaptures(p *Position, moves []Move) []Move {
	g := p.board()
	c := capture{rules: r, board: g, player: p.turn, enough: len(moves) + MaxCaptures + 1}
	for w := range g.words {
		c.empty[w] = ^(p.pieces[First][w] | p.pieces[Second][w])
	}
	c.theirs = p.pieces[p.turn.Opponent()]
	for from := range p.pieces[p.turn].all() {
		c.empty.add(from)
		moves = c.extend(moves, Move{from: from, to: from, size: p.size}, p.kings.has(from))
		c.empty.remove(from)
	}
	return moves
}

// capture is what stays the same while one piece jumps: jumped pieces leave the board only when the move is done, but
// cannot be jumped again, and the square that it came from is empty.
type capture struct {
	rules         *Rules
	board         *geometry
	player        Player
	theirs, empty set // theirs without those already jumped
	enough        int // moves: there it ends
}

// extend appends every legal capture that begins with m, which ended with a piece that is a king or not.
func (c *capture) extend(moves []Move, m Move, king bool) []Move {
	ended := true
	first, last := reach(c.player, king)
	for d := first; d < last && len(moves) < c.enough; d++ {
		to := c.board.leap[m.to][d]
		if to == none || !c.empty.has(to) {
			continue
		}
		over := c.board.step[m.to][d]
		if !c.theirs.has(over) {
			continue
		}
		ended = false
		next := m.with(d, to)
		crowned := !king && c.board.kingRow[c.player].has(to)
		if crowned && !c.rules.CrownGoesOn {
			moves = append(moves, next)
			continue
		}
		if c.rules.BreakOff {
			moves = append(moves, next)
		}
		c.theirs.remove(over)
		moves = c.extend(moves, next, king || crowned)
		c.theirs.add(over)
	}
	if ended && m.jumps > 0 && !c.rules.BreakOff && len(moves) < c.enough {
		moves = append(moves, m)
	}
	return moves
}

// Play is the position after a legal move; what it does with any other is undefined.
func (r Rules) Play(p Position, m Move) Position {
	g := p.board()
	mine, theirs := &p.pieces[p.turn], &p.pieces[p.turn.Opponent()]
	king := p.kings.has(m.from)
	mine.remove(m.from)
	p.kings.remove(m.from)
	at := m.from
	for i := range int(m.jumps) {
		d := m.direction(i)
		over := g.step[at][d]
		theirs.remove(over)
		p.kings.remove(over)
		at = g.leap[at][d]
		king = king || g.kingRow[p.turn].has(at)
	}
	mine.add(m.to)
	if king || g.kingRow[p.turn].has(m.to) {
		p.kings.add(m.to)
	}
	p.turn = p.turn.Opponent()
	return p
}

// CanCapture reports whether the player to move has a capture.
func (p Position) CanCapture() bool {
	g := p.board()
	theirs := &p.pieces[p.turn.Opponent()]
	for from := range p.pieces[p.turn].all() {
		first, last := reach(p.turn, p.kings.has(from))
		for d := first; d < last; d++ {
			to := g.leap[from][d]
			if to != none && theirs.has(g.step[from][d]) && !p.occupied(to) {
				return true
			}
		}
	}
	return false
}

// canStep reports whether the player to move has a piece with an empty square to step to.
func (p *Position) canStep() bool {
	g := p.board()
	for from := range p.pieces[p.turn].all() {
		first, last := reach(p.turn, p.kings.has(from))
		for d := first; d < last; d++ {
			if to := g.step[from][d]; to != none && !p.occupied(to) {
				return true
			}
		}
	}
	return false
}
