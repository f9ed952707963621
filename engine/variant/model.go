package variant

import "draughtsman/engine/search/zerosum"

// Model is a rule set on boards of any size.
type Model struct {
	Rules   Rules
	Scoring Scoring
}

var _ Board[Position, Move] = Model{}

// AppendMoves appends the legal moves; there are none where the game is over.
func (m Model) AppendMoves(p Position, moves []Move) []Move {
	moves, _ = m.AppendAll(p, moves)
	return moves
}

// AppendAll is AppendMoves; all is false where there are captures beyond MaxCaptures, which are left out.
func (m Model) AppendAll(p Position, moves []Move) (_ []Move, all bool) {
	if _, over := m.Rules.noPiece(&p); over {
		return moves, true
	}
	return m.Rules.AppendAll(p, moves)
}

// Play is the position after a move.
func (m Model) Play(p Position, move Move) Position { return m.Rules.Play(p, move) }

// Utility is −1: whoever cannot move has lost, unless the other player has lost for want of a piece.
func (m Model) Utility(p Position) int {
	if loser, over := m.Rules.noPiece(&p); over && loser != p.turn {
		return 1
	}
	return -1
}

// Evaluate estimates a position for the player to move, in hundredths of a man.
func (m Model) Evaluate(p Position) int { return bounded(m.Scoring.Score(m.Rules, p)) }

// Hash tells positions apart.
func (m Model) Hash(p Position) uint64 { return p.Hash() }

// Noisy reports whether a capture is possible or the game is over.
func (m Model) Noisy(p Position) bool { return m.Rules.CanCapture(p) || m.Over(p) }

// Over reports whether the player to move has no move.
func (m Model) Over(p Position) bool {
	_, over := m.Rules.noPiece(&p)
	return over || m.Rules.stuck(&p)
}

// MayStandPat reports whether the player to move may leave a capture.
func (m Model) MayStandPat(p Position) bool { return !m.Rules.Compulsory && m.Rules.canStep(&p) }

// Limit is how many moves in a row may count where a position stands; 0 for any number.
func (m Model) Limit(p Position) int { return m.Rules.limit(&p) }

// AtLimit is the result for the player to move where the limit is reached.
func (m Model) AtLimit(p Position) int { return m.Rules.atLimit(&p) }

// Counts reports whether a move goes towards the limit.
func (m Model) Counts(p Position, move Move) bool { return m.Rules.counts(p, move) }

// Reversible reports whether the move between two positions counts.
func (m Model) Reversible(before, after Position) bool {
	switch m.Rules.Counted {
	case AllMoves:
		return true
	case NothingGained:
		return sameNumbers(&before, &after)
	default:
		return sameNumbers(&before, &after) && sameMen(&before, &after)
	}
}

func sameNumbers(a, b *Position) bool {
	return a.pieces[First].len() == b.pieces[First].len() && a.pieces[Second].len() == b.pieces[Second].len() &&
		a.kings.len() == b.kings.len()
}

func sameMen(a, b *Position) bool {
	for w := range a.kings {
		if a.pieces[First][w]&^a.kings[w] != b.pieces[First][w]&^b.kings[w] ||
			a.pieces[Second][w]&^a.kings[w] != b.pieces[Second][w]&^b.kings[w] {
			return false
		}
	}
	return true
}

// Rank makes moves from a square in a direction one kind, or to another one where kings fly, and counts the pieces
// captured.
func (m Model) Rank(move Move) (kind, gain int) {
	if move.long {
		return (int(move.from)*move.board().squares + int(move.to)) % zerosum.Kinds, move.Captures()
	}
	return int(move.from)*directions + move.direction(0), move.Captures()
}
