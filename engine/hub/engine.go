package hub

import (
	"context"

	"draughtsman/engine/search/zerosum"
	"draughtsman/engine/variant"
)

// Searcher finds moves of one rule set on boards of one size, as zerosum.Searcher does. Scores are in hundredths of a
// man.
type Searcher interface {
	Search(context.Context, zerosum.Request[variant.Position],
		func(zerosum.Result[variant.Move])) (zerosum.Result[variant.Move], error)
	Reset()
}

// Engine is what Serve offers.
type Engine struct {
	Name, Version, Author string
	New                   func(rules variant.Rules, size int, s Settings) Searcher
	// Book is the move of an opening book in a position of a game by its number, from 0; false where it has none. nil:
	// there is no book.
	Book func(rules variant.Rules, position variant.Position, game uint64) (variant.Move, bool)
}

// Settings are what a client may choose.
type Settings struct {
	TableMB int // of the transposition table
	Threads int // that search at once
	Book    bool
}
