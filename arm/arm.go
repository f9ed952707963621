// Package arm says what a robot arm can do for the game, in words that fit every machine: home, move, grip, release.
// The packages below it speak the machines' own protocols.
package arm

import (
	"context"
	"fmt"
	"math"
)

// Point is a place in the arm's own coordinates, in millimetres. For a machine with homing switches these are its
// machine coordinates.
type Point struct{ X, Y, Z float64 }

// Distance is the straight way from p to q in millimetres.
func (p Point) Distance(q Point) float64 {
	return math.Hypot(math.Hypot(q.X-p.X, q.Y-p.Y), q.Z-p.Z)
}

// String is "X 120.0 Y -30.5 Z 45.0", in millimetres.
func (p Point) String() string {
	return fmt.Sprintf("X %.1f Y %.1f Z %.1f", tidy(p.X), tidy(p.Y), tidy(p.Z))
}

// tidy turns what would be printed as -0.0 into 0.
func tidy(v float64) float64 {
	if math.Abs(v) < 0.05 {
		return 0
	}
	return v
}

// Arm moves a tool that can hold one thing. Every call blocks until what it asks for has happened in the world, not
// only been accepted, and returns an error that says what is true instead. One call at a time is carried out; others
// wait their turn.
//
// When ctx ends in mid-motion the arm is stopped before the call returns; the error then matches both ErrStopped and
// the context's own.
type Arm interface {
	// Home finds the arm's position at its switches. It is the way back from every error for which NeedsHoming is
	// true, and may let fall what the tool holds.
	Home(ctx context.Context) error
	// Move brings the tool to a point in a straight line at speed mm/s, and returns when it stands still there. A
	// target outside the Limits is refused with ErrLimit before anything moves.
	Move(ctx context.Context, to Point, speed float64) error
	// Grip switches the tool on and returns when it holds firmly.
	Grip(ctx context.Context) error
	// Release switches the tool off and returns when what it held is free.
	Release(ctx context.Context) error
}

// Stopper is an arm that can be stopped from another goroutine.
type Stopper interface {
	// Stop brings the arm to rest and keeps its grip if the machine can. A Move under way returns ErrStopped.
	// Stopping an arm at rest changes nothing: who stops also cancels the context of whatever sends motions.
	Stop(ctx context.Context) error
}

// Holder is an arm that can wait in the middle of a motion and go on.
type Holder interface {
	// Hold brings the arm to rest with its grip; calls under way keep waiting, and later ones wait. An arm that homes
	// cannot be held, which the error says by matching ErrNotHomed: it can be stopped. If it homes in the course of
	// Resume, Hold returns when it has.
	Hold(ctx context.Context) error
	// Resume lets a held arm go on from where it measures that it is: Way.Check says from where it may. What it was
	// doing, or Resume itself, returns ErrPositionLost otherwise. One that may have lost steps by being stopped homes
	// first, upwards to begin with, and comes back from above.
	Resume(ctx context.Context) error
}

// Runner is an arm that carries out several steps in one go.
type Runner interface {
	// Run moves, grips and releases as the steps say, and returns when the last has happened. All targets are checked
	// before anything moves. Motions that follow each other run into one another without a rest, where the machine
	// can; the way stays the same. A step that fails is the last.
	Run(ctx context.Context, steps []Step) error
}

// Feeler is an arm whose tool notices what it holds.
type Feeler interface {
	// Holding tells whether the tool, which is switched on, holds something.
	Holding(ctx context.Context) (bool, error)
}

// Positioner is an arm that knows where its tool is.
type Positioner interface {
	// Position is where the tool is now, also while it is held, and in mid-motion if the machine can tell. While the
	// position is not known the error says why. Either comes at once: nothing that the arm is doing is waited for.
	Position(ctx context.Context) (Point, error)
}

// Announcer is an arm that has to be told what motions are for: a person, who does what is said and takes the time it
// takes. Its other methods ask nothing of it, and only a camera can tell when it has been done.
type Announcer interface {
	// Announce says in one sentence what is to be carried from where to where.
	Announce(ctx context.Context, sentence string) error
}
