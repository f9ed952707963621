package changes

// The numbers by which dropped discs are found. They were set by hand on drawn tables on which discs fall, are taken,
// knocked or set on one another, in changing light (the tests of this package).

// The table as seen from above.
const (
	mmPerPX   = 1.0   // of the view
	margin    = 130.0 // mm beside the playing area that are searched
	smoothing = 5     // pixels: the side of the square over which pixels are averaged
	viewEdge  = 20    // pixels from the edges of the view and of the picture, from where on a place is seen
)

// When a pixel has changed, of 255.
const (
	difference      = 18.0
	faintDifference = 9.0 // if nothing has: of a dark disc set on another one not more is seen
)

// What the place of a disc has to show.
const (
	leastCovered = 0.75 // of its face that must have changed
	mostAround   = 0.5  // of a ring about it, that may
	ringGap      = 2.0  // mm between the disc and the ring
	ringWidth    = 6.0  // mm
	discStep     = 2    // every second pixel, along and across, is tried as a disc's middle
)

// How the middle of a disc is refined.
const (
	refineReach = 9    // pixels each way that are searched
	refineRing  = 4.0  // pixels: width of the ring that must not look like the disc
	towardsDisc = 0.35 // of how far a pixel is from what was there before: nearer to the disc's colour, it shows the disc
	sameColour  = 25   // of 255 in three colours: at most that far from it
)

// How the place of a disc is found that has fallen on a stack.
const (
	fallenReach  = 0.3 // of its diameter, off the stack's middle
	fallenAround = 1.8 // radii of a disc about the stack's top, in which the pictures are compared
	sideCost     = 8   // of 255: how unlike a pixel of its side is taken to be
)

// What colours say.
const (
	learntFrom    = 0.9   // of the odds, from which a square's disc tells its side's colour
	colourOfDisc  = 70    // of 255 in three colours, from a side's nearest disc: what is farther is no disc
	placeRadius   = 0.6   // of a disc's diameter: the place that has to look as it did
	mostUnchanged = 0.004 // of its pixels, that may have changed by noise
)

// Which place a disc belongs to, as far as its middle is from that.
const (
	ownCentre = 0.23 // of a square about its middle: what changes there of an empty square is what has left it
	sureOf    = 0.75 // of the odds, from which a square is sure
	// of a disc's diameter about a piece that is read: no other one can lie there, as well as its place is known
	besidePiece = 0.85
	// of a disc's diameter about the middle of a square with a piece of that side: it may be that one, at the
	// square's edge
	acrossEdge  = 0.95
	ofTaken     = 0.8  // of a disc's diameter about a stack from which one was taken: what changes there is that
	onSingle    = 0.3  // of a disc's diameter about a single disc: beside that another one is not on its place
	onTop       = 0.6  // of a disc's diameter about a stack's top: beside that a disc does not stay on it
	playersAway = 0.25 // of a disc's diameter beyond the board's edge, from where on people lay down what they like
)

// How the light is measured that has changed.
const (
	patchPX        = 64  // side of a patch
	stride         = 3   // every third pixel, along and across, speaks for the others
	fewestForPatch = 60  // of them, for a patch to be measured
	dark           = 12  // of 255: less says nothing
	clipped        = 250 // of 255, from where on the sensor may show less than there is
)
