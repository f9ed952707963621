package variant

import (
	"draughtsman/engine/checkers"
	"draughtsman/engine/search/zerosum"
)

// Board is a rule set as zerosum sees it, on boards of one kind, in positions P and moves M of that kind: Model on
// any board, Fast on those of sizes 8 and 10. The ends that need a game's history, repetition and the limit, are left
// to the search; Exact has the limit within its states.
type Board[P, M any] interface {
	zerosum.Game[P, M]
	zerosum.Guide[P, M]
	zerosum.Umpire[P]
	zerosum.StandPat[P]
	// Counts reports whether a legal move goes towards the limit.
	Counts(position P, move M) bool
	// Limit is how many moves in a row may count where a position stands; 0 for any number.
	Limit(position P) int
	// Over reports whether the player to move has no move.
	Over(position P) bool
}

// form is how a kind of board has positions and moves Q and N.
type form[P, M, Q, N any] struct {
	in  func(Q) P
	out func(M) N
}

// anyForm is for those that are a board's own.
func anyForm[P, M any]() form[P, M, P, M] {
	return form[P, M, P, M]{func(p P) P { return p }, func(m M) M { return m }}
}

// fastForm is for positions of a size for which a rule set IsFast.
func fastForm(r Rules) form[checkers.Position, checkers.Move, Position, Move] {
	in := func(p Position) checkers.Position {
		q, _ := r.Checkers(p)
		return q
	}
	return form[checkers.Position, checkers.Move, Position, Move]{in, r.FromCheckersMove}
}

func (f form[P, M, Q, N]) allIn(positions []Q) []P {
	all := make([]P, len(positions))
	for i, p := range positions {
		all[i] = f.in(p)
	}
	return all
}
