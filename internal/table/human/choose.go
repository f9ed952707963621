package human

import (
	"context"
	"math/rand/v2"

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

// mind is what a human makes of the game.
type mind struct {
	strength  strength
	next      func(checkers.Position) (checkers.Move, bool) // see Options.Next
	random    *rand.Rand
	searchers func(checkers.RuleSet) *search.Searcher
	game      *checkers.Game // as it has seen it
}

// choose is the human's own choice of a move. The same seed and the same game give the same move.
func (m *mind) choose() checkers.Move {
	p := m.game.Position()
	moves := p.Moves()
	if m.strength.nodes == 0 || len(moves) == 1 {
		return moves[m.random.IntN(len(moves))]
	}
	searcher := m.searchers(p.Set)
	scores := make([]int, len(moves))
	best := -2 * search.Win
	history := append(m.game.History(), p)
	for i, move := range moves {
		searcher.Reset()
		request := search.Request{Position: p.Play(move), History: history, Nodes: m.strength.nodes}
		result, err := searcher.Search(context.Background(), request, nil)
		if err != nil { // the opponent has no move left
			return move
		}
		scores[i] = -result.Score
		best = max(best, scores[i])
	}
	var good []checkers.Move
	for i, move := range moves {
		if scores[i] >= best-m.strength.margin {
			good = append(good, move)
		}
	}
	return good[m.random.IntN(len(good))]
}
