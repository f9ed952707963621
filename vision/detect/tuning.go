package detect

// The numbers by which boards are found. Lengths are in squares of the board, pixels are those of the prepared
// picture (log units, at most 1,000 px along its longer side), and scores are 1 for a perfect board. Where no reason
// is given, a value was set by hand so that the boards drawn by lot (`make stress`) are found and refused as they
// should be; the labelled pictures (`make pictures`) confirmed it. Both print what a change of one of them does.

// smallestPicture is the shorter side of a picture in which a board is looked for, stored pixels.
const smallestPicture = 48

// Of the axis of colours between the two kinds of squares (Fisher's discriminant).
const (
	fewestContrasts = 8    // differences of neighbouring quarters, for their noise to be known
	leastNoise      = 1e-4 // (log units)²: compression leaves that much
	noisePart       = 0.02 // of the squared contrast, that noise is taken to be at least
)

// Of the local contrast.
const (
	localReach   = 2    // nodes on each side that are asked
	fewestLocal  = 8    // of these 25 nodes, that must tell
	leastTelling = 0.1  // of the usual contrast, what a node must show to tell
	leastLocal   = 0.35 // of the usual contrast: below it noise would be taken for squares
)

// mostExtent is how many squares on a side of a lattice are looked at, at most.
const mostExtent = 36

// What must lie in the picture around a node, and around the middle of a square or a side, in squares.
const (
	nodeMargin = 0.25
	sideMargin = 0.2
)

// Where colours are sampled, in squares. Places close to the squares' sides are sampled where the usual ones say
// little: tall pieces hide all but that of their squares.
const (
	nodeAway   = 0.22  // from a crossing, along both axes
	edgeAway   = 0.156 // from an edge, across it
	patchReach = 0.05  // half the side of what is averaged
	closeNode  = 0.09  // from a crossing, close to the sides
	closeEdge  = 0.07  // from an edge, close to it
	closeReach = 0.02  // half the side of what is averaged there
	clearScore = 0.7   // the score from which on there is no need to
)

// alongSide are the places at which a side is sampled, in squares from its node.
var alongSide = [...]float64{0.156, 0.28, 0.53, 0.78, 0.906}

// Of a square's score.
const (
	goodForColour   = 0.5  // score of the crossings whose quarters tell the colours of the two kinds
	fewestForColour = 4    // such crossings; where fewer are seen, all accepted nodes tell them
	nearSigma       = 1.5  // squares: the standard deviation of the mean of colours nearby, and
	farSigma        = 6    // of that of more distant ones, which has
	farWeight       = 0.05 // of the other one's weight
	offSquare       = 0.5  // of the difference between the two kinds: a square so far from its kind scores 0
	unseenSquare    = -0.5 // the score of a square that the picture does not show
)

// Of a lattice that grows from a seed.
const (
	growthRounds  = 14   // at most; nearly all have stopped growing after five
	farReachNodes = 9    // from which on it reaches two squares further, and not one
	growthOff     = 0.22 // squares, that a saddle may lie off the next node
	farGrowthOff  = 0.16 // squares, where the nearest node is two squares away
	growthPhase   = 0.4  // cosine of the angle between the saddle's phase and the one expected
)

// Of a lattice that is completed in the rectified picture.
const (
	firstMargin           = 4    // squares beyond the accepted nodes that are looked at in the first rounds, and
	lastMargin            = 10   // in the last one
	fewestForFit          = 6    // crossings, for a homography to be fitted to them
	completionThreshold   = 0.08 // squares, and
	completionThresholdPX = 0.5  // pixels more, that an inlier may be off
)

// mostTrials is how many sets of four points RANSAC tries at most.
const mostTrials = 300

// farthestNode bounds how far a lattice may grow from its seed, in squares.
const farthestNode = 16

// Of the distortion of a lens: the part by which the corner of a picture is farther from its middle than it is seen.
const (
	fewestForDistortion  = 16    // crossings
	distortionSigma      = 0.1   // the standard deviation of what is expected of lenses
	firstDistortionStep  = 0.05  // of the search, which is halved down to
	finestDistortionStep = 0.002 // this
	straightBonus        = 1.05  // times the error, by which a distorted lens must be better than a straight one
)

// coarseDistortions are tried first: they span what webcams and telephones have.
var coarseDistortions = []float64{0, -0.1, 0.1, -0.2, 0.2, -0.3, 0.3}

// Where the colours across a side are sampled, in squares from it: a tape or a line drawn around a board lies on its
// outline or just beside it.
const (
	farthestAcross = 0.24                  // on both sides
	acrossSteps    = 17                    // samples, from one side to the other
	acrossPlaces   = (acrossSteps - 3) / 2 // pairs of samples but for those at the ends, which are the squares' colours
)

// profilesAlong are the places along a side at which its profile is sampled, in squares from its node.
var profilesAlong = [...]float64{0.3, 0.5, 0.7}

// bucketPX is the side of a bucket of saddles, px: only how fast they are found depends on it.
const bucketPX = 40

