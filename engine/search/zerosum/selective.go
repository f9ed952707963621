package zerosum

import "math"

const (
	reductionMinDepth  = 3   // plies of depth from which late moves are searched less deep
	fullDepthMoves     = 2   // moves of a state that are not late
	reductionTableSize = 64  // depths, and numbers of moves, that have a reduction of their own
	reductionDivisor   = 1.0 // the smaller, the greater the reductions
)

// reductions is by how many plies less a move is searched at first, by depth and by its number: the product of their
// logarithms, as many programs have it since T. Romstad, "An Introduction to Late Move Reductions", 2006.
var reductions = func() (plies [reductionTableSize][reductionTableSize]int8) {
	for depth := 1; depth < reductionTableSize; depth++ {
		for number := 1; number < reductionTableSize; number++ {
			plies[depth][number] = int8(0.5 + math.Log(float64(depth))*math.Log(float64(number+1))/reductionDivisor)
		}
	}
	return plies
}()

// lateMoveReduction is by how many plies less the move tried as number i is searched at first. Wins and losses stay
// certain: such scores come from the ends of games alone, and a line that was cut short has none.
func (s *Searcher[S, M]) lateMoveReduction(f *frame[M], depth, i int) int {
	if s.options.NoReduction || depth < reductionMinDepth || i < fullDepthMoves {
		return 0
	}
	if f.ranks[i]>>placeBits >= rankOfGain || s.options.NoOrdering && s.gains(f.moves[f.place(i)]) {
		return 0
	}
	return int(reductions[min(depth, reductionTableSize-1)][min(i, reductionTableSize-1)])
}

// An aspiration window is put around the score of the depth before. Where a score falls outside, the window grows on
// that side.
const (
	aspirationMinDepth = 5  // plies from which scores are steady enough
	aspirationWindow   = 16 // units of the game's estimate, either way
	aspirationGrowth   = 4  // factor
)

// deepen searches the root to a depth.
func (s *Searcher[S, M]) deepen(root node[S], depth int) {
	alpha, beta := -infinity, infinity
	if !Certain(s.best.Score) && depth >= aspirationMinDepth && !s.options.NoAspiration {
		alpha, beta = s.best.Score-aspirationWindow, s.best.Score+aspirationWindow
	}
	for below, above := aspirationWindow, aspirationWindow; ; {
		score := s.pvs(&root, depth, 0, alpha, beta)
		switch {
		case s.stopped || alpha < score && score < beta:
			return
		case score <= alpha && alpha > -infinity:
			below *= aspirationGrowth
			alpha = widened(score, -below)
		case score >= beta && beta < infinity:
			above *= aspirationGrowth
			beta = widened(score, above)
		default:
			return
		}
	}
}

// widened is the end of a window so far from a score, open where that is far from every estimate that is left.
func widened(score, by int) int {
	const widestWindow = 1000
	switch {
	case by > widestWindow || Certain(score) && by > 0:
		return infinity
	case by < -widestWindow || Certain(score):
		return -infinity
	}
	return score + by
}

// A state that looks better than the window is searched to a lesser depth first, against a window that lies a margin
// higher. What is above that one is taken to be above this one at the full depth: ProbCut, after M. Buro, "ProbCut:
// An Effective Selective Extension of the Alpha-Beta Algorithm", ICCA Journal 18(2), 1995.
const (
	probCutMinDepth  = 5  // plies of depth
	probCutMargin    = 20 // units of the game's estimate
	probCutReduction = 4  // plies
)

// mayProbCut reports whether a state is one of those that a shallow search can tell about.
func (s *Searcher[S, M]) mayProbCut(n *node[S], depth, ply, beta int) bool {
	if s.options.NoProbCut || depth < probCutMinDepth || ply == 0 {
		return false
	}
	return !Certain(beta) && !s.guide.Noisy(n.state)
}

// probCut is the score of a state that a shallow search decides.
func (s *Searcher[S, M]) probCut(n *node[S], depth, ply, beta int) (int, bool) {
	if s.estimate(n.state) < beta {
		return 0, false
	}
	high := beta + probCutMargin
	return beta, s.pvs(n, depth-probCutReduction, ply, high-1, high) >= high
}

// threatExtensionPlies is how many plies beyond the horizon are searched for the sake of threats alone.
const threatExtensionPlies = 1

// threatExtension reports whether a state at the horizon has to be searched like one before it, since a capture
// threatens.
func (s *Searcher[S, M]) threatExtension(state S, depth int) bool {
	return s.threats != nil && depth > -threatExtensionPlies && s.threats.Threatened(state) && !s.guide.Noisy(state)
}
