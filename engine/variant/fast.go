package variant

import (
	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
	"draughtsman/engine/search/zerosum"
)

// Fast is a rule set on boards of size 8 or 10, on the bitboards of package checkers: what Model says of it, the same
// moves in the same order. It counts lines of play two to four times as fast (BenchmarkPerft), and a search by it sees
// up to two and a half times as many states in a second (BenchmarkSearcher). Property tests hold the two together.
type Fast struct {
	rules    Rules
	estimate func(checkers.Position) int
}

var _ Board[checkers.Position, checkers.Move] = (*Fast)(nil)

// NewFast is a rule set on boards of a size, for which it IsFast, with a way to estimate.
func NewFast(r Rules, size int, s Scoring) *Fast {
	if s.fast != nil {
		moves, _ := r.onCheckers()
		board, _ := r.playedOn(size)
		if estimate := s.fast(board.Board(), moves); estimate != nil {
			return &Fast{r, estimate}
		}
	}
	return &Fast{r, func(p checkers.Position) int { return s.Score(r, FromCheckers(p)) }}
}

// learnt is Fast in English draughts with endgame tables.
type learnt struct {
	*Fast
	english search.English
}

func newLearnt(r Rules, s Scoring) learnt {
	return learnt{NewFast(r, checkers.Board8.Size(), s), search.English{Tables: s.tables}}
}

// Known is what the endgame tables say of a position after so many plies that count towards the limit. By other
// limits than that of English draughts, an end has to come in time.
func (l learnt) Known(p checkers.Position, quiet int) (utility, plies int, known bool) {
	if l.limitIsEnglish() {
		return l.english.Known(p, quiet)
	}
	utility, plies, known = l.english.Known(p, 0)
	return utility, plies, known && (utility == 0 || l.rules.Limit == 0 || quiet+plies <= l.rules.Limit)
}

// Outcome is who wins a position by the endgame tables, where an end need not come in time.
func (l learnt) Outcome(p checkers.Position, quiet int) (utility int, known bool) {
	switch {
	case l.limitIsEnglish():
		return l.english.Outcome(p, quiet)
	case l.rules.Limit == 0:
		return l.english.Outcome(p, 0)
	}
	utility, _, known = l.Known(p, quiet)
	return utility, known
}

func (l learnt) limitIsEnglish() bool {
	english := English()
	return l.rules.Limit == english.Limit && l.rules.Counted == english.Counted
}

// isEnglish reports whether a rule set differs from English draughts at most in its draws.
func (r Rules) isEnglish() bool {
	moves, fast := r.onCheckers()
	return fast && moves == 0 && !r.NoPieceLoses && !r.Majority && r.Counted != AllMoves
}

// onCheckers is which moves the rule set has; false where package checkers does not know its moves.
func (r Rules) onCheckers() (moves checkers.Rules, fast bool) {
	for _, rule := range []struct {
		of    checkers.Rules
		holds bool
	}{
		{checkers.Optional, !r.Compulsory}, {checkers.BreakOff, r.BreakOff},
		{checkers.CrownGoesOn, r.Crowning == CrownGoesOn}, {checkers.CrownAtEnd, r.Crowning == CrownAtEnd},
		{checkers.Flying, r.Flying}, {checkers.Straight, r.Straight}, {checkers.ThreeSteps, r.KingRun == 3},
		{checkers.MenBack, r.MenBack}, {checkers.SpareKings, r.SpareKings},
	} {
		if rule.holds {
			moves |= rule.of
		}
	}
	for last, i := checkers.Rules(0), 0; i < len(r.Prefer) && r.Prefer[i] != None; i++ {
		rule := demands[r.Prefer[i]]
		if rule <= last {
			return 0, false
		}
		moves, last = moves|rule, rule
	}
	return moves, r.KingRun == 0 || r.KingRun == 3
}

// demands are those that package checkers knows, which it goes through in the order of their numbers.
var demands = map[Demand]checkers.Rules{
	Most: checkers.Most, Value: checkers.Value, ByKing: checkers.ByKing, MostKings: checkers.MostKings,
	EarliestKing: checkers.EarliestKing,
}

// IsFast reports whether there is a Fast of the rule set on boards of a size.
func (r Rules) IsFast(size int) bool {
	_, fast := r.onCheckers()
	_, fits := r.playedOn(size)
	return fast && fits
}

