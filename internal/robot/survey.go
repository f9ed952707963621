package robot

import (
	"draughtsman/engine/checkers"
	"draughtsman/planner"
	"draughtsman/vision"
	"draughtsman/vision/changes"
)

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
