package changes

// The numbers by which dropped discs are found. They were set by hand on drawn tables on which
// discs fall, are taken, knocked or set on one another, in changing light (the tests of this package).

// The table as it is looked at from above.
const (
	mmPerPX = 1.0   // of a sheet
	margin  = 130.0 // mm beside the playing area that are searched
)

// When a pixel has changed, of 255.
const (
	differs = 18.0
	hardly  = 9.0 // if nothing has: of a dark disc set on another one not more is seen
)

// What the place of a disc has to show.
const (
	covered   = 0.75 // of its face that must have changed
	spared    = 0.5  // of a ring about it, that may
	ringWidth = 6.0  // mm
)

// Which place a disc belongs to, as far as its middle is from that.
const (
	emptied = 0.23 // of a square about its middle: what changes there of an empty square is what has left it
	sureOf  = 0.75 // of the odds, from which a square is sure
	// of a disc's diameter about a piece that is read: no other one can lie there, as well as it is known
	// where that one is
	apiece = 0.85
	// of a disc's diameter about the middle of a square with a piece of that side: it may be that one, at the
	// square's edge
	acrossEdge = 0.95
	ofTaken    = 0.8  // of a disc's diameter about a stack from which one was taken: what changes there is that
	onSingle   = 0.3  // of a disc's diameter about a single disc: beside that another one is not on its place
	onTop      = 0.6  // of a disc's diameter about a stack's top: beside that a disc does not stay on it
	players    = 0.25 // of a disc's diameter beyond the board's edge, from where on people lay down what they like
)

// How the light is measured that has changed.
const (
	patchPX = 64  // side of a patch
	stride  = 3   // every third pixel, along and across, speaks for the others
	enough  = 60  // of them, for a patch to be measured
	dark    = 12  // of 255: less says nothing
	clipped = 250 // of 255, from where on the sensor may show less than there is
)
