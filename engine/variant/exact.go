package variant

import "draughtsman/engine/search/zerosum"

// Exact is a rule set as zerosum sees it with the limit within its states: a Game whose value is exact. A win that is
// there at all is there without a repetition, so that no more needs to be known of the past.
type Exact[P, M any] struct {
	Rules Rules
	Board Board[P, M]
}

var (
	_ zerosum.Game[State, Move]  = Exact[Position, Move]{}
	_ zerosum.Guide[State, Move] = counting[Position, Move]{}
)

func (e Exact[P, M]) atLimit(s StateOf[P]) bool {
	limit := e.Board.Limit(s.Position)
	return limit > 0 && s.Count >= limit
}

// AppendMoves appends the legal moves; there are none where the game is over.
func (e Exact[P, M]) AppendMoves(s StateOf[P], moves []M) []M {
	if e.atLimit(s) {
		return moves
	}
	return e.Board.AppendMoves(s.Position, moves)
}

// Play is the state after a move.
func (e Exact[P, M]) Play(s StateOf[P], m M) StateOf[P] {
	next := StateOf[P]{Position: e.Board.Play(s.Position, m)}
	if e.Board.Counts(s.Position, m) {
		next.Count = s.Count + 1
	}
	return next
}

// Utility is the result for the player to move where the game is over.
func (e Exact[P, M]) Utility(s StateOf[P]) int {
	if e.Board.Over(s.Position) {
		return e.Board.Utility(s.Position)
	}
	return e.Board.AtLimit(s.Position)
}

// Evaluate estimates a state for the player to move, in hundredths of a man.
func (e Exact[P, M]) Evaluate(s StateOf[P]) int { return e.Board.Evaluate(s.Position) }

// counting is Exact with its Guide: for a limit that may win the game, where a draw in its place would mislead.
type counting[P, M any] struct{ Exact[P, M] }

// limitNear is how many moves before the limit states that differ in their count alone are told apart: further off
// they would only be searched twice.
const limitNear = 16

// Hash tells states apart, by their count only near the limit.
func (c counting[P, M]) Hash(s StateOf[P]) uint64 {
	h := c.Board.Hash(s.Position)
	if near := s.Count - (c.Board.Limit(s.Position) - limitNear); near > 0 {
		h ^= uint64(near) * 0x9e3779b97f4a7c15 // 2⁶⁴ over the golden ratio
	}
	return h
}

// Noisy reports whether a capture is possible or the game is over.
func (c counting[P, M]) Noisy(s StateOf[P]) bool { return c.atLimit(s) || c.Board.Noisy(s.Position) }

// MayStandPat reports whether the player to move may leave a capture.
func (c counting[P, M]) MayStandPat(s StateOf[P]) bool { return c.Board.MayStandPat(s.Position) }

// Reversible reports whether the move between two states counts.
func (c counting[P, M]) Reversible(before, after StateOf[P]) bool {
	return c.Board.Reversible(before.Position, after.Position)
}

// Rank is that of the board.
func (c counting[P, M]) Rank(m M) (kind, gain int) { return c.Board.Rank(m) }

// counted is states for positions that followed each other.
func (e Exact[P, M]) counted(positions []P) []StateOf[P] {
	states := make([]StateOf[P], len(positions))
	for i, p := range positions {
		states[i].Position = p
		if i > 0 && e.Board.Reversible(positions[i-1], p) {
			states[i].Count = states[i-1].Count + 1
		}
	}
	return states
}
