package variant

import "draughtsman/engine/search/zerosum"

// Searcher finds moves of any rule set on any board; see zerosum.Searcher.
type Searcher = zerosum.Searcher[Position, Move]

// NewSearcher is a searcher of a rule set, which knows its repetition and its
// limit from the history that a request brings.
func NewSearcher(r Rules, s Scoring, options zerosum.Options) *Searcher {
	m := Model{r, s}
	return zerosum.New[Position, Move](m, m, r.Limit, options)
}

// Model is a rule set as zerosum sees it, a Game and a Guide of positions. The
// ends that need a game's history, repetition and the limit, are left to the
// search: Exact has the limit within its states.
type Model struct {
	Rules   Rules
	Scoring Scoring
}

var (
	_ zerosum.Game[Position, Move]  = Model{}
	_ zerosum.Guide[Position, Move] = Model{}
	_ zerosum.Umpire[Position]      = Model{}
	_ zerosum.Chooser[Position]     = Model{}
)

// AppendMoves appends the legal moves; there are none where the game is over.
func (m Model) AppendMoves(p Position, moves []Move) []Move {
	if _, over := m.Rules.noPiece(&p); over {
		return moves
	}
	return m.Rules.AppendMoves(p, moves)
}

// Play is the position after a move.
func (m Model) Play(p Position, move Move) Position { return m.Rules.Play(p, move) }

// Utility is −1: whoever cannot move has lost, unless the other player has lost
// for want of a piece.
func (m Model) Utility(p Position) int {
	if loser, over := m.Rules.noPiece(&p); over && loser != p.turn {
		return 1
	}
	return -1
}

// Evaluate estimates a position for the player to move, in hundredths of a man.
func (m Model) Evaluate(p Position) int {
	return max(-zerosum.MaxEstimate, min(zerosum.MaxEstimate, m.Scoring.Score(p)))
}

// Hash tells positions apart.
func (m Model) Hash(p Position) uint64 { return p.Hash() }

// Noisy reports whether a capture is due or the game is over.
func (m Model) Noisy(p Position) bool {
	if _, over := m.Rules.noPiece(&p); over {
		return true
	}
	return p.CanCapture() || !p.canStep()
}

// MayWait reports whether the player to move may leave a capture.
func (m Model) MayWait(p Position) bool { return !m.Rules.Compulsory && p.canStep() }

// AtLimit is the result for the player to move where the limit is reached.
func (m Model) AtLimit(p Position) int { return m.Rules.atLimit(&p) }

// Reversible reports whether a move counts towards the limit.
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

// Rank makes moves from a square in a direction one kind, and counts the pieces
// captured.
func (m Model) Rank(move Move) (kind, gain int) {
	return int(move.from)*directions + move.direction(0), move.Captures()
}
