package moves

import "time"

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
