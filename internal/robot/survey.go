package robot

import (
	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/vision"
)

// Survey is what a careful look at a still, free table tells beyond what stands
// on the squares.
type Survey struct {
	// Kings are the squares on which two discs lie on one another.
	Kings checkers.Set
	// Same are the squares that look as they did when the table was remembered: no
	// disc has come there or gone, not even to or from the top of another one.
	Same checkers.Set
	// Sighting is the last picture that it was made of.
	Sighting vision.Sighting
	// Strays are discs that have come to lie where none was, and where none
	// belongs: between the squares, or beside the board and the tray.
	Strays []Stray
}

// Stray is a disc that lies somewhere.
type Stray struct {
	Side checkers.Side
	At   calibration.BoardPoint // the middle of its underside
}
