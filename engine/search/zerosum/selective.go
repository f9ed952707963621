package zerosum

import "math"

const (
	reducedFrom = 3 // plies of depth from which late moves are searched less deep
	lateFrom    = 2 // moves of a state that are not late
	reducedTo   = 64
)

// reductions is by how many plies less a move is searched at first, by depth
// and by its number: the product of their logarithms, as many programs have it
// since T. Romstad, "An Introduction to Late Move Reductions", 2006.
var reductions = func() (plies [reducedTo][reducedTo]int8) {
	for depth := 1; depth < reducedTo; depth++ {
		for number := 1; number < reducedTo; number++ {
			plies[depth][number] = int8(0.5 + math.Log(float64(depth))*math.Log(float64(number+1))/2)
		}
	}
	return plies
}()

// lateness is by how many plies less move number i of a state is searched at
// first. Wins and losses stay certain: such scores come from the ends of games
// alone, and a line that was cut short has none.
func (s *Searcher[S, M]) lateness(move M, depth, i int) int {
	if s.options.NoReduction || depth < reducedFrom || i < lateFrom || s.gains(move) {
		return 0
	}
	return int(reductions[min(depth, reducedTo-1)][min(i, reducedTo-1)])
}
