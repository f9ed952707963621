// Package zerosum searches games that two players with perfect information play in turn, where one's gain is the
// other's loss. It knows no game: a game is a value that says what can be played and what a state is worth.
package zerosum

// Game is the formal model of a game with states S and moves M: its moves, the result of a move, its end and its
// utility. States are seen by the side to move, and the turn changes with each move.
type Game[S, M any] interface {
	// AppendMoves appends the legal moves of a state to moves and returns it, the same ones in the same order each
	// time. None means that the game is over.
	AppendMoves(state S, moves []M) []M
	// Play is the state after a legal move.
	Play(state S, move M) S
	// Utility is the result for the side to move where the game is over: 1, 0 or −1 for a win, a draw or a loss.
	Utility(state S) int
	// Evaluate estimates what a state is worth to the side to move, in units of the game's own, between −MaxEstimate
	// and MaxEstimate.
	Evaluate(state S) int
}

// Guide is what makes the search of a game fast and its horizon sound. It never changes which moves are legal. It may
// be an Umpire, a Limiter, a StandPat, a ThreatDetector and a Tablebase, too.
type Guide[S, M any] interface {
	// Hash tells states apart; two with one hash are taken for the same.
	Hash(state S) uint64
	// Noisy reports whether an estimate of the state means nothing yet, since a capture is due or the game is over. A
	// line of play has only finitely many noisy states in a row.
	Noisy(state S) bool
	// Reversible reports whether a move between two states can be undone by later moves, so that a state may come again.
	Reversible(before, after S) bool
	// Rank is what a move looks like before it is searched: a small number that moves of one kind share, 0 to
	// Kinds−1, and what it gains at once, 0 to MaxGain, 0 for a quiet one.
	Rank(move M) (kind, gain int)
}

// Umpire is a Guide of a game that is not simply drawn when it has gone on for too long.
type Umpire[S any] interface {
	// AtLimit is the result for the side to move, as Utility has it, where the limit of reversible plies is reached.
	AtLimit(state S) int
}

// Limiter is a Guide of a game that is over sooner where less is left.
type Limiter[S any] interface {
	// Limit is how many reversible plies in a row end the game where a state stands; 0 for any number.
	Limit(state S) int
}

// StandPat is a Guide of a game in which a capture need not be made.
type StandPat[S any] interface {
	// MayStandPat reports whether the side to move may play something quiet in a noisy state.
	MayStandPat(state S) bool
}

// ThreatDetector is a Guide that sees captures coming.
type ThreatDetector[S any] interface {
	// Threatened reports whether the other side could capture, were it to move.
	Threatened(state S) bool
}

// Bounds of what a game tells the search.
const (
	Kinds       = 1 << 12
	MaxGain     = 1 << 8
	MaxEstimate = 20000
)

// Win is the score of a game won at once. A win n plies away scores Win−n, a loss n plies away n−Win, a draw 0.
const Win = 30000

// MaxPly is the longest line of play that is looked at.
const MaxPly = 200

// Distance is the number of plies to the end of the game that a score promises; false where the score is an estimate
// or a draw.
func Distance(score int) (plies int, decided bool) {
	switch {
	case score >= Win-MaxPly:
		return Win - score, true
	case score <= MaxPly-Win:
		return Win + score, true
	}
	return 0, false
}

// infinity is beyond every score.
const infinity = Win + 1

// final is the score of a game that is over after ply plies.
func final(utility, ply int) int { return utility * (Win - ply) }
