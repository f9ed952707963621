package planner

import (
	"fmt"
	"slices"
	"time"
)

// sequence is the jobs as transfers in an order that they allow: discs from the top of their stacks, onto places that
// are free. Where some wait for one another in a circle, a disc of it is laid aside first.
//
// Where the tool stays among the discs, each job is followed by the nearest that can be done next, and then jobs are
// moved about in the order for as long as that saves time.
func (a *arrangement) sequence() ([]Transfer, error) {
	order, stuck := a.greedy()
	for n := len(a.jobs); stuck >= 0; order, stuck = a.greedy() {
		if n--; n < 0 {
			return nil, fmt.Errorf("the position cannot be set up: the discs stand in one another's way")
		}
		if err := a.split(stuck); err != nil {
			return nil, err
		}
	}
	if a.looks == LookAtEnd {
		order = a.improve(order)
	}
	var transfers []Transfer
	now := a.table
	for _, i := range order {
		j := a.jobs[i]
		x := now.transfer(goal{side: j.disc.side, king: j.disc.king, from: j.disc.at, to: j.to, purpose: j.purpose},
			j.disc.at, j.to)
		var err error
		if now, err = now.Apply(x); err != nil {
			return nil, err
		}
		transfers = append(transfers, x)
	}
	return transfers, nil
}

// before reports whether one job has to come before another.
func (a *arrangement) before(first, then int) bool {
	f, t := a.jobs[first], a.jobs[then]
	switch {
	case first == then:
		return false
	case f.disc.at == t.disc.at && f.disc.level > t.disc.level:
		return true // from the top
	case t.second && f.to == t.disc.at:
		return true // it has to be laid there first
	case f.disc.at == t.to && !f.second:
		return true // it makes room
	}
	return f.to == t.to && t.to.Square != 0 && f.level < t.level // what lies under it
}

// greedy is the jobs, each followed by the quickest to get to of those that can be done then. Where none can be done,
// stuck is one to be broken up.
func (a *arrangement) greedy() (order []int, stuck int) {
	done := make([]bool, len(a.jobs))
	at := Place{}
	for len(order) < len(a.jobs) {
		best, least := -1, time.Duration(0)
		for i := range a.jobs {
			if done[i] || !a.can(i, done) {
				continue
			}
			if way := a.between(at, i); best < 0 || way < least {
				best, least = i, way
			}
		}
		if best < 0 {
			return nil, a.breakable(done)
		}
		done[best] = true
		order = append(order, best)
		if a.looks == LookAtEnd {
			at = a.jobs[best].to
		}
	}
	return order, -1
}

func (a *arrangement) can(i int, done []bool) bool {
	for first := range a.jobs {
		if !done[first] && a.before(first, i) {
			return false
		}
	}
	return true
}

// breakable is a job whose disc can be laid aside, and that others wait for: to get to where it lies, if there is one,
// or else to what lies under it.
func (a *arrangement) breakable(done []bool) int {
	under := 0
	for i, j := range a.jobs {
		if done[i] || j.second {
			continue
		}
		uppermost, wanted := true, false
		for k, other := range a.jobs {
			if done[k] || k == i {
				continue
			}
			uppermost = uppermost && (other.disc.at != j.disc.at || other.disc.level < j.disc.level)
			wanted = wanted || other.to == j.disc.at
		}
		switch {
		case uppermost && wanted:
			return i
		case uppermost:
			under = i
		}
	}
	return under
}

// split makes two jobs of one: its disc is laid aside, and goes on later.
func (a *arrangement) split(i int) error {
	j := a.jobs[i]
	place, ok := a.table.rest(a.Setup, j.disc.side, j.disc.at, func(p Place) bool {
		return slices.ContainsFunc(a.jobs, func(j job) bool { return j.disc.at == p || j.to == p })
	})
	if !ok || j.disc.king && place.Slot != 0 {
		return fmt.Errorf("the position cannot be set up: there is no place to lay the disc from %s aside meanwhile; free "+
			"a slot of the tray", a.table.place(j.disc.at))
	}
	first := j
	first.to, first.level, first.purpose = place, 0, "lays it aside for now"
	j.disc.at, j.disc.level, j.second = place, a.table.Discs(place), true
	a.jobs[i] = first
	a.jobs = append(a.jobs, j)
	return nil
}

// between is how long the empty tool takes from a place to a job's disc, where nothing stands in the way.
func (a *arrangement) between(from Place, i int) time.Duration {
	start := a.Machine.Park
	if from != (Place{}) {
		start = a.releases(from, [2]float64{}, 1)
	}
	d := a.jobs[i].disc
	return a.flat(start, a.grips(d.at, a.table.Offset[d.at.Square], d.level+1), a.empty, false)
}

// length is how long the empty tool is on its way in an order.
func (a *arrangement) length(order []int) (sum time.Duration) {
	at := Place{}
	for _, i := range order {
		sum += a.between(at, i)
		at = a.jobs[i].to
	}
	return sum
}

// improve takes runs of up to three jobs out of the order and puts them in elsewhere, for as long as that saves time
// (Or-opt).
func (a *arrangement) improve(order []int) []int {
	best := a.length(order)
	for improved := true; improved; {
		improved = false
		for run := 1; run <= 3; run++ {
			for from := 0; from+run <= len(order); from++ {
				rest := slices.Delete(slices.Clone(order), from, from+run)
				for to := 0; to <= len(rest); to++ {
					tried := slices.Insert(slices.Clone(rest), to, order[from:from+run]...)
					if length := a.length(tried); length < best && a.allowed(tried) {
						order, best, improved = tried, length, true
						break
					}
				}
			}
		}
	}
	return order
}

// allowed reports whether an order keeps what must come before what.
func (a *arrangement) allowed(order []int) bool {
	done := make([]bool, len(a.jobs))
	for _, i := range order {
		if !a.can(i, done) {
			return false
		}
		done[i] = true
	}
	return true
}
