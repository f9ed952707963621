package robot

import (
	"context"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
)

// Engine is a Mind that searches.
type Engine struct{ searcher *search.Searcher }

// NewEngine is an engine with a transposition table of tableMB × 2²⁰ bytes.
func NewEngine(tableMB int) *Engine {
	return &Engine{search.New(search.Options{TableMB: tableMB})}
}

// Think implements Mind.
func (e *Engine) Think(ctx context.Context, game *checkers.Game, limit time.Duration,
	report func(search.Info)) (search.Result, error) {
	return e.searcher.Search(ctx, search.Request{
		Position: game.Position(),
		History:  game.History(),
		Time:     limit,
	}, report)
}
