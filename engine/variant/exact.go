package variant

import "draughtsman/engine/search/zerosum"

// Exact is a rule set as zerosum sees it with the limit within its states: a
// Game whose value is exact. A win that is there at all is there without a
// repetition, so that no more needs to be known of the past.
type Exact struct {
	Rules   Rules
	Scoring Scoring
}

var _ zerosum.Game[State, Move] = Exact{}

func (e Exact) model() Model { return Model(e) }

// AppendMoves appends the legal moves; there are none where the game is over.
func (e Exact) AppendMoves(s State, moves []Move) []Move {
	if e.Rules.Limit > 0 && s.Count >= e.Rules.Limit {
		return moves
	}
	return e.model().AppendMoves(s.Position, moves)
}

// Play is the state after a move.
func (e Exact) Play(s State, m Move) State { return e.Rules.Next(s, m) }

// Utility is the result for the player to move where the game is over.
func (e Exact) Utility(s State) int {
	if _, over := e.Rules.noPiece(&s.Position); over || !s.Position.canStep() && !s.Position.CanCapture() {
		return e.model().Utility(s.Position)
	}
	return e.Rules.atLimit(&s.Position)
}

// Evaluate estimates a state for the player to move, in hundredths of a man.
func (e Exact) Evaluate(s State) int { return e.model().Evaluate(s.Position) }
