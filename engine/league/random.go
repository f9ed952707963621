package league

import (
	"context"
	"math/rand/v2"
	"time"

	"draughtsman/engine/variant"
)

// random plays any legal move.
type random struct {
	free
	source *rand.Rand
}

func (r random) Choose(_ context.Context, game *variant.Game, _ time.Duration) (variant.Move, error) {
	return randomMove(game, r.source), nil
}

// source is where chance comes from at a seat.
func (s Seat) source() *rand.Rand { return rand.New(rand.NewPCG(s.Seed, uint64(s.Side))) }
