package endgame

import (
	"context"
	"fmt"
)

// verifyAtOnce is how many positions one thread verifies at a time.
const verifyAtOnce = 1 << 16

// verify checks that every value of some material is what the values of the positions that its moves lead to say.
// That proves all of them: a win is followed by a loss of one ply less, down to a position without moves, and who has
// a draw always has a move that keeps it.
func (s *solutions) verify(ctx context.Context, m Material, threads int, tell func(positions int)) error {
	t := s.of[m.slot()]
	jobs := (len(t.values) + verifyAtOnce - 1) / verifyAtOnce
	groups, buffers := groupsFor(t.layout, threads), make([][]board, threads)
	return share(ctx, threads, jobs, func(thread, job int) error {
		from := job * verifyAtOnce
		to := min(len(t.values), from+verifyAtOnce)
		for i := from; i < to; i++ {
			g := groups[thread]
			b := g.at(i)
			after := g.appendMoves(buffers[thread][:0], b)
			buffers[thread] = after
			if want := s.best(after); t.values[i] != want {
				return fmt.Errorf("the value of %s is wrong: the table has %s, its moves lead to %s", t.position(b).FEN(),
					t.values[i], want)
			}
		}
		tell(to - from)
		return nil
	})
}

// best is the value for a side whose moves lead to some boards.
func (s *solutions) best(after []board) Value {
	best := decided(0)
	for _, b := range after {
		if value := s.value(b).Before(); value.Better(best) {
			best = value
		}
	}
	return best
}
