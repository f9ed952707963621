package robot

import (
	"context"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
)

// Engine is a Mind that searches.
type Engine struct {
	searcher *search.Searcher
	depth    int // plies, 0 for as many as the time allows
}

// enoughFactor is what a move is worth to the engine (search.Request's Enough), in times for a move: more than one, so
// that a search ends after three fifths of the time if its last depths agreed, and after nine tenths if a few did. With
// less than that it played measurably worse: docs/engine.md.
const enoughFactor = 1.5

// NewEngine is an engine with a transposition table of tableMB × 2²⁰ bytes that plays at a level: the zero Level is
// full strength. What it misjudges and overlooks follows from the seed, so each game has an engine of its own.
func NewEngine(tableMB int, level search.Level, seed uint64) *Engine {
	return &Engine{search.New(level.Options(search.Options{TableMB: tableMB}, seed)), level.Depth}
}

// Think implements Mind. A move that is clear takes less than the time given, and a forced one next to none:
// docs/engine.md has what that saves.
func (e *Engine) Think(ctx context.Context, game *checkers.Game, limit time.Duration,
	report func(search.Info)) (search.Result, error) {
	return e.searcher.Search(ctx, search.Request{
		Position: game.Position(),
		History:  game.History(),
		Time:     limit,
		Enough:   time.Duration(enoughFactor * float64(limit)),
		Depth:    e.depth,
	}, report)
}
