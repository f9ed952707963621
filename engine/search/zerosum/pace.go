package zerosum

import "time"

// pace is what the depths searched so far have shown of how hard a decision is.
type pace[M any] struct {
	kind   int // of the best move
	score  int
	steady int // depths in a row with the same best move
	fallen bool
}

// fall is how many units of the game's estimate less a deeper search has to see
// for a decision to be a hard one.
const fall = 30

func (p pace[M]) next(rank func(M) (kind, gain int), r Result[M]) pace[M] {
	kind, _ := rank(r.Move)
	next := pace[M]{kind: kind, score: r.Score, fallen: r.Depth > 1 && r.Score < p.score-fall}
	if r.Depth > 1 && kind == p.kind {
		next.steady = p.steady + 1
	}
	return next
}

// worth is how much of the time that a move is worth is worth spending before
// the next depth, which takes about as long as all before it together.
func (p pace[M]) worth(enough time.Duration) time.Duration {
	switch {
	case p.fallen:
		return enough * 2
	case p.steady >= 6:
		return enough * 2 / 5
	case p.steady >= 2:
		return enough * 3 / 5
	}
	return enough
}
