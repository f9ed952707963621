package search

import (
	"math/bits"

	"draughtsman/engine/checkers"
	"draughtsman/engine/endgame"
)

// English is English draughts as the search sees it, a zerosum.Game and a zerosum.Guide; where positions have the moves
// of another game, it is that. It evaluates by its weights, or without any by Foundation alone, and knows how the
// positions in its tables end, if it has any.
type English struct {
	Weights *Weights
	Tables  *endgame.Tables
}

// AppendMoves appends the legal moves.
func (English) AppendMoves(p checkers.Position, moves []checkers.Move) []checkers.Move {
	return p.AppendMoves(moves)
}

// Play is the position after a move.
func (English) Play(p checkers.Position, m checkers.Move) checkers.Position { return p.Play(m) }

// Utility is −1: whoever cannot move has lost.
func (English) Utility(checkers.Position) int { return -1 }

// limited is a game that is drawn sooner where few kings are left.
type limited struct{ English }

// Limit implements zerosum.Limiter.
func (limited) Limit(p checkers.Position) int { return p.MostQuietPlies() }

// Known is what the tables say of a position after so many quiet plies, by the game's limit of these.
func (e English) Known(p checkers.Position, quiet int) (utility, plies int, known bool) {
	value, known := e.Tables.ProbeAfter(p, quiet)
	return value.Utility(), value.Plies(), known
}

// Outcome is who wins a position by the tables, right after a capture or a man's move: what the limit leaves of a win
// after others depends on how far away it is.
func (e English) Outcome(p checkers.Position, quiet int) (utility int, known bool) {
	if quiet > 0 {
		return 0, false
	}
	return e.Tables.Outcome(p)
}

// Evaluate estimates a position for the side to move, a man being 100.
func (e English) Evaluate(p checkers.Position) int {
	if e.Weights == nil {
		return Foundation(p)
	}
	return evaluate(e.Weights, p)
}

// Hash mixes the whole position by two rounds of 64 by 64 bit multiplication, as wyhash does
// (https://github.com/wangyi-fudan/wyhash); the constants are its.
func (English) Hash(p checkers.Position) uint64 {
	pieces := uint64(uint32(p.Black)) | uint64(p.White)<<32
	rest := uint64(uint32(p.Kings)) | uint64(p.Turn)<<32
	// On larger boards, and where steps in a row count, there is more.
	far, runs := uint64(p.Black>>32|p.White>>32<<20|p.Kings>>32<<40), uint64(p.Rules>>checkers.RulesBits)
	if far|runs != 0 {
		rest ^= far*0x9e3779b97f4a7c15 ^ runs*0xd1342543de82ef95
	}
	high, low := bits.Mul64(pieces^0xa0761d6478bd642f, rest^0xe7037ed1a0b428db)
	high, low = bits.Mul64(high^0x8ebc6af09c88c6e3, low^pieces^0x589965cc75374cc3)
	return high ^ low
}

// Noisy reports whether a capture is due or the game is over.
func (English) Noisy(p checkers.Position) bool { return p.Jumpers() != 0 || p.Steppers() == 0 }

// Reversible reports whether a king moved and nothing was captured.
func (English) Reversible(before, after checkers.Position) bool {
	return before.Black&^before.Kings == after.Black&^after.Kings &&
		before.White&^before.Kings == after.White&^after.Kings &&
		before.Kings.Len() == after.Kings.Len()
}

// Rank makes moves between the same two squares one kind, and counts the pieces captured.
func (English) Rank(m checkers.Move) (kind, gain int) {
	return m.Ends(), m.Captured().Len()
}

// Threatened reports whether the other side could capture, were it to move.
func (English) Threatened(p checkers.Position) bool {
	p.Turn = p.Turn.Opponent()
	return p.Jumpers() != 0
}
