package track

// The numbers by which a board is followed. Lengths are in squares of the board. Where no reason is given, a value was
// set by hand on drawn tables that are moved by known ways (TestFollowed, TestNoFalseAlarm and TestLost print what it
// does).

// near is how far, in squares, a line may be seen from where a motion takes it.
const near = 0.03

// believed are the standard deviations of a motion's parameters, in squares,
// before anything is measured: a board slides and turns on its table. From
// straight above it can hardly be seen whether it has been raised or tilted.
var believed = [parameters]float64{0.1, 0.1, 1, 1, 1, 0.1}

// measured is the accuracy of one line, in squares.
const measured = 0.01

// Enough lines agree when these fractions do: of all, and of those seen.
const (
	leastOfAll  = 0.15 // most of the board may be hidden
	leastOfSeen = 0.6
	leastAcross = 10 // lines in each direction
)

// A profile runs across a line between two squares, in squares of the board.
const (
	samples = 21          // in it
	middle  = samples / 2 // the one on the line
	step    = 0.025       // between two samples
	flank   = 3           // samples on each side of an edge that are compared with each other
)

// besides are how far from a crossing the lines are crossed, in squares: outside
// the discs of both squares.
var besides = [2]float64{0.14, 0.27}

// The step across a line, of 1 in full light.
const (
	leastStep  = 0.4 // that counts as a line
	rivalStep  = 0.7 // of the greatest: another one as high leaves it open which is the line
	rivalApart = 4   // samples
)

// The search for a board that has slipped, in squares and degrees. Within a
// square in all it cannot be taken for one that has slipped elsewhere: there the
// two kinds of square have changed places.
const (
	fine     = 10   // pixels of the raster along a square
	aside    = 1.5  // squares of the raster around the board
	slip     = 1.0  // farthest, along x and y together
	slipStep = 0.1  // squares
	turn     = 9.0  // farthest, either way
	turnStep = 1.5  // degrees
	diagonal = 0.16 // from a crossing to where its four squares are looked at, along x and y
)

// What a drift comes to, as fractions of a square.
const (
	noticed  = 0.015 // less is not followed
	unsettle = 0.05  // from here on squares may be misread: the board counts as moving until it is followed
	same     = 0.02  // two poses that differ by less are the same
	within   = 0.5   // farther off the board is not beside where it is taken to be
)

// plain is the fraction of the lines that agree from which on the board is
// surely not elsewhere.
const plain = 0.45

// mostArmDrift is how far, in squares, any square may lie from where the arm reaches for it: a disc is then still
// lifted near its middle and set down within its square.
const mostArmDrift = 0.1
