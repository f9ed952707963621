package zerosum

import "time"

// stability is what the depths searched so far have shown of how hard a decision is.
type stability[M any] struct {
	kind   int  // of the best move
	score  int  // in units of the game's estimate
	steady int  // depths in a row with the same best move
	fallen bool // by more than scoreDrop at the last depth
}

// scoreDrop is how many units of the game's estimate a score falls by, from one depth to the next, for a decision to
// be a hard one.
const scoreDrop = 30

// Depths in a row with the same best move, after which a search may end after three and after two fifths of the time
// that the move is worth.
const (
	steadyDepths     = 2
	verySteadyDepths = 6
)

// after is the stability once another depth has been searched.
func (p stability[M]) after(rank func(M) (kind, gain int), r Result[M]) stability[M] {
	kind, _ := rank(r.Move)
	next := stability[M]{kind: kind, score: r.Score}
	if r.Depth <= 1 {
		return next
	}
	// A win or a loss that is certain stays one, by whichever move; how far away it seems changes.
	decided := Certain(r.Score) && Certain(p.score) && (r.Score > 0) == (p.score > 0)
	next.fallen = !decided && r.Score < p.score-scoreDrop
	if decided || kind == p.kind {
		next.steady = p.steady + 1
	}
	return next
}

// budget is how much of the time that a move is worth is worth spending before the next depth, which takes about as
// long as all before it together.
func (p stability[M]) budget(enough time.Duration) time.Duration {
	switch {
	case p.fallen:
		return enough * 2
	case p.steady >= verySteadyDepths:
		return enough * 2 / 5
	case p.steady >= steadyDepths:
		return enough * 3 / 5
	}
	return enough
}
