package players

import (
	"context"

	"draughtsman/engine/search/zerosum"
	"draughtsman/engine/variant"
)

// counting is a searcher whose states know how near the limit of the rule set
// is: where the limit may win the game, a draw in its place would mislead.
type counting struct {
	rules    variant.Rules
	searcher *zerosum.Searcher[variant.State, variant.Move]
}

func newCounting(rules variant.Rules, options zerosum.Options) counting {
	exact := variant.Exact{Rules: rules, Scoring: variant.Positional()}
	return counting{rules, zerosum.New(exact, guide{exact}, 0, options)}
}

func (c counting) Reset() { c.searcher.Reset() }

func (c counting) Search(ctx context.Context, request zerosum.Request[variant.Position], report func(zerosum.Result[variant.Move])) (zerosum.Result[variant.Move], error) {
	model := variant.Model{Rules: c.rules}
	states := make([]variant.State, 0, len(request.History)+1)
	count := 0
	for i, p := range append(request.History[:len(request.History):len(request.History)], request.Position) {
		if i > 0 && model.Reversible(request.History[i-1], p) {
			count++
		} else {
			count = 0
		}
		states = append(states, variant.State{Position: p, Count: count})
	}
	last := len(states) - 1
	return c.searcher.Search(ctx, zerosum.Request[variant.State]{
		Position: states[last], History: states[:last], Time: request.Time, Depth: request.Depth, Nodes: request.Nodes,
	}, report)
}

// guide is what variant.Model says of positions, for states.
type guide struct{ exact variant.Exact }

// limitNear is how many moves before the limit states that differ in their
// count alone are told apart: further off they would only be searched twice.
const limitNear = 16

func (g guide) Hash(s variant.State) uint64 {
	h := s.Position.Hash()
	if near := s.Count - (g.exact.Rules.Limit - limitNear); near > 0 {
		h ^= uint64(near) * 0x9e3779b97f4a7c15 // 2⁶⁴ over the golden ratio
	}
	return h
}

func (g guide) Noisy(s variant.State) bool {
	return s.Count >= g.exact.Rules.Limit || variant.Model(g.exact).Noisy(s.Position)
}

func (g guide) Reversible(before, after variant.State) bool {
	return variant.Model(g.exact).Reversible(before.Position, after.Position)
}

func (g guide) Rank(m variant.Move) (kind, gain int) { return variant.Model(g.exact).Rank(m) }
