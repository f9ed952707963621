package human

import (
	"context"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
)

// strength is how carefully a person looks at each legal move.
type strength struct {
	nodes  uint64 // searched for each move
	margin int    // moves that seem at most so much worse than the best are as good, hundredths of a man
}

var strengths = []strength{
	{},                         // plays any legal move
	{nodes: 40, margin: 60},    // sees what is captured next
	{nodes: 200, margin: 30},   // a beginner
	{nodes: 1000, margin: 12},  // a casual player
	{nodes: 5000, margin: 4},   // somebody who plays often
	{nodes: 20000, margin: 0},  // a club player
	{nodes: 100000, margin: 0}, // the strongest; takes noticeable time to think
}

// Strengths is the number of strengths: 0 plays at random, Strengths−1 best. Any other number counts as the nearest
// of them.
func Strengths() int { return len(strengths) }

// choose is the human's own choice of a move. The same seed and the same game give the same move.
func (h *Human) choose() checkers.Move {
	p := h.game.Position()
	moves := p.Moves()
	with := strengths[min(max(h.options.Strength, 0), len(strengths)-1)]
	if with.nodes == 0 || len(moves) == 1 {
		return moves[h.random.IntN(len(moves))]
	}
	scores := make([]int, len(moves))
	best := -2 * search.Win
	history := append(h.game.History(), p)
	for i, m := range moves {
		h.searcher.Reset()
		request := search.Request{Position: p.Play(m), History: history, Nodes: with.nodes}
		result, err := h.searcher.Search(context.Background(), request, nil)
		if err != nil { // the opponent has no move left
			return m
		}
		scores[i] = -result.Score
		best = max(best, scores[i])
	}
	var good []checkers.Move
	for i, m := range moves {
		if scores[i] >= best-with.margin {
			good = append(good, m)
		}
	}
	return good[h.random.IntN(len(good))]
}