// What a lattice explains.
const (
	farthestExplained = 60   // squares from its seed
	nearNode          = 0.25 // squares from a node
	leastStep         = 6.0  // pixels between crossings that are followed
)

// Most pictures are sharp; what pieces leave free of blurred and noisy ones is measured better over a larger window.
var (
	sharp = focus{0.02, 0.13}
	soft  = focus{0.07, 0.2}
)

// Of the measurement of a crossing.
const (
	farthestMeasured = 0.16 // squares, that a crossing may be from where a lattice expects it
	leastBlur        = 0.7  // pixels: the standard deviation of the least smoothing
)

// The widths of the filters, in pixels of the prepared picture: crossings of small squares, of large ones, of coarse
// or rounded ones.
var widths = []float64{narrowest, 2 * narrowest, 4 * narrowest}

// Of a crossing.
const (
	narrowest   = 1.6  // pixels: standard deviation of the finest filter
	ringPoints  = 32   // samples on the ring around it
	ringRadius  = 2.4  // filter widths
	ringBlur    = 0.45 // filter widths: the standard deviation of the picture in which the ring is read
	maximaReach = 1.5  // filter widths within which a response must be the highest
	// times the saddles that are kept, of the highest responses, which are looked at
	peaksPerSaddle = 6
	leastPurity    = 0.55 // energy of the ring's second harmonic in all but its mean
	// of the first harmonic's energy: light that falls off across a crossing; all of it would let corners pass
	slopeForgiven  = 0.5
	leastAmplitude = 0.035 // log units: 3.5 % of brightness
	saddlesAWidth  = 350   // that are kept of each filter width, and
	saddlesInAll   = 900   // of all: the time that seeds take grows with their square
	saddleSpacing  = 5.0   // pixels between two saddles that are not the same
	noiseResponse  = 1e-8  // (log units a pixel²)²: less is rounding
	// sine of that between a crossing's edges, 37°: what is narrower is a line; a board seen 60° from the vertical has
	// 53°
	leastAngle = 0.6
)

// How many lattices are laid over a picture, in all and by one attempt at one set of crossings: most of the time goes
// into them. Nearly every board that is found at all is found by the first.
const (
	mostLattices       = 14
	latticesPerAttempt = 3
)

// clearEnd is how much of a pattern may go on beyond a board of unknown size where stripes were taken away: what they
// leave of squares that pieces cover as well is little.
const clearEnd = 0.3

// leastConfidence is the confidence from which on a board is returned. A keyboard and a part of a board that were
// taken for one (drawn from seeds 600,025 and 600,046) had 0.14 and 0.10, a cloth with a board on it 0.13 (830,189);
// boards have more than 0.3 nearly always.
const leastConfidence = 0.2

// clearPattern is the mean of the crossings from which on a pattern is clear.
const clearPattern = 0.85

// What a seed, and a lattice grown from it, need to be tried.
const (
	fewestVotes = 1 // nodes near it with a crossing of the right polarity, more than by chance
	fewestNodes = 6 // crossings that a lattice has
)

// patternNodes is how many nodes a lattice has that cannot have come together by chance.
const patternNodes = 40

// What neighbouring crossings have in common.
const (
	alongEdge     = 0.190809 // sine of 11°: how far a neighbour may lie off an edge's direction
	alongDiagonal = 0.342    // sine of 20°: the same for that halfway between two edges
	// cosine of the angle between two crossings' phases: at most that for opposite polarities, at least for the same
	oppositePhase, samePhase = -0.45, 0.45
	mostAmplitudeRatio       = 0.9 // natural logarithm of the ratio of two neighbours' amplitudes
	nearestSquare            = 9.0 // pixels between neighbours
	// the same along diagonals: boards that fill the picture, and not the fine patterns of other things
	nearestDiamond  = 36.0
	fourthCorner    = 0.25 // of the shorter side, that the fourth corner may lie off where three expect it
	farthestSquare  = 0.2  // of the picture's longer side
	mostAnisotropic = 3.0  // one side of a square to the other
	armsASide       = 3    // neighbours that are tried each way
	seedsAWidth     = 250  // that are kept of each filter width
	voteRadius      = 3.6  // squares around a seed that are asked
)

// Of the vote on a seed.
const (
	voteReach = 4 // nodes on each side of a seed within voteRadius
	// of all saddles, those that have the right polarity by chance: their phases are evenly spread
	alikeByChance       = 1.0 / 3
	contradicting       = 0.25 // squares off every node, from where on a saddle contradicts
	contradictionWeight = 0.1  // of a saddle that contradicts, against one that agrees
	toleranceNear       = 0.09 // squares, that a saddle may lie off a node of the seed, and
	toleranceGrowth     = 0.05 // squares more for each square farther away
)

