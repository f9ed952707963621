package planner

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"time"
)

const (
	// maxOrderedGoals is how many goals are put into any order that they allow, such as a capture of eight men;
	// more keep the order in which they stand.
	maxOrderedGoals = 10
	// maxTriedTransfers bounds the transfers that are worked out in search of the quickest order; then the best so
	// far counts. The bound is met from three captured pieces on, and costs at most 2 % of the time. Where the tool
	// leaves the picture after each transfer less depends on the order, and maxTriedTransfersLooking will do.
	maxTriedTransfers        = 3000
	maxTriedTransfersLooking = 500
	// habitShare is the share of time that another order must save before it replaces the people's: see the package's
	// documentation.
	habitShare = 0.03
	// negligibleShare is a saving, as a share of the whole, that is not worth looking for: no arm keeps its times so
	// exactly.
	negligibleShare = 0.002
)

// order is the transfers for goals: in the order in which they stand, unless another one that is allowed is quicker
// by more than habitShare. Where the tool leaves the picture after each transfer the order hardly ever matters.
//
// Where the goals cannot be reached, the error is that of the order in which they stand.
func (c *workcell) order(t Table, all []goal, looks Looks) ([]Transfer, error) {
	asTheyStand := slices.Clone(all)
	for i := range asTheyStand {
		asTheyStand[i].after = 1<<i - 1
	}
	s := newSearch(c, t, asTheyStand, looks)
	s.visit(t, s.begin, 0, 0, nil)
	if len(all) > 1 && len(all) <= maxOrderedGoals {
		free := newSearch(c, t, all, looks)
		free.best, free.found = s.best, s.found
		if s.found != nil {
			free.best = time.Duration((1 - habitShare) * float64(s.best))
		}
		free.visit(t, free.begin, 0, 0, nil)
		s.found = free.found
	}
	if s.found != nil || len(all) == 0 {
		return s.found, nil
	}
	transfers, _, err := t.plainly(c.Board, all)
	if err == nil {
		_, err = c.steps(t, transfers, looks)
	}
	return transfers, err
}

// search is a depth-first search of the orders and slots for some goals, pruned by how long the rest takes at least
// (branch and bound).
type search struct {
	*workcell
	table Table
	stays Table // with nothing but what stays where it is
	all   []goal
	looks Looks
	begin *route
	from  [][]Place // of each goal: where its disc can be had at any time
	to    [][]Place // and where it can be set down

	// What has been worked out already.
	stops            map[Place]stop
	empties, carries map[[2]Place]time.Duration
	ahead            map[state]time.Duration

	best  time.Duration // of what was found; nothing longer is of interest
	found []Transfer
	tried int
	most  int // tried
}

// state is the set of goals that are done, and the place at which the tool let go last.
type state struct {
	done uint64
	at   Place // none: the park point
}

func newSearch(c *workcell, t Table, all []goal, looks Looks) *search {
	s := &search{
		workcell: c, table: t, stays: t.staying(all), all: all, looks: looks, begin: c.route(t, c.Machine.Park),
		stops: map[Place]stop{}, empties: map[[2]Place]time.Duration{}, carries: map[[2]Place]time.Duration{},
		ahead: map[state]time.Duration{}, best: math.MaxInt64, most: maxTriedTransfers,
	}
	if looks == LookAfterEach {
		s.most = maxTriedTransfersLooking
	}
	for _, g := range all {
		s.from, s.to = append(s.from, s.anySource(g)), append(s.to, s.anyTarget(g))
	}
	return s
}

func (s *search) complete(done uint64) bool { return bits.OnesCount64(done) == len(s.all) }

// ready reports whether a goal can be next.
func (s *search) ready(i int, done uint64) bool {
	return done&(1<<i) == 0 && s.all[i].after&^done == 0
}

// next is a transfer that could come next, and how long the whole then takes at least.
type next struct {
	goal  int
	x     Transfer
	least time.Duration
}

// visit tries everything that can follow what is done: the most promising first.
func (s *search) visit(t Table, r *route, done uint64, spent time.Duration, so []Transfer) {
	if s.complete(done) {
		if spent < s.best {
			s.best, s.found = spent, slices.Clone(so)
		}
		return
	}
	at := Place{}
	if len(so) > 0 && s.looks == LookAtEnd {
		at = so[len(so)-1].To
	}
	for _, n := range s.nexts(t, at, done, spent) {
		if n.least >= s.enough() || s.tried >= s.most {
			return
		}
		s.tried++
		now := done | 1<<n.goal
		tried := *r
		tried.motions = nil
		if tried.transfer(n.x, s.looks == LookAfterEach || s.complete(now)) != nil {
			continue // another order or slot may do
		}
		takes := spent + total(tried.motions)
		if s.complete(now) || takes+s.rest(now, n.x.To) < s.enough() { // complete: it has come to the park point
			s.visit(tried.table, &tried, now, takes, append(so, n.x))
		}
	}
}

// enough is the time that a plan must beat to be of interest.
func (s *search) enough() time.Duration {
	if s.best == math.MaxInt64 {
		return s.best
	}
	return time.Duration((1 - negligibleShare) * float64(s.best))
}

// nexts is what can follow, the most promising first.
func (s *search) nexts(t Table, at Place, done uint64, spent time.Duration) []next {
	var all []next
	for i, g := range s.all {
		if !s.ready(i, done) {
			continue
		}
		for _, from := range t.sources(g) {
			for _, to := range t.targets(g) {
				least := spent + s.empty(at, from) + s.carry(from, to) + s.rest(done|1<<i, to)
				all = append(all, next{i, t.transfer(g, from, to), least})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b next) int { return cmp.Compare(a.least, b.least) })
	return all
}
