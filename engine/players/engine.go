package players

import (
	"context"
	"time"

	"draughtsman/engine/search/zerosum"
	"draughtsman/engine/variant"
)

// engine is the full search, within its time and perhaps a level.
type engine struct {
	free
	searcher variant.Searcher
	depth    int
	nodes    uint64
}

// tableMB is the size of an engine's transposition table: room for what it
// sees in some seconds.
const tableMB = 16

func newEngine(seat Seat, depth int, nodes uint64) *engine {
	return &engine{
		searcher: variant.NewSearcher(seat.Rules, seat.Size, variant.Positional(), zerosum.Options{TableMB: tableMB}),
		depth:    depth, nodes: nodes,
	}
}

// unlimitedDepth is how deep the engine looks where nothing else limits it.
const unlimitedDepth = 11

func (e *engine) Choose(ctx context.Context, game *variant.Game, limit time.Duration) (variant.Move, error) {
	request := zerosum.Request[variant.Position]{
		Position: game.Position(), History: game.History(), Depth: e.depth, Nodes: e.nodes, Time: budget(limit),
	}
	if limit == 0 && e.depth == 0 && e.nodes == 0 {
		request.Depth = unlimitedDepth
	}
	result, err := e.searcher.Search(ctx, request, nil)
	return result.Move, err
}
