package zerosum

// subtraction is the game of taking one, two or three from a heap; whoever cannot take has lost. A heap that four
// divides is lost, any other is won by taking the rest of its division by four; see E. R. Berlekamp, J. H. Conway and
// R. K. Guy, "Winning Ways", chapter 4.
type subtraction struct{}

func (subtraction) AppendMoves(heap int, moves []int) []int {
	for take := 1; take <= min(3, heap); take++ {
		moves = append(moves, take)
	}
	return moves
}

func (subtraction) Play(heap, take int) int  { return heap - take }
func (subtraction) Utility(int) int          { return -1 }
func (subtraction) Evaluate(int) int         { return 0 }
func (subtraction) Hash(heap int) uint64     { return uint64(heap+1) * 0x9e3779b97f4a7c15 }
func (subtraction) Noisy(heap int) bool      { return heap == 0 }
func (subtraction) Reversible(_, _ int) bool { return false }
func (subtraction) Rank(take int) (int, int) { return take, 0 }
