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
	fullWeight   = 250 * time.Millisecond // after another reading from which on one counts in full
	handWeight   = 0.3                    // of a reading while something moves or is over the board
	hiddenWeight = 0.1                    // of the odds of a square over which something seems to lie
	recentWeight = 0.2                    // of a new reading in the running mean
)

// What is paid for what may have happened.
const (
	moveCost         = -3   // a move
	unseenCost       = -2   // a position stood and nobody saw it
	takebackCost     = -8   // moves taken back, or another game set up
	backCost         = -0.2 // each of those moves
	misreadCost      = -8   // a square is misread for as long as the same stands there
	misreadPerSecond = -1   // and while it is
	handCost         = -6   // what is read while something moves or is over the board is nothing
	boardCost        = -30  // all of the board is misread
	boardPerSecond   = -3   // and while it is
)

// How many lines are kept, and of how many it is asked how they go on.
const (
	mostHypotheses  = 60
	hypothesisRange = -30 // against the likeliest
	mostFollowed    = 20
	mostTried       = 4    // readings in a row that show the same, after which it is not asked again
	roundingError   = 1e-6 // of scores: of two that differ by less the line that was tried first stays
)

// How far a recorder looks back and ahead for other moves than those on record.
const (
	maxUndone = 4       // moves
	maxAhead  = 6       // moves
	maxTried  = 100_000 // positions, in one search
)

// mostForeseen is how many moves may have been made before the first position was seen. After more of them the record
// begins with what stands on the board.
const mostForeseen = 2

// handPatience is for how long something moves or is over the board until that is told: a hand that makes a move
// hinders nobody.
const handPatience = 3 * time.Second

// maxTakeback is the longest game, in moves, of which all moves may be taken back. The first position after more
// moves begins another game.
const maxTakeback = 4

// MostPutBack is how many moves, of both sides, a player may take back in its turn.
const MostPutBack = 6

// What puts a line on record.
const (
	maxMisread       = 3      // squares at most that are misread then
	overwhelmingOdds = 10_000 // over any other line, with which a square may be doubtful: more than one alone can say
)
