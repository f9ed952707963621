package variant

import "draughtsman/engine/checkers"

// FromCheckers is a position of package checkers in this package's form; First has the black pieces.
func FromCheckers(p checkers.Position) Position {
	q := Position{size: uint8(p.Set.Board().Size()), turn: Player(p.Turn)}
	q.pieces[First][0], q.pieces[Second][0] = uint64(p.Black), uint64(p.White)
	q.kings[0] = uint64(p.Kings)
	for player := range q.runs {
		if at, steps := p.Run(checkers.Side(player)); at != 0 {
			q.runs[player] = run{square(at - 1), square(steps)}
		}
	}
	return q
}

// Checkers is a position in the form of package checkers, Black for First, and moves by the rules there; false where
// they are not known there or the board has another size.
func (r Rules) Checkers(p Position) (checkers.Position, bool) {
	moves, known := r.onCheckers()
	set, fits := r.playedOn(p.Size())
	q := checkers.Position{
		Black: checkers.Set(p.pieces[First][0]), White: checkers.Set(p.pieces[Second][0]),
		Kings: checkers.Set(p.kings[0]), Mover: checkers.Mover{Turn: checkers.Side(p.turn), Set: set, Rules: moves},
	}
	for player, r := range p.runs {
		if r.steps > 0 {
			q = q.WithRun(checkers.Side(player), checkers.Square(r.at+1), int(r.steps))
		}
	}
	return q, known && fits
}

// playedOn is a game of package checkers on whose board this one is played where that has a size.
func (r Rules) playedOn(size int) (checkers.RuleSet, bool) {
	switch {
	case size == 8 && !r.Straight:
		return checkers.English, true
	case size == 10 && r.Straight:
		return checkers.Frisian, true
	}
	return checkers.International, size == 10
}

// FromCheckersMove is a move of package checkers in this package's form.
func (r Rules) FromCheckersMove(m checkers.Move) Move {
	path, captured := m.Path(), m.CapturedInOrder()
	if path == nil {
		return Move{}
	}
	from := square(path[0] - 1)
	move := Move{from: from, to: from, size: uint8(m.Board().Size()), long: r.long()}
	g := move.board()
	for i, next := range path[1:] {
		to := square(next - 1)
		for d := range directions {
			n := g.steps(move.to, to, d)
			switch {
			case n == 0:
				continue
			case captured == nil:
				move.path[0], move.to = uint64(d), to
			default:
				before := g.steps(move.to, square(captured[i]-1), d)
				move = move.with(d, before, n-before, to)
			}
			break
		}
	}
	return move
}

// steps is how many steps it is from one square to another in a direction; 0 where it does not lie there.
func (g *geometry) steps(from, to square, d int) int {
	for n := 1; ; n++ {
		switch from = g.step[from][d]; from {
		case none:
			return 0
		case to:
			return n
		}
	}
}
