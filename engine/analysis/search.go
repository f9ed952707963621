package analysis

import (
	"context"
	"slices"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
)

// mostForced is the number of forced moves in a row that are played before a search; kings can be forced to and fro
// for ever.
const mostForced = 40

// Search is search.Searcher.Search, but it plays forced moves first and searches where there is something to choose:
// a single legal move, which a player makes at once, says nothing about what the position is worth. Depth counts from
// there. Where forced moves lead to the end of the game, the result is certain and has depth 0. Without a legal move
// the error is search.ErrNoMoves.
func Search(ctx context.Context, s *search.Searcher, r search.Request, report func(search.Info)) (search.Result,
	error) {
	forced := forcedLine(r.Position)
	if len(forced) == 0 {
		return s.Search(ctx, r, report)
	}
	r.History = slices.Clone(r.History)
	for _, m := range forced {
		r.History = append(r.History, r.Position)
		r.Position = r.Position.Play(m)
	}
	whole := func(rest search.Result) search.Result {
		rest.Move = forced[0]
		rest.Score = earlier(rest.Score, len(forced))
		rest.PV = append(slices.Clone(forced), rest.PV...)
		return rest
	}
	if len(r.Position.Moves()) == 0 {
		return whole(search.Result{Score: -search.Win, Counted: true}), nil
	}
	result, err := s.Search(ctx, r, func(info search.Info) {
		if report != nil {
			report(whole(info))
		}
	})
	return whole(result), err
}

// forcedLine is the moves from a position up to where there is a choice or none.
func forcedLine(p checkers.Position) (line []checkers.Move) {
	for len(line) < mostForced {
		moves := p.Moves()
		if len(moves) != 1 {
			break
		}
		line = append(line, moves[0])
		p = p.Play(moves[0])
	}
	return line
}

// earlier is a score as the side to move sees it that many plies before.
func earlier(score, plies int) int {
	for range plies {
		score = -score
		if _, decided := search.Distance(score); !decided {
			continue
		}
		if score > 0 {
			score--
		} else {
			score++
		}
	}
	return score
}
