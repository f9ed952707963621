package robot

import (
	"context"
	"time"

	"draughtsman/arm"
	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
	"draughtsman/vision"
)

// Eye looks at the table.
type Eye interface {
	// Look is what the next picture shows; it waits for one. An error means
	// that there are no pictures any more.
	Look(ctx context.Context) (vision.Sighting, error)
}

// Mind chooses moves.
type Mind interface {
	// Think chooses a move in the position that the game has come to, within
	// the time given, and reports how it gets on. It is not called when there
	// is no legal move.
	Think(ctx context.Context, game *checkers.Game, limit time.Duration, report func(search.Info)) (search.Result, error)
}

// Arm carries pieces. Its methods return when what they say has happened.
type Arm interface {
	Home(ctx context.Context) error
	Move(ctx context.Context, to arm.Point, speed float64) error
	Grip(ctx context.Context) error
	Release(ctx context.Context) error
}
