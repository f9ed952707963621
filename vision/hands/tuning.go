package hands

import "time"

// The numbers by which hands are told from the arm. Cells are those of the picture, which is maxColumns cells wide.
// Unless something else is said, a value was set by hand on the tables of the tests: drawn tables with the arms that
// tests call developed, with the cameras and the light of a lot (`make guard`), and films of a gantry and a jointed
// arm (TestTheArmIsNoHand, TestAHandIsSeen). Both print what a change of one of them does; docs/notes/guard.md has
// what was measured on tables that were kept aside.

// Sizes of what is looked for.
const (
	maxColumns   = 120   // cells along the picture's width
	fingertipMM2 = 200.0 // mm² of the table that a fingertip hides: what hides less is no hand
	minCells     = 2     // cells of a fingertip in a picture in which the table is small
	largeFactor  = 1.5   // times the square around a disc: what hides more is no disc off its place
)

// Where the arm may be in a picture.
const (
	armEntryTime       = 1500 * time.Millisecond // in which an arm of which nothing is known comes into view
	perspectiveGain    = 1.6                     // by which a part of the arm, nearer to the camera, outruns the tool
	arrivalJitter      = 30 * time.Millisecond   // by which a picture may be older than its arrival says
	envelopeSlackCells = 2.0                     // cells by which the outline of the arm jumps from picture to picture
	toolStepMM         = 8.0                     // mm between positions at which the tool is looked for
	maxTools           = 12                      // positions of the tool that one picture is held against
	discMarginCells    = 1.5                     // cells around a disc that change when it is gripped
	armGrowthCells     = 12                      // cells beyond its envelope within which something may be the arm
	doubtfulCells      = 1.5                     // cells beyond it from which on a picture is not remembered as the arm's
)

// What lies on the table: a disc that fell, a piece that somebody moved.
const (
	lyingDiscSizes = 2           // times the largest disc
	lyingTime      = time.Second // for which it has not moved
)

// How strong a cue has to be. Strengths of the first three cues are cells beyond an envelope, those of the others
// areas in units of Detector.largeCells. The first motions are believed less since hidden areas are a cue: set so
// that in the films no arm is taken for a hand, and nine of ten hands from the arm's own side are seen.
var cueLimits = [cueCount]struct {
	least   float64 // strength below which a cue says nothing
	first   float64 // added to that before the first motion; half of it after one, a third after two, …
	motions int     // motions before which the cue is not believed at all
	margin  float64 // times the strongest in motions without a hand; 1 more after one motion, ½ after two, …
	plus    float64 // strength added to that
}{
	beyondReach:       {3, 9, 0, 1.5, 2},
	beyondSilhouettes: {3, 24, 0, 1.5, 2},
	beyondModel:       {3, 16, 0, 1.5, 2},
	unknownColours:    {1, 3, 3, 1.5, 0},
	beneathArm:        {.7, 1, 3, 1.5, 0},
	hiddenArea:        {.7, 1.2, 2, 1.5, 0},
}

const (
	historyMotions   = 40  // motions of which the strength of a cue is remembered
	robustMaxMotions = 4   // motions from which on the strongest of them is left out: it may have been a hand
	sureFactor       = 2.0 // times its limit, from which on a cue is believed in a single picture
	usualUncertainty = 12  // cells by which the position of the arm in a picture is usually uncertain
	minUncertainty   = .3  // times that
	maxUncertainty   = 2.0
	armWidthDiscs    = 2 // discs: how much more of the area an arm hides that reaches farther over it
	beneathMargin    = 2 // cells around the arm in which something may go on beneath it
)

// envelopeGrowths are the cells by which an envelope is widened, in turn, until it holds all of what is seen.
var envelopeGrowths = [...]float64{0, .5, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 10, 12, 15, 18, 22, 27, 33, 40, 50, 70, 100}

// What light alone does to a colour, in natural logarithms.
const (
	darkOffset        = 6.0  // added to samples of 0 to 255 before logarithms are taken: the dark is noisy
	channelTolerance  = 0.12 // by which channels may change differently
	brighteningLimit  = 0.7
	darkeningLimit    = 1.25
	voteTolerance     = 0.1 // within which two colours of a cell count as the same
	lightSampleStride = 7   // every seventh cell tells how the light has changed
)

