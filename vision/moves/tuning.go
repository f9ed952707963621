package moves

import "time"

// The numbers by which moves are told. What is unlikely is stated as the natural logarithm of a probability. Where no
// reason is given, a value was set by hand on films of games on boards drawn by lot (`make films`), which prints what
// a change of one of them does.

// Probabilities of single squares.
const (
	probableContent = 0.5  // of what a square that changed shows in one reading; over several it is Options.Clear
	possibleContent = 0.1  // below it a square surely shows something else
	minProbability  = 1e-4 // of any content, for readers err
)

// What counts how much.
const (
	hiddenWeight  = 0.3  // of the odds of a square over which something seems to lie
	illegalWeight = 0.05 // of the odds of a content that no hypothesis has on a square
	recentWeight  = 0.2  // of a new reading in the running mean
)

// How far a recorder looks back and ahead for other moves than those on record.
const (
	maxUndone = 4       // moves
	maxAhead  = 4       // moves
	maxTried  = 100_000 // positions, for each distance
)

// unseenCost is the logarithm of the probability that a position stood and nobody saw it.
const unseenCost = -5

// overwhelmingOdds is how many times as likely as any other hypothesis one must be for its squares to be doubtful:
// more than one square alone can say. Only a recorder believes in doubtful squares, for it can look back and correct
// itself, and nobody waits for it to say that they cannot be read.
const overwhelmingOdds = 10_000

// maxTakeback is the longest game, in moves, of which all moves may be taken back. The first position after more
// moves begins another game.
const maxTakeback = 4

// What takes moves off the record.
const (
	undoTime         = time.Second // for which the table shows it
	undoShare        = 0.5         // of the logarithm of the likelihood with which the moves were put on record
	maxUnsureSquares = 2           // of a first position that is set up again
)

// The beam of paths. Costs are logarithms of probabilities.
const (
	moveCost         = -2  // a move was made from one observation to the next
	handCost         = -2  // a piece is in a hand
	outlierCost      = -30 // an observation shows no position: a captured man is still there, pieces are being set up
	beamWidth        = 200 // paths that are kept
	beamRange        = -30 // against the likeliest path
	certainOdds      = 100 // times as likely as any other path: then it is on record although no reading showed it
	minLastCost      = -12 // of the last observation: one square is misread
	maxUnreadSquares = 3   // of the last observation: of more, paths may be found that nobody made
)
