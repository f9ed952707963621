package variant

import (
	"context"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search/zerosum"
)

// LookAhead is zerosum.LookAhead of a state of a rule set, with its limit, on the faster board where there is one.
// Its moves are tried in the order of first, which has all of them; nil for the order in which they are listed. The
// first of the best ones is the answer.
func LookAhead(ctx context.Context, r Rules, sc Scoring, s State, first []Move,
	method zerosum.Method) (zerosum.Answer[Move], error) {
	if size := s.Position.Size(); r.IsFast(size) {
		return lookAhead[checkers.Position, checkers.Move](ctx, r, NewFast(r, size, sc), fastForm(r), s, first, method)
	}
	return lookAhead[Position, Move](ctx, r, Model{r, sc}, anyForm[Position, Move](), s, first, method)
}

func lookAhead[P comparable, M any](
	ctx context.Context, r Rules, board Board[P, M], f form[P, M, Position, Move], s State, first []Move,
	method zerosum.Method,
) (zerosum.Answer[Move], error) {
	at := StateOf[P]{f.in(s.Position), s.Count}
	game := zerosum.Game[StateOf[P], M](Exact[P, M]{r, board})
	if first != nil {
		ordered := map[Move]M{}
		for _, m := range game.AppendMoves(at, nil) {
			ordered[f.out(m)] = m
		}
		moves := make([]M, len(first))
		for i, m := range first {
			moves[i] = ordered[m]
		}
		game = reordered[P, M]{game, at, moves}
	}
	a, err := zerosum.LookAhead(ctx, game, at, method)
	return zerosum.Answer[Move]{Move: f.out(a.Move), Score: a.Score, States: a.States}, err
}

// reordered is a game whose moves come in an order of their own at one state.
type reordered[P comparable, M any] struct {
	zerosum.Game[StateOf[P], M]
	at    StateOf[P]
	moves []M
}

func (r reordered[P, M]) AppendMoves(s StateOf[P], moves []M) []M {
	if s == r.at {
		return append(moves, r.moves...)
	}
	return r.Game.AppendMoves(s, moves)
}
