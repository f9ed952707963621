package league

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"draughtsman/engine/search/zerosum"
	"draughtsman/engine/variant"
)

// lookAhead plays a best move as plain minimax to a depth sees it, any of those that are equally good.
type lookAhead struct {
	free
	source  *rand.Rand
	scoring variant.Scoring
	method  zerosum.Method
}

func (l lookAhead) Choose(ctx context.Context, game *variant.Game, _ time.Duration) (variant.Move, error) {
	answer, err := l.answer(ctx, game, l.shuffled(game))
	if ctx.Err() != nil {
		return variant.Move{}, ErrLate
	}
	return answer.Move, err
}

func (l lookAhead) answer(ctx context.Context, game *variant.Game, root []variant.Move) (zerosum.Answer[variant.Move],
	error) {
	return variant.LookAhead(ctx, game.Rules(), l.scoring, game.State(), root, l.method)
}

// shuffled is the legal moves in any order. The first of the best moves in any order is any of the best.
func (l lookAhead) shuffled(game *variant.Game) []variant.Move {
	moves := game.Rules().SortedMoves(game.Position())
	l.source.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	return moves
}

// simpleAI is the program of that name which came with the league: minimax to a growing depth over men at 1 and kings
// at 3, in 85 % of its time.
type simpleAI struct{ lookAhead }

// simpleShare is what SimpleAI uses of its time, in hundredths.
const simpleShare = 85

// withoutLimit is how deep SimpleAI looks where it has all the time there is.
const withoutLimit = 6

func (s simpleAI) Choose(ctx context.Context, game *variant.Game, limit time.Duration) (variant.Move, error) {
	root := s.shuffled(game)
	if len(root) == 1 {
		return root[0], nil
	}
	deepest := withoutLimit
	if limit > 0 {
		deepest = zerosum.MaxPly
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit*simpleShare/100)
		defer cancel()
	}
	best := root[0]
	for s.method.Depth = 1; s.method.Depth <= deepest; s.method.Depth++ {
		answer, err := s.answer(ctx, game, root)
		if err != nil { // the time is up, and what it has is half an answer
			break
		}
		best = answer.Move
		if plies, decided := zerosum.Distance(answer.Score); decided && plies <= s.method.Depth {
			break
		}
		// What was best is tried first, so that the best of equals stays.
		at := slices.Index(root, best)
		root = slices.Insert(slices.Delete(root, at, at+1), 0, best)
	}
	return best, nil
}
