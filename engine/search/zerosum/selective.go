package zerosum

import "math"

const (
	reducedFrom = 3 // plies of depth from which late moves are searched less deep
	lateFrom    = 2 // moves of a state that are not late
	reducedTo   = 64
	reducedBy   = 1.0 // the less, the more
)

// reductions is by how many plies less a move is searched at first, by depth
// and by its number: the product of their logarithms, as many programs have it
// since T. Romstad, "An Introduction to Late Move Reductions", 2006.
var reductions = func() (plies [reducedTo][reducedTo]int8) {
	for depth := 1; depth < reducedTo; depth++ {
		for number := 1; number < reducedTo; number++ {
			plies[depth][number] = int8(0.5 + math.Log(float64(depth))*math.Log(float64(number+1))/reducedBy)
		}
	}
	return plies
}()

// lateness is by how many plies less the move tried as number i is searched at
// first. Wins and losses stay certain: such scores come from the ends of games
// alone, and a line that was cut short has none.
func (s *Searcher[S, M]) lateness(f *frame[M], depth, i int) int {
	if s.options.NoReduction || depth < reducedFrom || i < lateFrom {
		return 0
	}
	if f.ranks[i]>>placeBits >= rankOfGain || s.options.NoOrdering && s.gains(f.moves[f.place(i)]) {
		return 0
	}
	return int(reductions[min(depth, reducedTo-1)][min(i, reducedTo-1)])
}

// A window of so many units of the game's estimate is put around the score of
// the depth before, from a depth on at which scores have become steady. Where a
// score falls outside, the window grows by this factor on that side.
const (
	aspireFrom  = 5
	aspireWidth = 16
	aspireMore  = 4
)

// deepen searches the root to a depth.
func (s *Searcher[S, M]) deepen(root node[S], depth int) {
	alpha, beta := -infinity, infinity
	if _, decided := Distance(s.best.Score); !decided && depth >= aspireFrom && !s.options.NoAspiration {
		alpha, beta = s.best.Score-aspireWidth, s.best.Score+aspireWidth
	}
	for below, above := aspireWidth, aspireWidth; ; {
		score := s.principal(root, depth, 0, alpha, beta)
		switch {
		case s.stopped || alpha < score && score < beta:
			return
		case score <= alpha && alpha > -infinity:
			below *= aspireMore
			alpha = widened(score, -below)
		case score >= beta && beta < infinity:
			above *= aspireMore
			beta = widened(score, above)
		default:
			return
		}
	}
}

// widened is the end of a window so far from a score, open where that is far
// from every estimate that is left.
func widened(score, by int) int {
	const far = 1000
	_, decided := Distance(score)
	switch {
	case by > far || decided && by > 0:
		return infinity
	case by < -far || decided:
		return -infinity
	}
	return score + by
}

// A state that looks better than the window is searched to a lesser depth first,
// against a window that lies a margin higher. What is above that one is taken to
// be above this one at the full depth: ProbCut, after M. Buro, "ProbCut: An
// Effective Selective Extension of the Alpha-Beta Algorithm", ICCA Journal
// 18(2), 1995.
const (
	cutFrom   = 5  // plies of depth
	cutMargin = 20 // units of the game's estimate
	cutPlies  = 4
)

// mayCut reports whether a state is one of those that a shallow search can
// tell about.
func (s *Searcher[S, M]) mayCut(n node[S], depth, ply, beta int) bool {
	if s.options.NoCut || depth < cutFrom || ply == 0 {
		return false
	}
	_, decided := Distance(beta)
	return !decided && !s.guide.Noisy(n.state)
}

// cut is the score of a state that a shallow search decides.
func (s *Searcher[S, M]) cut(n node[S], depth, ply, beta int) (int, bool) {
	if s.estimate(n.state) < beta {
		return 0, false
	}
	high := beta + cutMargin
	return beta, s.principal(n, depth-cutPlies, ply, high-1, high) >= high
}

// threatPlies is how many plies beyond the horizon are searched for the sake of
// threats alone.
const threatPlies = 1

// unsettled reports whether a state at the horizon has to be searched like one
// before it, since a blow threatens.
func (s *Searcher[S, M]) unsettled(state S, depth int) bool {
	return s.lookout != nil && depth > -threatPlies && s.lookout.Threatened(state) && !s.guide.Noisy(state)
}
