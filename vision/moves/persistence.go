package moves

import "time"

// run is consecutive readings that say the same.
type run struct {
	what  int
	count int
	since time.Time
	until time.Time // when the last of them was taken
	mean  evidence
}

// lasted is the time from the first reading to the last.
func (r run) lasted() time.Duration { return r.until.Sub(r.since) }

// add is the run after another reading.
func (r run) add(what int, e evidence, at time.Time) run {
	if r.count == 0 || r.what != what {
		return run{what: what, count: 1, since: at, until: at, mean: e}
	}
	r.count++
	r.until = at
	r.mean = r.mean.mix(e, 1/float64(r.count))
	return r
}

// lasts reports whether the run has gone on for as long as is waited before
// something wrong is told.
func (r run) lasts(at time.Time, o Options) bool { return at.Sub(r.since) >= o.Patience }

// puzzle is what all readings have in common since the board was last free of
// hands and motion, or last as it should be.
type puzzle struct {
	mean  evidence // recent readings count more
	last  Picture  // what each square was last sure to show, in the mean
	count int
	since time.Time // since when that has not changed
}

// add is the puzzle after another reading. One square misread once is lost in
// the mean and does not start the waiting anew.
func (z puzzle) add(e evidence, at time.Time, o Options) puzzle {
	const recent = 0.2
	if z.count == 0 {
		return puzzle{mean: e, last: e.seen(o), count: 1, since: at}
	}
	z.mean = z.mean.mix(e, recent)
	seen := z.mean.seen(o)
	if seen.contradicts(z.last) {
		z.count, z.since = 0, at
	}
	for s := range seen {
		if seen[s] != unknown {
			z.last[s] = seen[s]
		}
	}
	z.count++
	return z
}

// lasts reports whether the puzzle has stayed for long enough to be told.
func (z puzzle) lasts(at time.Time, o Options) bool {
	return z.count > o.Agreeing && at.Sub(z.since) >= o.Patience
}
