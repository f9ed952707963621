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

// lasted returns the time from the first reading to the last.
func (r run) lasted() time.Duration { return r.until.Sub(r.since) }

// add returns the run after another reading.
func (r run) add(what int, e evidence, at time.Time) run {
	if r.count == 0 || r.what != what {
		return run{what: what, count: 1, since: at, until: at, mean: e}
	}
	r.count++
	r.until = at
	r.mean = r.mean.mix(e, 1/float64(r.count))
	return r
}

// lasts reports whether the run has gone on for as long as something wrong has to last until it is told.
func (r run) lasts(at time.Time, o Options) bool { return at.Sub(r.since) >= o.Patience }

// runningMean is the mean of all readings since the board was last free of hands and motion, or last as it should be.
type runningMean struct {
	mean           evidence // in which recent readings count more
	last           Picture  // what each square last surely showed in the mean
	count          int
	unchangedSince time.Time // for how long that has not changed
}

// add returns the mean after another reading. A square that is misread once hardly changes it and does not start the
// waiting anew.
func (z runningMean) add(e evidence, at time.Time, o Options) runningMean {
	if z.count == 0 {
		return runningMean{mean: e, last: e.seen(o), count: 1, unchangedSince: at}
	}
	z.mean = z.mean.mix(e, recentWeight)
	seen := z.mean.seen(o)
	if seen.contradicts(z.last) {
		z.count, z.unchangedSince = 0, at
	}
	for s := range seen {
		if seen[s] != unknown {
			z.last[s] = seen[s]
		}
	}
	z.count++
	return z
}

// lasts reports whether what the mean shows has lasted for long enough to be told.
func (z runningMean) lasts(at time.Time, o Options) bool {
	return z.count > o.Agreeing && at.Sub(z.unchangedSince) >= o.Patience
}
