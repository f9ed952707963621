package robot

import (
	"context"
	"time"

	"draughtsman/engine/book"
	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
)

// Engine is a Mind that searches, and opens by a book if it has one.
type Engine struct {
	searcher *search.Searcher
	depth    int        // plies, 0 for as many as the time allows
	book     *book.Book // nil: it searches from the first move on
	seed     uint64     // of what is drawn from the book
}

// enoughFactor is what a move is worth to the engine (search.Request's Enough), in times for a move: more than one, so
// that a search ends after three fifths of the time if its last depths agreed, and after nine tenths if a few did. With
// less than that it played measurably worse: docs/engine.md.
const enoughFactor = 1.5

// NewEngine is an engine with a transposition table of tableMB × 2²⁰ bytes that plays at a level: the zero Level is
// full strength. What it misjudges and overlooks follows from the seed, so each game has an engine of its own.
func NewEngine(tableMB int, level search.Level, seed uint64) *Engine {
	return &Engine{searcher: search.New(level.Options(search.Options{TableMB: tableMB}, seed)), depth: level.Depth}
}

// NewEngineWithBook is an engine of full strength that opens by a book, nil for none: which of the moves of the book it
// plays follows from the seed.
func NewEngineWithBook(tableMB int, b *book.Book, seed uint64) *Engine {
	e := NewEngine(tableMB, search.Level{}, seed)
	e.book, e.seed = b, seed
	return e
}

// Think implements Mind. A move of the book takes no time, and has the depth 0; one that is clear takes less than the
// time given, and a forced one next to none: docs/engine.md has what that saves.
func (e *Engine) Think(ctx context.Context, game *checkers.Game, limit time.Duration,
	report func(search.Info)) (search.Result, error) {
	if choice, known := e.book.Pick(game.Position(), e.seed); known {
		return search.Result{Move: choice.Move, Score: choice.Score, PV: []checkers.Move{choice.Move}}, nil
	}
	return e.searcher.Search(ctx, search.Request{
		Position: game.Position(),
		History:  game.History(),
		Time:     limit,
		Enough:   time.Duration(enoughFactor * float64(limit)),
		Depth:    e.depth,
	}, report)
}

// ByBook reports whether a result is a move of the opening book, for which nothing was searched.
func ByBook(r search.Result) bool { return r.Nodes == 0 && len(r.PV) > 0 }
