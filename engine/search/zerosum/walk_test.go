package zerosum

// walk is the game of pushing a token along a row, one square either way: whoever pushes it off the low end, below 0,
// has won. It never has to end, so it is drawn but where the token stands on 0.
type walk struct{}

func (walk) AppendMoves(at int, moves []int) []int {
	if at < 0 {
		return moves
	}
	moves = append(moves, -1)
	if at < 9 {
		moves = append(moves, 1)
	}
	return moves
}

func (walk) Play(at, step int) int    { return at + step }
func (walk) Utility(int) int          { return -1 }
func (walk) Evaluate(at int) int      { return at }
func (walk) Hash(at int) uint64       { return uint64(at+2) * 0x9e3779b97f4a7c15 }
func (walk) Noisy(at int) bool        { return at < 0 }
func (walk) Reversible(_, _ int) bool { return true }
func (walk) Rank(step int) (int, int) { return step + 1, 0 }
