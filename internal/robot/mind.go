package robot

import (
	"context"
	"time"

	"draughtsman/engine/book"
	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
	"draughtsman/internal/engine"
)

// Engine is a Mind that searches, and opens by a book if it has one.
type Engine struct {
	searchers func(checkers.RuleSet) *search.Searcher
	depth     int                        // plies, 0 for as many as the time allows
	book      *book.Book                 // nil: it searches from the first move on
	seed      uint64                     // of what is drawn from the book
	threads   int                        // that search
	pieces    func(checkers.RuleSet) int // with which it knows how a position ends; nil: it knows no tables
	rate      uint64                     // positions that count as a second; 0: a second does
}

// enoughFactor is what a move is worth to the engine (search.Request's Enough), in times for a move: more than one, so
// that a search ends after three fifths of the time if its last depths agreed, and after nine tenths if a few did. With
// less than that it played measurably worse: docs/engine.md.
const enoughFactor = 1.5

// whyShare is which part of its time the engine proves in what is to be said of its move.
const whyShare = 16

// NewEngine is an engine that plays at a level, the zero Level being full strength, with some means. A level that errs
// knows neither tables nor a book, and what it misjudges and overlooks follows from the seed, so each game has its own
// engine. At full strength the seed says which of the moves of the book it plays.
func NewEngine(m engine.Means, level search.Level, seed uint64) *Engine {
	e := &Engine{searchers: m.Searchers(level, seed), depth: level.Depth, seed: seed, threads: 1, rate: m.Rate}
	if level.Depth == 0 {
		e.book, e.threads, e.pieces = m.Book, max(1, m.Threads), m.Pieces
	}
	return e
}

// Think implements Mind. A move of the book takes no time, and has the depth 0; one that is clear takes less than the
// time given, and a forced one next to none: docs/engine.md has what that saves.
func (e *Engine) Think(ctx context.Context, game *checkers.Game, limit time.Duration,
	report func(search.Info)) (Thought, error) {
	if choice, known := e.book.Pick(game.Position(), e.seed); known {
		return Thought{Result: search.Result{Move: choice.Move, Score: choice.Score, PV: []checkers.Move{choice.Move}}}, nil
	}
	request := search.Request{Position: game.Position(), History: game.History(), Time: limit, Depth: e.depth,
		Enough: time.Duration(enoughFactor * float64(limit))}
	full := e.depth == 0
	if full {
		request.Time -= limit / whyShare
	}
	if e.rate > 0 {
		request.Nodes, request.Time, request.Enough = uint64(float64(e.rate)*request.Time.Seconds()), 0, 0
	}
	searcher := e.searchers(request.Position.Set)
	result, err := searcher.Search(ctx, request, report)
	t := Thought{Result: result, Threads: e.threads}
	if e.pieces != nil {
		t.Tables = e.pieces(request.Position.Set)
	}
	if err == nil && full {
		t.Why = engine.Why(ctx, searcher, request, result, result.Nodes/uint64(whyShare*e.threads)).Text()
	}
	return t, err
}
