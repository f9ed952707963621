package robot

import (
	"context"
	"time"

	"draughtsman/arm"
	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
	"draughtsman/planner"
	"draughtsman/vision"
	"draughtsman/vision/changes"
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
	Think(ctx context.Context, game *checkers.Game, limit time.Duration, report func(search.Info)) (Thought, error)
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

// Survey is what a careful look at a still, free table tells beyond what stands on the squares.
type Survey struct {
	// Kings are the squares on which two discs lie on one another, where they were looked for.
	Kings checkers.Set
	Same  Same
	// Sighting is the last picture that it was made of.
	Sighting vision.Sighting
	// Strays are discs that have come to lie where none was, and where none belongs: between the squares, or beside
	// the board and the tray.
	Strays []Stray
	// Askew are discs that have come to lie across the edges of the squares that they are read on.
	Askew []Askew
	// Fallen are discs that have come to lie on those of slots that should look as they did, the likeliest first.
	Fallen []Fallen
}

// Same is where the table looks as it did when it was remembered: no disc has come or gone there, not even on top of
// another one.
type Same struct {
	Known   bool // the table was remembered
	Squares checkers.Set
	Slots   []bool // by number, from 1, less 1
}

// at reports whether a place looks as it did; false where that is not known.
func (s Same) at(p planner.Place) bool {
	if p.Square != 0 {
		return s.Squares.Has(p.Square)
	}
	return p.Slot > 0 && p.Slot <= len(s.Slots) && s.Slots[p.Slot-1]
}

// Stray is a disc that lies where none belongs.
type Stray = changes.Stray

// Fallen is a disc that lies on those of a slot where it does not belong.
type Fallen struct {
	Stray
	Slot int // its number, from 1
}

// Askew is a disc that stands on a square, far from its middle.
type Askew = changes.Askew

// of are the strays of one side.
func (s Survey) of(side checkers.Side) (list []Stray) {
	for _, stray := range s.Strays {
		if stray.Side == side {
			list = append(list, stray)
		}
	}
	return list
}

// View is how somebody wants to see the table.
type View struct {
	Drawn bool           // with what is read of it
	Near  *checkers.Side // whose edge of the board is to be below; nil: as the camera has it
}

// Turns reports whether a camera's picture of a board is to be turned for it, by half a turn.
func (v View) Turns(c calibration.Camera, b calibration.Board) bool {
	return v.Near != nil && c.WhiteBelow(b) != (*v.Near == checkers.White)
}
