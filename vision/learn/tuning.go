package learn

// The numbers by which a calibration is made from one picture.

// unsureCorner is how much farther right and down, in edges of the board, a corner may lie than another one for a
// person to take it for the top left one all the same.
const unsureCorner = 0.2

// plainlyStart is the fraction of all squares that show what they do in the start position where that may be it.
const plainlyStart = 0.85

// assumedSquare is the side of a square that nothing is known of, mm: a picture shows proportions only.
const assumedSquare = 40.0

// What is believed of pieces that were not measured, in squares: usual proportions.
const (
	usualDiameter = 0.7
	usualHeight   = 0.18
)

// How far the board's crossings may lie from where the fitted camera sees them, in pixels for each 1000 of the
// picture's longer side.
const (
	startResidual = 2.0 // on the table of an arm
	anyResidual   = 3.0 // in pictures from anywhere
)
