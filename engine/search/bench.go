package search

import (
	"context"
	"fmt"

	"draughtsman/engine/checkers"
)

// benchPositions are the start, and openings, middle games and endings of games that the engine played.
var benchPositions = []string{
	"B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
	"W:W17,19,21,24,25,27,28,29,30,31,32:B1,2,3,4,6,7,8,9,10,12,16",
	"W:W13,18,21,22,24,26,28,29,31,32:B2,3,4,5,6,7,9,11,12,14",
	"B:W20,21,22,23,26,28,29,31,32:B1,2,3,4,5,7,9,15,19",
	"W:W13,20,21,22,26,28,30,31,32:B2,4,5,6,7,8,9,10,14",
	"B:W11,17,22,26,28,29,31,32:B1,2,3,5,9,15,16",
	"W:W13,17,19,21,23,28,31:B2,5,6,7,11,12,20",
	"W:W13,17,20,23,24,28,30:B2,5,6,7,11,12,22",
	"B:W8,13,17,21,23,27,32:B2,5,7,10,14,28",
	"B:WK2,9,14,17,21,32:B5,15,25,28",
	"W:W13,14,18,24:B2,5,12,27,K31",
	"W:W6,14,24:B5,16,K23,27",
	"W:WK7,10,28:B14,16,27",
	"B:WK5,K6,K7:BK28,K32",
}

// Benched is what a search of a fixed set of positions to a fixed depth came to.
type Benched struct {
	Positions int
	// Nodes is how many positions were looked at. It is the same on every machine, and changes when anything changes
	// that the search sees or does: a signature of it.
	Nodes uint64
}

// Bench searches a fixed set of positions to a depth in plies, each by the searcher after Reset. When the context ends
// the error is its cause.
func Bench(ctx context.Context, s *Searcher, depth int) (Benched, error) {
	done := Benched{Positions: len(benchPositions)}
	for _, fen := range benchPositions {
		p, err := checkers.ParseFEN(fen)
		if err != nil {
			return Benched{}, fmt.Errorf("position of the benchmark: %w", err)
		}
		s.Reset()
		r, err := s.Search(ctx, Request{Position: p, Depth: depth}, nil)
		if err != nil {
			return Benched{}, fmt.Errorf("search %s: %w", fen, err)
		}
		if ctx.Err() != nil {
			return Benched{}, context.Cause(ctx)
		}
		done.Nodes += r.Nodes
	}
	return done, nil
}
