package league

import (
	"context"
	"errors"
	"time"

	"draughtsman/engine/variant"
)

// Player plays one side of one game. It is not safe for use by several goroutines at once.
type Player interface {
	// Choose is a move in a game that is not over, with the player's side to move. It should come within the limit, 0
	// for none, and it is too late when ctx ends: the error is then ErrLate. Whether the move is legal is for the
	// caller to see.
	Choose(ctx context.Context, game *variant.Game, limit time.Duration) (variant.Move, error)
	// Close ends whatever the player runs. It may be called twice.
	Close() error
}

// Informed is a player who is told of a move that was played for it, since it had none, before the move is made.
type Informed interface {
	PlayedFor(game *variant.Game, move variant.Move)
}

// ErrLate says that a player had no move in time. It may be asked again.
var ErrLate = errors.New("no answer in time")

// ErrIllegal says that a program answered with something that cannot be played.
var ErrIllegal = errors.New("not a legal move")

// ErrLeft says that the person at the terminal has gone, and the game cannot go on.
var ErrLeft = errors.New("the person at the terminal has left")

// Seat is where a player sits.
type Seat struct {
	Rules    variant.Rules
	Size     int
	Side     variant.Player
	Seed     uint64    // of whatever is random
	Terminal *Terminal // for a person
}

// budget is what a program that sees the time for itself uses of a limit, and leaves the rest for being late.
func budget(limit time.Duration) time.Duration {
	const minReserve = 10 * time.Millisecond
	return limit - min(max(limit/20, minReserve), limit/2)
}

// free is a player that has nothing to close.
type free struct{}

func (free) Close() error { return nil }
