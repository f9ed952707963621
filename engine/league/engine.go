package league

import (
	"context"
	"time"

	"draughtsman/engine/book"
	"draughtsman/engine/search"
	"draughtsman/engine/search/zerosum"
	"draughtsman/engine/variant"
)

// engine is the engine at a level, within its time and perhaps other limits.
type engine struct {
	free
	searcher variant.Searcher
	limits   strength
	seed     uint64 // of the moves of the book
}

// strength is how well an engine plays.
type strength struct {
	level search.Level
	depth int    // plies, 0 for as many as the level looks
	nodes uint64 // positions, 0 for any number
	book  bool   // it plays the moves of the book that comes with the program
}

// tableMB is the size of an engine's transposition table: room for what it sees in some seconds.
const tableMB = 16

func newEngine(seat Seat, limits strength) *engine {
	options := limits.level.Options(zerosum.Options{TableMB: tableMB}, seat.Seed^uint64(seat.Side))
	return &engine{searcher: variant.NewSearcher(seat.Rules, seat.Size, variant.Positional(), options), limits: limits,
		seed: seat.Seed}
}

// unlimitedDepth is how deep the engine looks where nothing else limits it.
const unlimitedDepth = 11

func (e *engine) Choose(ctx context.Context, game *variant.Game, limit time.Duration) (variant.Move, error) {
	if e.limits.book {
		if m, known := FromBook(book.Shipped(), game.Rules(), game.Position(), e.seed); known {
			return m, nil
		}
	}
	request := zerosum.Request[variant.Position]{
		Position: game.Position(), History: game.History(), Depth: e.limits.depth, Nodes: e.limits.nodes, Time: budget(limit),
	}
	if limit == 0 && e.limits.depth == 0 && e.limits.nodes == 0 {
		request.Depth = unlimitedDepth
	}
	result, err := e.searcher.Search(ctx, request, nil)
	return result.Move, err
}
