package arm

import (
	"context"
	"errors"
)

// Hands are the arm of who has none yet: a person, who is told in a sentence what to carry, and does it. Single motions
// mean nothing to a person and are over at once.
type Hands struct{ say func(sentence string) error }

var (
	_ Arm        = (*Hands)(nil)
	_ Stopper    = (*Hands)(nil)
	_ Positioner = (*Hands)(nil)
	_ Announcer  = (*Hands)(nil)
)

var errNowhere = errors.New("nobody knows where a hand is: look at the table")

// NewHands are those of a person to whom sentences are said.
func NewHands(say func(sentence string) error) *Hands { return &Hands{say: say} }

// Announce says what is to be done. It does not wait until it has been.
func (h *Hands) Announce(ctx context.Context, sentence string) error {
	if err := ctx.Err(); err != nil {
		return context.Cause(ctx)
	}
	return h.say(sentence)
}

// Home has nothing to find.
func (h *Hands) Home(ctx context.Context) error { return ended(ctx) }

// Move does nothing.
func (h *Hands) Move(ctx context.Context, _ Point, _ float64) error { return ended(ctx) }

// Grip does nothing.
func (h *Hands) Grip(ctx context.Context) error { return ended(ctx) }

// Release does nothing.
func (h *Hands) Release(ctx context.Context) error { return ended(ctx) }

// Stop has nothing to stop.
func (h *Hands) Stop(context.Context) error { return nil }

// Position is not known of a person.
func (h *Hands) Position(context.Context) (Point, error) { return Point{}, errNowhere }

// Close has nothing to close.
func (h *Hands) Close() error { return nil }

func ended(ctx context.Context) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}
