package moves

import "time"

// The numbers by which moves are told. What is unlikely is stated as the natural logarithm of a probability. Where no
// reason is given, a value was set by hand on films of games on boards drawn by lot (`make films`), which prints what a
// change of one of them does.

// likely is the probability with which a square that changed must show it in
// one reading; over the agreeing readings it must be Options.Clear.
const likely = 0.5

// How far the recorder looks back and ahead for other moves than those on
// record, and how many positions it tries at most for each distance.
const (
	farthestBack  = 4       // moves
	farthestAhead = 4       // moves
	mostTried     = 100_000 // positions
)

// unseen is what it costs, as a logarithm of a probability, that a position
// stood and nobody saw it.
const unseen = -5

// outOfTheQuestion is how many times as unlikely as something else must be what is ruled out: more than one square
// alone can say. A recorder may believe in doubtful squares then, for it can look back and correct itself, and
// nobody waits for it to say that they cannot be read.
const outOfTheQuestion = 10_000

// takenBack is the longest game of which all moves may be taken back: the first
// position after more moves than these begins another game.
const takenBack = 4

// Of what takes moves off the record.
const (
	undoSpan   = time.Second // for which the table shows what takes moves off the record
	undoShare  = 0.5         // of the logarithm of the likelihood with which they were put there
	mostUnsure = 2           // squares of a first position that is set up again
)

// Of the paths of positions through the stills of a game.
const (
	moveCost    = -2  // logarithm of a probability that a move was made from one still to the next,
	handCost    = -2  // that a piece is in a hand,
	noneCost    = -30 // and that a still shows no position: a captured man is still there, several are being set up
	widestTrack = 200 // paths that are kept,
	unlikeliest = -30 // against the likeliest
	// times as likely as any other the likeliest must be: then it is on record although nobody could tell it
	untold     = 100
	leastRight = -12 // what the last still may take away: one square is misread
	// squares of which the last still does not say what is there: of more, paths may be found that nobody made
	mostUnread = 3
)