// The sensor's noise: by how much the channels of a cell change differently, by brightness. The pictures of the tests
// are JPEG of quality 30 to 95 with noise of up to 5 of 255.
const (
	noiseBins      = 12
	noiseBinWidth  = 0.4  // of the logarithm of brightness
	noiseFirstBin  = 1.0  // where the first bin begins
	noiseBinCells  = 20   // cells in a bin that say something about it
	noiseFactor    = 4    // times the median, which noise hardly reaches
	noiseLimit     = 0.35 // more is not taken for noise
	noiseRetention = 0.8  // of what was known, with each picture
)

// Flicker: how large the blobs are that noise and compression make.
const (
	flickerLimitCells = 30   // cells; a larger blob is something
	flickerRetention  = 0.95 // of what was known, with each picture
	flickerFactor     = 1.5  // times the largest blob that flickered: a hand is larger
)

// The histogram of the arm's colours.
const (
	colourSteps   = 21  // bins of each channel
	colourStep    = 0.2 // width of a bin, natural logarithms
	darkestColour = 1.6 // the logarithm at which the first bin begins
	colourCells   = 3   // cells in a bin from which on the arm has the colour
)

// The rate at which pictures arrive.
const (
	arrivalWindow    = 5 * time.Second // over which it is measured
	minArrivals      = 6               // pictures
	maxArrivals      = 200             // pictures
	delayedIntervals = 2.5             // mean intervals without a picture, after which pictures may have been held up
	backlogIntervals = 0.6             // of the mean interval within which a picture that was held up follows another
	firstInterval    = 100 * time.Millisecond
)

// The camera's latency.
const (
	latencyStep        = 50 * time.Millisecond
	minLatencyPictures = 10                    // pictures with the arm in them
	maxArrivalDelay    = 60 * time.Millisecond // of a picture that counts
	motionSaturationMM = 40.0                  // mm of motion from which on the change in the picture hardly grows
	latencyToleranceMM = 0.7                   // mm by which a latency may fit worse than the best one and be true
	uncorrelatedMM     = 20                    // mm that changes count which do not follow the motions at all
	maxToolDistanceMM  = 60.0                  // mm from the tool to the arm as seen, more counts as this
	toolRiseStepMM     = 50.0                  // mm between places above the tool, along what carries it
	toolRiseSteps      = 3
	latencyMotions     = 5 // last motions whose median counts
)

// The silhouettes of the arm.
const (
	maxSilhouettes      = 2500 // some 40 MB
	forgottenShare      = 10   // one part in so many is forgotten when there are more
	silhouetteSpacingMM = 12   // mm between positions of the tool
	silhouettesPerPlace = 3    // that are enough within it
	silhouetteVotes     = 3    // motions that say where the arm may be seen: it counts where two of three agree
	neighbourFactor     = 1.4  // times the distance of the nearest silhouette, at which another still counts
	neighbourMarginMM   = 10   // mm more than that
	knownMotions        = 3    // motions from which on the arm is known well enough to leave out doubtful pictures
)

// How the parts of an arm move with its tool.
const (
	modelErrorShare = 0.15 // of the tool's motion by which a part moves otherwise
	fittedShare     = 0.4  // of the positions at which the tool may have been, for parts whose mode was fitted
	linkMarginCells = 3    // cells by which a farther link may be as near as the nearest
)

// partHeights are the heights above the tool's tip at which the parts of a Cartesian machine are taken to be, mm.
var partHeights = [...]float64{0, 140}

// Fitting the modes in which the parts of a Cartesian machine move.
const (
	fitSilhouettes    = 8     // that a silhouette is held against
	fitNearMM         = 30.0  // mm of tool between them, at least
	fitFarMM          = 160.0 // mm, at most
	fitShare          = 0.75  // of the silhouettes that a mode has to fit
	fitToleranceCells = 1.5   // cells by which it may be off
	fitToleranceShare = 0.1   // and so much of how far the tool has moved
)

// How an arm keeps to the times that it is said to take. A pace is planned time by actual time.
const (
	firstPaceMin   = 0.75 // before anything was learnt
	firstPaceMax   = 1.25
	paceTolerance  = 0.03        // between one group of motions and the next
	minPace        = .3          // less or more is no pace but a fault
	maxPace        = 2           //
	paceGroups     = 12          // last groups of motions that say something
	paceMinPlanned = time.Second // of a group that says something
	positionStep   = 20 * time.Millisecond
	brakeTime      = 400 * time.Millisecond // for which an arm that is told to hold may move on
)

// handRestTime is for how long nothing must have moved until a hand is taken to be gone although nobody saw it go: it
// may have been gone before the first picture at rest. Set on hands that lie still beside the arm or beneath its beam.
const handRestTime = 3 * time.Second
