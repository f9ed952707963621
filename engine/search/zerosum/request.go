package zerosum

import (
	"errors"
	"time"
)

// Request is what to search and for how long. The search ends at the first limit that it meets, at MaxDepth, or when
// the result is certain.
type Request[S any] struct {
	Position S
	// History is the states of the game before Position, the oldest first; those since the last irreversible move are
	// enough. The side to move at Position made every second of the moves between them.
	History []S

	Time time.Duration // 0: as long as it takes
	// Enough is the time that the move is worth where time saved is not lost, as on the clock of a game: a search
	// that goes on seeing the same move ends before it, one that has just seen its score fall goes on to twice as
	// long. 0: all of Time.
	Enough time.Duration
	Depth  int    // plies, 0: up to MaxDepth
	Nodes  uint64 // states looked at, 0: any number
}

// MaxDepth is the greatest depth that a search goes to, in plies.
const MaxDepth = 120

// MaxThreads is more threads than any computer has use for.
const MaxThreads = 256

// Result is the best answer known: of a whole search, or so far.
type Result[M any] struct {
	Move M
	// Score is what the position is worth to the side to move: an estimate, or as Win describes.
	Score   int
	Counted bool // the plies to the end that Score has are those of best play, and not only those of PV
	Depth   int  // plies searched in full
	Nodes   uint64
	Elapsed time.Duration
	PV      []M // the line of play expected, Move first
}

// ErrNoMoves says that there is nothing to search: the game is over.
var ErrNoMoves = errors.New("the side to move has no legal move")

// Options are the size and the parts of a searcher. The zero value is a good one.
type Options struct {
	// TableMB is the size of the transposition table in units of 2²⁰ bytes, rounded down to a power of two; 0 means 32.
	TableMB int
	// Now is the clock that time limits go by; nil means time.Now.
	Now func() time.Time
	// Threads is how many goroutines search at once; 0 means 1. With more than one the same search may give another
	// answer, and Request.Nodes bounds each.
	Threads int
	// Weakness makes the search err as people do; the zero value does not.
	Weakness Weakness

	// Switches that show what each part of the search is worth.
	NoTable      bool // forget every state at once
	NoTablebase  bool // search states whose end is known, as a search with a Weakness does
	NoAspiration bool // search each depth with an open window
	NoOrdering   bool // try moves in the game's own order
	NoKillers    bool // order quiet moves by history alone
	NoHistory    bool // order quiet moves by killers alone
	NoQuiescence bool // estimate noisy states too
	NoThreats    bool // estimate states in which a capture threatens
	NoReduction  bool // search late moves as deep as the first
	NoProbCut    bool // search in full what a shallow search puts far outside the window
}
