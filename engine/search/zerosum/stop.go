package zerosum

import (
	"context"
	"time"
)

// stop is when a search ends.
type stop struct {
	now      func() time.Time
	nodes    uint64 // looked at
	limit    uint64 // of nodes, 0 for none
	ctx      context.Context
	deadline time.Time // zero for none
	stopped  bool
}

// begin makes ready for a search of some nodes and some time, 0 for as many and as long as it takes.
func (s *stop) begin(ctx context.Context, nodes uint64, limit time.Duration, began time.Time) {
	*s = stop{now: s.now, limit: nodes, ctx: ctx}
	if limit > 0 {
		s.deadline = began.Add(limit)
	}
}

// visit counts a state and reports whether the search may go on.
func (s *stop) visit() bool {
	if s.limit > 0 && s.nodes >= s.limit {
		s.stopped = true
	}
	if s.stopped {
		return false
	}
	s.nodes++
	if s.nodes%1024 == 0 {
		s.look()
	}
	return true
}

// look sees whether the time is up.
func (s *stop) look() {
	if s.ctx.Err() != nil || !s.deadline.IsZero() && !s.now().Before(s.deadline) {
		s.stopped = true
	}
}
