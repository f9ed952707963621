package csci561

import (
	"context"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
	"draughtsman/engine/search/zerosum"
)

// DrawnAfter is the number of turns in a row without a capture and without a crowning that ends a game.
const DrawnAfter = 50

// rules are the rules as a search sees them: English draughts, but that a man's move, too, brings the draw nearer.
type rules struct{ search.English }

// Reversible reports whether nothing was captured or crowned.
func (rules) Reversible(before, after checkers.Position) bool { return quiet(before, after) }

func quiet(before, after checkers.Position) bool {
	return before.Occupied().Len() == after.Occupied().Len() && before.Kings.Len() == after.Kings.Len()
}

// searcher is a search of these rules.
type searcher = zerosum.Searcher[checkers.Position, checkers.Move]

// newSearcher is a searcher that goes by the weights that package search has learnt, or by the evaluation written by
// hand.
func newSearcher(learnt bool, options search.Options) *searcher {
	var r rules
	if learnt {
		r.Weights, _ = search.Learnt()
	}
	return zerosum.New(r, r, DrawnAfter, options)
}

// Minimax is the reference opponent's move: the first of those that a search of so many plies, 1 or more, finds best
// without leaving anything out. There must be a legal move.
func Minimax(p checkers.Position, depth int) checkers.Move {
	// There is no error where there is a move and nothing ends the search.
	answer, _ := zerosum.LookAhead(context.Background(), rules{}, p, zerosum.Method{Depth: depth, Estimate: true})
	return answer.Move
}
