package track

import "time"

// The numbers by which a board is followed. Lengths are in squares of the board. Where no reason is given, a value
// was set by hand on drawn tables that are moved by known ways (TestFollowed, TestNoFalseAlarm and TestLost print
// what it does).

// lineTolerance is how far, in squares, a line may be seen from where a motion takes it.
const lineTolerance = 0.03

// motionPrior are the standard deviations of a motion's parameters, in squares, before anything is measured: a board
// slides and turns on its table. From straight above it can hardly be seen whether it has been raised or tilted.
var motionPrior = [parameters]float64{0.1, 0.1, 1, 1, 1, 0.1}

// lineSigma is the accuracy of one line, in squares.
const lineSigma = 0.01

// Of the robust fit: Tukey's biweight with 95 % efficiency for normal errors (Holland and Welsch 1977).
const (
	fitSteps      = 8    // reweighted steps; it has converged after five
	biweightReach = 4.7  // standard deviations beyond which a line does not count
	medianToSigma = 1.48 // the standard deviation of normal errors, in medians of their absolute values
)

// Enough lines agree when these fractions do: of all, and of those seen.
const (
	leastOfAll  = 0.15 // most of the board may be hidden
	leastOfSeen = 0.6
	leastAcross = 10 // lines in each direction
	// of those among the outermost squares of each edge: fewer, and the board may have slipped by a square
	leastOfEdge = 0.08
)

// A profile runs across a line between two squares, in squares of the board.
const (
	samples      = 21          // in it
	middleSample = samples / 2 // the one on the line
	sampleStep   = 0.025       // between two samples
	stepFlank    = 3           // samples on each side of an edge that are compared with each other
)

// probesAside are how far from a crossing the lines are crossed, in squares: outside the discs of both squares.
var probesAside = [2]float64{0.14, 0.27}

// The step across a line, of 1 in full light.
const (
	leastStep  = 0.4 // that counts as a line
	rivalStep  = 0.7 // of the greatest: another one as high leaves it open which is the line
	rivalApart = 4   // samples
)

// The grid search for a board that has slipped, in squares and degrees. Within a square in all it cannot be taken for
// one that has slipped elsewhere: there the two kinds of square have changed places.
const (
	rasterPerSquare = 10   // pixels of the raster along a square
	rasterMargin    = 1.5  // squares of the raster around the board
	searchReach     = 1.0  // farthest, along x and y together
	searchStep      = 0.1  // squares
	searchTurn      = 9.0  // farthest, either way
	searchTurnStep  = 1.5  // degrees
	quarterAway     = 0.16 // from a crossing to where its four squares are sampled, along x and y
	leastCrossing   = -0.5 // the value of a crossing that is none, of 1 for a plain one
)

// What a drift comes to, as fractions of a square.
const (
	leastDrift   = 0.015 // less is not followed
	misreadDrift = 0.05  // from here on squares may be misread: the board counts as moving until it is followed
	samePose     = 0.02  // two poses that differ by less are the same
	nearbyDrift  = 0.5   // farther off the board is not beside where it is taken to be
)

// clearlySeen is the fraction of the lines that agree from which on the board is surely not elsewhere.
const clearlySeen = 0.45

// How long a board must lie still to be followed, and how long it may be unseen before the whole picture is searched,
// where the options do not say. Searching takes long: the pause doubles up to longestRetry times the latter.
const (
	defaultStill    = 300 * time.Millisecond
	defaultPatience = 2 * time.Second
	longestRetry    = 8
)

// mostTurn is how far a board that is found in the whole picture may have been turned, degrees: farther, and it might
// as well be the other way around.
const mostTurn = 60

// mostArmDrift is how far, in squares, any square may lie from where the arm reaches for it: a disc is then still
// lifted near its middle and set down within its square.
const mostArmDrift = 0.1
