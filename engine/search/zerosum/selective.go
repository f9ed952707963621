package zerosum

import "math"

// Not every line deserves the full depth. What is decided, a win or a loss, is
// never taken from a line that was cut short: such scores come from the ends of
// games alone.

const (
	reducedFrom  = 3 // plies of depth from which late moves are searched less deep
	lateFrom     = 2 // moves of a state that are not late
	prunedUpTo   = 8 // plies of depth up to which a state is given up on its estimate
	reductionsAt = 64
)

// reductions is by how many plies less a move is searched at first, by depth
// and by its number: the logarithms' product, as many programs have it since
// T. Romstad, "An Introduction to Late Move Reductions", 2006.
var reductions = func() (plies [reductionsAt][reductionsAt]int8) {
	for depth := 1; depth < reductionsAt; depth++ {
		for number := 1; number < reductionsAt; number++ {
			plies[depth][number] = int8(0.5 + math.Log(float64(depth))*math.Log(float64(number+1))/2)
		}
	}
	return plies
}()

// lateness is by how many plies less move number i of a state is searched at
// first.
func (s *Searcher[S, M]) lateness(move M, depth, i int) int {
	if s.options.NoReduction || depth < reducedFrom || i < lateFrom || s.gains(move) {
		return 0
	}
	return int(reductions[min(depth, reductionsAt-1)][min(i, reductionsAt-1)])
}

// ample reports whether a quiet state's estimate is so far above beta that a
// search to the depth is not worth its time, and gives the estimate.
func (s *Searcher[S, M]) ample(state S, depth, beta int) (estimate int, ample bool) {
	if s.options.NoPruning || s.doubter == nil || depth > prunedUpTo {
		return 0, false
	}
	if _, decided := Distance(beta); decided || s.guide.Noisy(state) {
		return 0, false
	}
	estimate = s.game.Evaluate(state)
	return estimate, estimate-s.doubter.Doubt(depth) >= beta
}
