// Package hands is the arm of who has none yet: a person, who is told in a sentence what to carry, and does it.
package hands

import (
	"context"
	"errors"

	"draughtsman/arm"
)

// Driver is an arm.Arm that has no motors. What moves, the person moves: the single motions mean nothing to it and
// are over at once.
type Driver struct{ say func(sentence string) error }

var (
	_ arm.Arm        = (*Driver)(nil)
	_ arm.Stopper    = (*Driver)(nil)
	_ arm.Positioner = (*Driver)(nil)
	_ arm.Announcer  = (*Driver)(nil)
)

var errNowhere = errors.New("nobody knows where a hand is: look at the table")

// New is a person to whom sentences are said.
func New(say func(sentence string) error) *Driver { return &Driver{say: say} }

// Announce says what is to be done. It does not wait until it has been.
func (d *Driver) Announce(ctx context.Context, sentence string) error {
	if err := ctx.Err(); err != nil {
		return context.Cause(ctx)
	}
	return d.say(sentence)
}

// Home has nothing to find.
func (d *Driver) Home(ctx context.Context) error { return ended(ctx) }

// Move does nothing.
func (d *Driver) Move(ctx context.Context, _ arm.Point, _ float64) error { return ended(ctx) }

// Grip does nothing.
func (d *Driver) Grip(ctx context.Context) error { return ended(ctx) }

// Release does nothing.
func (d *Driver) Release(ctx context.Context) error { return ended(ctx) }

// Stop has nothing to stop.
func (d *Driver) Stop(context.Context) error { return nil }

// Position is not known of a person.
func (d *Driver) Position(context.Context) (arm.Point, error) { return arm.Point{}, errNowhere }

// Close has nothing to close.
func (d *Driver) Close() error { return nil }

func ended(ctx context.Context) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}
