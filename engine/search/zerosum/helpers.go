package zerosum

import (
	"context"
	"sync"
)

// addHelpers gives a searcher others that look at the same tree and share its table: what one has seen the others
// need not look at. They begin at different depths, and so do not all look at the same states at the same time.
func (s *Searcher[S, M]) addHelpers() {
	if s.options.Threads < 2 || s.table == nil {
		return
	}
	s.table.shared = true
	alone := s.options
	alone.Threads, alone.NoTable = 1, true
	for range s.options.Threads - 1 {
		h := New(s.game, s.guide, s.drawnAfter, alone)
		h.table = s.table
		s.helpers = append(s.helpers, h)
	}
}

// startHelpers has the helpers search up to a depth; release ends that and is the number of states that they looked
// at.
func (s *Searcher[S, M]) startHelpers(ctx context.Context, request Request[S], depths int) (release func() uint64) {
	if len(s.helpers) == 0 || depths == 1 {
		return func() uint64 { return 0 }
	}
	ctx, cancel := context.WithCancel(ctx)
	began := s.options.Now()
	var all sync.WaitGroup
	for i, h := range s.helpers {
		all.Go(func() {
			h.best = Result[M]{PV: h.best.PV[:0]}
			root := h.begin(ctx, request, began)
			for depth := 1 + (i+1)%2; depth <= MaxDepth && !h.stopped; depth++ {
				h.deepen(root, depth)
			}
		})
	}
	return func() (states uint64) {
		cancel()
		all.Wait()
		for _, h := range s.helpers {
			states += h.nodes
		}
		return states
	}
}
