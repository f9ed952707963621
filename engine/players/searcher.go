package players

import (
	"context"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
	"draughtsman/engine/search/zerosum"
	"draughtsman/engine/variant"
)

// Searcher finds moves of one rule set on boards of one size, as
// zerosum.Searcher does. Scores are in hundredths of a man.
type Searcher interface {
	Search(context.Context, zerosum.Request[variant.Position], func(zerosum.Result[variant.Move])) (zerosum.Result[variant.Move], error)
	Reset()
}

// NewSearcher is the best searcher there is of a rule set on boards of a size:
// the one of package search where the moves are those of English draughts,
// and elsewhere one for any board.
func NewSearcher(rules variant.Rules, size int, options zerosum.Options) Searcher {
	switch {
	case size == checkers.Size && movesAreEnglish(rules):
		game := standard{rules: rules}
		return translated{zerosum.New(game, game, rules.Limit, options)}
	case rules.Limit > 0 && rules.Majority:
		return newCounting(rules, options)
	}
	return variant.NewSearcher(rules, variant.Positional(), options)
}

// movesAreEnglish reports whether a rule set differs from English draughts in
// the draws at most.
func movesAreEnglish(r variant.Rules) bool {
	return r.Compulsory && !r.Most && !r.BreakOff && !r.CrownGoesOn && !r.NoPieceLoses && !r.Majority &&
		r.Counted != variant.AllMoves
}

// standard is English draughts with the draws of a rule set.
type standard struct {
	search.English
	rules variant.Rules
}

// Reversible reports whether a move counts towards the rule set's limit.
func (s standard) Reversible(before, after checkers.Position) bool {
	if s.rules.Counted == variant.NothingGained {
		return before.Occupied().Len() == after.Occupied().Len() && before.Kings.Len() == after.Kings.Len()
	}
	return s.English.Reversible(before, after)
}

// translated is a searcher of package checkers' positions.
type translated struct {
	fast *zerosum.Searcher[checkers.Position, checkers.Move]
}

func (t translated) Reset() { t.fast.Reset() }

func (t translated) Search(ctx context.Context, request zerosum.Request[variant.Position], report func(zerosum.Result[variant.Move])) (zerosum.Result[variant.Move], error) {
	inner := zerosum.Request[checkers.Position]{Time: request.Time, Depth: request.Depth, Nodes: request.Nodes}
	inner.Position, _ = request.Position.Checkers() // the size is that of the searcher
	for _, p := range request.History {
		q, _ := p.Checkers()
		inner.History = append(inner.History, q)
	}
	result, err := t.fast.Search(ctx, inner, func(r zerosum.Result[checkers.Move]) {
		if report != nil {
			report(translate(r))
		}
	})
	if err != nil {
		return zerosum.Result[variant.Move]{}, err
	}
	return translate(result), nil
}

func translate(r zerosum.Result[checkers.Move]) zerosum.Result[variant.Move] {
	pv := make([]variant.Move, len(r.PV))
	for i, m := range r.PV {
		pv[i] = variant.FromCheckersMove(m)
	}
	return zerosum.Result[variant.Move]{
		Move: variant.FromCheckersMove(r.Move), Score: r.Score, Depth: r.Depth, Nodes: r.Nodes, Elapsed: r.Elapsed, PV: pv,
	}
}
