package endgame

import (
	"context"
	"sync"
	"sync/atomic"

	"draughtsman/engine/checkers"
)

// solution is every value of some material, by number of position.
type solution struct {
	*layout
	values []Value
	quiet  int // as in Summary
}

// solutions is what has been solved so far of a game, by Material.slot.
type solutions struct {
	game checkers.RuleSet
	of   [materialSlots]*solution
}

// value is the value of a board; its material has to be solved. A side without pieces has lost.
func (s *solutions) value(b board) Value {
	if b.own == 0 {
		return decided(0)
	}
	t := s.of[b.material().slot()]
	return t.values[t.index(b)]
}

// solve works out all values of some material and of the same swapped, which are one where the sides have the same
// pieces. Whatever captures and crownings lead to has to be solved. The solution is the material's; that of the
// swapped one is in s.
//
// Positions with the same men on the same squares, of either side to move, are solved together: only steps of kings
// lead from one to another of them, while steps of men lead to men that have gone further, which come before. Within
// such a group this is retrograde analysis: from positions that are decided, by increasing number of plies, back to
// those that can lead there. See K. Thompson, "Retrograde Analysis of Certain Endgames", ICCA Journal 9(3), 1986, and
// R. Lake, J. Schaeffer and P. Lu, "Solving Large Retrograde Analysis Problems Using a Network of Workstations",
// Advances in Computer Chess 7, 1994.
//
// tell is called with how many positions are done, now and then.
func (s *solutions) solve(ctx context.Context, m Material, threads int, tell func(positions int)) error {
	one := newSolution(s.game, m)
	pair := [2]*solution{one, one}
	if m != m.swapped() {
		pair[1] = newSolution(s.game, m.swapped())
	}
	s.of[m.slot()], s.of[m.swapped().slot()] = pair[0], pair[1]
	solvers := make([]*solver, threads)
	for i := range solvers {
		solvers[i] = newSolver(s, pair)
	}
	for _, groups := range one.groups() {
		err := share(ctx, threads, len(groups), func(thread, i int) error { return solvers[thread].solve(groups[i]) })
		if err != nil {
			return err
		}
		for _, v := range solvers {
			tell(v.solved)
			v.solved = 0
		}
	}
	for _, p := range pair {
		for _, v := range solvers {
			p.quiet = max(p.quiet, int(v.quiet))
		}
	}
	return nil
}

func newSolution(game checkers.RuleSet, m Material) *solution {
	l := newLayout(game, m)
	return &solution{layout: l, values: make([]Value, l.positions())}
}

// share has threads do so many jobs, till one fails or the context ends.
func share(ctx context.Context, threads, jobs int, do func(thread, job int) error) error {
	var next atomic.Int64
	var all sync.WaitGroup
	errs := make([]error, threads)
	work := func(thread int) {
		for job := int(next.Add(1)) - 1; job < jobs; job = int(next.Add(1)) - 1 {
			if errs[thread] = ctx.Err(); errs[thread] == nil {
				errs[thread] = do(thread, job)
			}
			if errs[thread] != nil {
				next.Store(int64(jobs))
			}
		}
	}
	for thread := 1; thread < min(threads, jobs); thread++ {
		all.Go(func() { work(thread) })
	}
	work(0)
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