// How the last fit is made.
const (
	fitThreshold   = 0.05 // squares, and
	fitThresholdPX = 0.6  // pixels more, that an inlier may be off at first
	inlierMedians  = 4.5  // medians of all residuals, and
	inlierPX       = 0.1  // pixels more, that one may be off then; but never more than
	farthestInlier = 0.08 // squares
	fewestInliers  = 8    // crossings
	resamples      = 10   // fits to random subsets of the crossings, for the spread of the corners
	resampledPart  = 0.67 // of the crossings in each
	clearCrossing  = 0.55 // score of the crossings that are measured for it, where there are enough of them
)

// What the last fit must reach.
const (
	fewestCrossings = 12    // that are measured
	leastNarrowness = 0.34  // 70° from the vertical; what is narrower is no square at all
	mostSpread      = 0.05  // squares
	mostResidual    = 0.027 // squares, root mean square, and
	unsharpResidual = 0.2   // pixels more: what blur and compression do to small squares
	roughResidual   = 0.02  // squares: from here on blur or noise is likely
	noisyResidual   = 0.045 // squares, where so many crossings agree that noise alone can have moved them:
	noisySpread     = 0.025 // squares, and
	noisyOutliers   = 0.15  // of the crossings
)

// mostOutside is how far a corner may lie outside of the picture, in squares.
const mostOutside = 0.25

// Of the search for stripes of light.
const (
	stripesLonger = 400               // longer side of the picture in which they are looked for, pixels
	slopeStride   = 2                 // of its pixels in a row, and of its rows, are asked for the stripes' direction
	steepest      = 0.06              // log units a pixel of that: steeper edges count as much as these
	turnsTried    = 60                // directions
	finestTurn    = 0.001             // radians
	slowLight     = stripesLonger / 3 // what changes over more pixels is no stripe
	fewestOnLine  = 20                // pixels that tell how light changes there
	mostOfLine    = 0.7               // of a line, that must agree
	leastStripes  = 0.03              // log units, root mean square: 3 % of brightness
	leastAgreed   = 0.45              // of that, what most of each line agrees with
)

// Of the search for a point of symmetry.
const (
	longestStep     = 1.5  // samples
	edgeDeterminant = 1e-4 // of the squared trace of the normal matrix, below which the window shows one edge alone
	mostSteps       = 12   // of the Gauss-Newton method
	closeEnough     = 0.01 // pixels: a smaller step is the last
	mostLopsided    = 0.35 // of the picture's variance about the point, what may differ from its own half turn
	mostSamples     = 7    // on each side of the point
	weightAtWidth   = 0.3  // of a pixel at the window's edge, against one at the point
)

// What a crossing, a side and a square must reach to count in favour of a window.
const (
	crossingBar   = 0.35 // score
	sideBar       = 0.35 // score
	squareBar     = 0.3  // score
	sideWeight    = 0.5  // of a side, against a crossing and a square
	outlineWeight = 0.35 // weight of crossings on the outline: there the pattern goes on outside
)

// What a whole line of crossings, squares or sides reaches on a board full of pieces, as a mean score: what a
// window's lines fall short of it is taken from its score.
const (
	wholeLineCrossings = 0.4
	wholeLineSquares   = 0.3
	wholeLineSides     = 0.35
)

// Of a window that the picture cuts.
const (
	mostlySeen      = 0.9 // of its nodes; of those missing four do not count, but all others cost
	unseenNode      = 0.5 // of the score each
	fewestOnOutline = 3   // nodes of an outermost line, for it to count
)

// rivalTolerance is how much worse a window is, in the mean of its crossings and in the worst of its lines, that is
// no rival: a larger one that takes in what chance makes of the table has a larger sum.
const rivalTolerance = 0.2

// faintestLine is how clearly a line must run around a window to tell it among others of the same pattern, in
// contrasts, faintestLineLog the same in log units, and clearerLine how many times as clearly as around any other.
// What is fainter is grain and noise: somewhere on a faint pattern that covers the table, as of a parquet's, they
// draw a line around a window.
const (
	faintestLine    = 0.04
	faintestLineLog = 0.025
	clearerLine     = 2
)

// largerCost is how far above their bars the crossings, sides and squares that a larger window adds must be on average
// for it to be the better one: of windows that could be boards by themselves, the smaller one has no board beyond it.
const largerCost = 0.15

// windowsAssessed is how many windows are assessed, those with the highest scores.
const windowsAssessed = 40

// The thresholds below which a window is refused.
var thresholds = quality{
	crossings: 0.45, sides: 0.59, goodCross: 0.5, goodSides: 0.6, goodSquares: 0.35,
	weakestRow: 0.15, margin: 0.04, score: 0.15, continues: 0.47, framed: 0.16,
}

// clearBoard and clearSpread (in squares) are what boards usually reach: the confidence is 1 from there on.
var clearBoard = quality{crossings: 0.75, sides: 0.8, margin: 0.12}

const clearSpread = 0.01

// continuesTold is the threshold of continues where the board's size is known, or no larger board would be a better
// one: a line or an ornament around the squares is less of a pattern then than another row of them.
const continuesTold = 0.6
