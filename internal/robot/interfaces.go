package robot

import (
	"context"
	"time"

	"draughtsman/arm"
	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
	"draughtsman/planner"
	"draughtsman/vision"
)

// Eye looks at the table.
type Eye interface {
	// Look is what the next picture shows; it waits for one. An error means that there are no pictures any more.
	Look(ctx context.Context) (vision.Sighting, error)
	// Remember keeps the picture that was looked at last: what lies about in it is no stray.
	Remember()
	// Survey looks more carefully, while nothing is over the table. The trays are what was there when the table was
	// remembered, and what should be there now; they have the same slots. Kings are looked for if heights is true, which
	// takes most of the time.
	Survey(ctx context.Context, then, now planner.Tray, heights bool) (Survey, error)
}

// Mind chooses moves.
type Mind interface {
	// Think chooses a move in the position that the game has come to, within the time given, and reports how it gets
	// on. It is not called when there is no legal move.
	Think(ctx context.Context, game *checkers.Game, limit time.Duration, report func(search.Info)) (search.Result, error)
}

// Arm carries pieces. Its methods return when what they say has happened. One that is an arm.Runner is asked for a
// run of motions at once, and one that is an arm.Feeler whether it holds something.
type Arm interface {
	// Home is the way back from every error for which Recoverable is true, a lost connection included. It may let
	// fall what the tool holds.
	Home(ctx context.Context) error
	Move(ctx context.Context, to arm.Point, speed float64) error
	Grip(ctx context.Context) error
	Release(ctx context.Context) error
}
