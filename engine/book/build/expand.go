package build

import (
	"context"
	"fmt"

	"draughtsman/engine/book"
	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
)

// Found is what a search found of a position: the score of each of its moves, in the order of Position.Moves. Of moves
// that lead to the same position there is one.
type Found struct {
	Position checkers.Position
	Moves    []book.Scored
}

const (
	// nodesPerMB are the nodes for a move that have room, with those for the position's other moves, in one unit of a
	// transposition table, and mostMB is the largest table.
	nodesPerMB = 6000
	mostMB     = 256
	// firstLook is the part of the nodes that every move gets, and clearlyWorse how far below the best of them, in
	// hundredths of a man, a move gets no more than that.
	firstLook    = 8
	clearlyWorse = 75
)

// newSearcher is a searcher as expand needs it.
func newSearcher(s book.Settings) *search.Searcher {
	return search.New(search.Options{TableMB: int(min(mostMB, max(1, s.Nodes/nodesPerMB)))})
}

// expand searches each move of a position. What it finds depends on the position and the settings alone. When ctx ends
// the error is its cause.
func expand(ctx context.Context, s *search.Searcher, p checkers.Position, settings book.Settings) (Found, error) {
	s.Reset()
	found := Found{Position: p}
	best := -search.Win
	for _, m := range book.Distinct(p) {
		score, err := scoreOf(ctx, s, p.Play(m), max(settings.Nodes/firstLook, 1))
		if err != nil {
			return Found{}, err
		}
		found.Moves = append(found.Moves, book.Scored{Move: m, Score: -score})
		best = max(best, -score)
	}
	for i, m := range found.Moves {
		if m.Score < best-clearlyWorse {
			continue
		}
		score, err := scoreOf(ctx, s, p.Play(m.Move), settings.Nodes)
		if err != nil {
			return Found{}, err
		}
		found.Moves[i].Score = -score
	}
	return found, nil
}

// scoreOf is what a position is worth to the side to move. Forced moves are played out first, since a search answers
// them without looking further; those of kings are not, which might never end.
func scoreOf(ctx context.Context, s *search.Searcher, p checkers.Position, nodes uint64) (int, error) {
	sign := 1
	for {
		moves := p.Moves()
		if len(moves) == 0 {
			return -sign * search.Win, nil
		}
		if len(moves) > 1 || !moves[0].IsCapture() && p.Kings.Has(moves[0].From()) {
			break
		}
		p, sign = p.Play(moves[0]), -sign
	}
	r, err := s.Search(ctx, search.Request{Position: p, Nodes: nodes}, nil)
	if err != nil {
		return 0, fmt.Errorf("search %s: %w", p.FEN(), err)
	}
	if ctx.Err() != nil {
		return 0, context.Cause(ctx)
	}
	return sign * r.Score, nil
}