// AppendMoves appends the legal moves; there are none where the game is over.
func (f *Fast) AppendMoves(p checkers.Position, moves []checkers.Move) []checkers.Move {
	if _, over := f.noPiece(p); over {
		return moves
	}
	return p.AppendMoves(moves)
}

// Play is the position after a move.
func (f *Fast) Play(p checkers.Position, m checkers.Move) checkers.Position { return p.Play(m) }

// Perft is the number of lines of play of a length in plies, 1 or more, every path of a capture on its own.
func (f *Fast) Perft(p checkers.Position, plies int) uint64 {
	if !f.rules.NoPieceLoses {
		return p.Perft(plies)
	}
	return f.perft(p, make([][]checkers.Move, plies+1), plies)
}

// perft has buffers with room for the moves of every ply.
func (f *Fast) perft(p checkers.Position, buffers [][]checkers.Move, plies int) uint64 {
	moves := f.AppendMoves(p, buffers[plies][:0])
	buffers[plies] = moves
	if plies == 1 {
		return uint64(len(moves))
	}
	n := uint64(0)
	for _, m := range moves {
		n += f.perft(p.Play(m), buffers, plies-1)
	}
	return n
}

// Utility is −1 unless the player to move has won.
func (f *Fast) Utility(p checkers.Position) int {
	if loser, over := f.noPiece(p); over && loser != p.Turn {
		return 1
	}
	return -1
}

// Evaluate estimates a position for the player to move, in hundredths of a man.
func (f *Fast) Evaluate(p checkers.Position) int { return bounded(f.estimate(p)) }

// Hash tells positions apart.
func (f *Fast) Hash(p checkers.Position) uint64 { return search.English{}.Hash(p) }

// Noisy reports whether a capture is possible or the game is over.
func (f *Fast) Noisy(p checkers.Position) bool { return p.Jumpers() != 0 || f.Over(p) }

// Threatened reports whether the other player could capture, were it to move.
func (f *Fast) Threatened(p checkers.Position) bool { return search.English{}.Threatened(p) }

// MayStandPat reports whether the player to move may leave a capture.
func (f *Fast) MayStandPat(p checkers.Position) bool {
	return p.Rules&checkers.Optional != 0 && p.Steppers() != 0
}

// Over reports whether the player to move has no move.
func (f *Fast) Over(p checkers.Position) bool {
	_, over := f.noPiece(p)
	return over || p.Jumpers()|p.Steppers() == 0
}

// Limit is how many moves in a row may count where a position stands; 0 for any number.
func (f *Fast) Limit(p checkers.Position) int {
	if p.Occupied() != p.Kings || f.rules.Alone == [3]uint8{} {
		return f.rules.Limit
	}
	q := FromCheckers(p)
	return f.rules.limit(&q)
}

// AtLimit is the result for the player to move where the limit is reached.
func (f *Fast) AtLimit(p checkers.Position) int {
	if !f.rules.Majority {
		return 0
	}
	return sign(p.Of(p.Turn).Len() - p.Of(p.Turn.Opponent()).Len())
}

// Counts reports whether a move goes towards the limit.
func (f *Fast) Counts(p checkers.Position, m checkers.Move) bool {
	switch f.rules.Counted {
	case AllMoves:
		return true
	case NothingGained:
		return !m.IsCapture() && !p.Crowns(m)
	default:
		return !m.IsCapture() && p.Kings.Has(m.From())
	}
}

// Reversible reports whether the move between two positions counts.
func (f *Fast) Reversible(before, after checkers.Position) bool {
	switch f.rules.Counted {
	case AllMoves:
		return true
	case NothingGained:
		return before.Occupied().Len() == after.Occupied().Len() && before.Kings.Len() == after.Kings.Len()
	default:
		return search.English{}.Reversible(before, after)
	}
}

// Rank makes moves between the same two squares one kind, and counts the pieces captured.
func (f *Fast) Rank(m checkers.Move) (kind, gain int) { return search.English{}.Rank(m) }

// noPiece is the side that has lost for want of a piece, the one to move where neither has one; false where nobody
// has lost so.
func (f *Fast) noPiece(p checkers.Position) (checkers.Side, bool) {
	if f.rules.NoPieceLoses {
		for _, side := range []checkers.Side{p.Turn, p.Turn.Opponent()} {
			if p.Of(side) == 0 {
				return side, true
			}
		}
	}
	return 0, false
}

// bounded is an estimate within what the search takes for one.
func bounded(score int) int {
	return max(-zerosum.MaxEstimate, min(zerosum.MaxEstimate, score))
}
