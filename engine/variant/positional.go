package variant

import (
	"draughtsman/engine/checkers"
	"draughtsman/engine/endgame"
	"draughtsman/engine/search"
)

// What things are worth, in hundredths of a man. The values are set by hand.
const (
	manValue     = 100
	guardValue   = 6  // a man on the back row while the other side has men to crown
	bridgeValue  = 8  // shared by men on every second square of it, which guard it all
	advanceValue = 20 // a man on the last row but one, less the further back
	centreValue  = 2  // a man away from the edge
	roomValue    = 6  // a king away from the edge
	moveValue    = 2  // a square that a piece can step to
	stuckKing    = 22 // a king that cannot step
	chaseValue   = 4  // a step nearer to the nearest piece of the weaker side

	// exchangeShare is how a lead grows as pieces leave the board: by one part in so many for all of them.
	exchangeShare = 2
)

// Positional is the usual score: by the weights that come with the program on boards of size 8, and of size 10 where
// kings fly and men capture backwards, and elsewhere written by hand. That goes by pieces, men that have come far or
// guard the back row, room to move, a lead that is worth more the fewer pieces are left, and the hunt at the end.
func Positional() Scoring {
	return positionalBy(func(board checkers.Board, moves checkers.Rules) (*search.Weights, bool) {
		weights, _ := search.LearntBy(board, moves)
		return weights, weights != nil
	})
}

// Foundation is search.Foundation where Positional goes by weights.
func Foundation() Scoring {
	return positionalBy(func(checkers.Board, checkers.Rules) (*search.Weights, bool) { return nil, true })
}

// positionalBy has weights for a board and some moves; false to score by hand.
func positionalBy(weights func(checkers.Board, checkers.Rules) (*search.Weights, bool)) Scoring {
	return Scoring{
		Name: "positional", About: "pieces, advance, back row, room to move, and the hunt when ahead",
		Score: func(r Rules, p Position) int {
			if fast, ok := r.Checkers(p); ok {
				if w, ok := weights(fast.Set.Board(), fast.Rules); ok {
					return search.English{Weights: w}.Evaluate(fast)
				}
			}
			return positional(p, search.KingValue(r.Flying))
		},
		fast: func(board checkers.Board, moves checkers.Rules) func(checkers.Position) int {
			if w, ok := weights(board, moves); ok {
				return search.English{Weights: w}.Evaluate
			}
			return nil
		},
		tables: endgame.Shipped(),
	}
}

func positional(p Position, king int) int {
	g := p.board()
	mine, theirs := p.sides()
	lead := mine.material(king) - theirs.material(king)
	full := g.squares - g.size
	gone := full - p.pieces[First].len() - p.pieces[Second].len()
	score := lead + lead*gone/(full*exchangeShare) + mine.placement() - theirs.placement()
	switch {
	case lead > manValue/2:
		score -= mine.toChase()
	case lead < -manValue/2:
		score += theirs.toChase()
	}
	return score
}

// side is a player's pieces on a board, as scores see them.
type side struct {
	*Position
	player Player
}

// sides are that of the player to move, and the other one.
func (p *Position) sides() (mine, theirs side) { return side{p, p.turn}, side{p, p.turn.Opponent()} }

func (p side) material(king int) int {
	kings := p.pieces[p.player].shared(&p.kings)
	return manValue*p.pieces[p.player].len() + (king-manValue)*kings
}

// placement is what the pieces are worth where they stand.
func (p side) placement() int {
	theirMen := p.pieces[p.player.Opponent()].len() > p.pieces[p.player.Opponent()].shared(&p.kings)
	total := 0
	for s := range p.pieces[p.player].all() {
		king := p.kings.has(s)
		room := p.room(s, king)
		total += moveValue * room
		switch {
		case king && room == 0:
			total -= stuckKing
		case king:
			total += p.unlessEdge(s, roomValue)
		default:
			total += p.unlessEdge(s, centreValue) + p.man(s, theirMen)
		}
	}
	return total
}

// man is what a man has by the row that it stands on.
func (p side) man(s square, guards bool) int {
	size := p.Size()
	row := p.advance(s) - 1
	value := advanceValue * row * (row + size) / ((size - 2) * (2*size - 2))
	if row == 0 && guards {
		value += guardValue
		c := p.board().cell(s)
		if p.player == Second {
			c = c.Turned(size)
		}
		if c.Column%4 == 1 {
			value += 4 * bridgeValue / size
		}
	}
	return value
}

func (p side) unlessEdge(s square, value int) int {
	if p.board().edge.has(s) {
		return 0
	}
	return value
}

// room is the number of squares that a piece can step to.
func (p side) room(s square, king bool) int {
	n := 0
	for w := stepWays(p.player, king); w != 0; {
		if to := p.board().step[s][w.next()]; to != none && !p.occupied(to) {
			n++
		}
	}
	return n
}

// toChase is how far the stronger player's kings are from their prey. Without it a won ending may be shuffled into a
// draw.
func (p side) toChase() int {
	g := p.board()
	total := 0
	prey := &p.pieces[p.player.Opponent()]
	for s := range p.pieces[p.player].all() {
		if !p.kings.has(s) {
			continue
		}
		nearest := g.size
		for other := range prey.all() {
			nearest = min(nearest, steps(g.cell(s), g.cell(other)))
		}
		total += chaseValue * nearest
	}
	return total
}

// steps is the number of steps that a king takes from one cell to another on an empty board.
func steps(a, b Cell) int {
	rows, columns := a.Row-b.Row, a.Column-b.Column
	return max(rows, -rows, columns, -columns)
}
