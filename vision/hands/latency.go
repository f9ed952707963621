package hands

import (
	"math"
	"slices"
	"time"
)

// Latency is how long after it was taken a picture arrives, at least and at most. What a gap or a burst of pictures
// adds is not in it; that is found picture by picture.
type Latency struct{ Least, Most time.Duration }

// UnknownLatency is assumed of a camera of which nothing is known: a webcam on a cable shows the table at once, a
// camera in a network or a phone up to three seconds late.
var UnknownLatency = Latency{Least: -100 * time.Millisecond, Most: 3200 * time.Millisecond}

// Known reports whether the latency is narrower than UnknownLatency.
func (l Latency) Known() bool { return l != Latency{} && l != UnknownLatency }

// The rate at which pictures arrive.
const (
	arrivalWindow    = 5 * time.Second // over which it is measured
	minArrivals      = 6               // pictures
	maxArrivals      = 200             // pictures
	delayedIntervals = 2.5             // mean intervals without a picture, after which pictures may have been held up
	backlogIntervals = 0.6             // of the mean interval within which a picture that was held up follows another
	firstInterval    = 100 * time.Millisecond
)

// arrivals finds out how long pictures may have been held up, from when they arrive. Where none has come for a while,
// pictures were held up, or none was taken. Pictures that were held up follow one another more quickly than they were
// taken.
type arrivals struct {
	times  []time.Time // of the last pictures
	queued time.Duration
}

// pause forgets the arrivals so far: nobody asks for pictures for a while.
func (a *arrivals) pause() { a.times, a.queued = a.times[:0], 0 }

// add records a picture, and returns how long it may have been held up, and the mean interval between pictures.
func (a *arrivals) add(at time.Time) (waited, interval time.Duration) {
	n := len(a.times)
	if n > 0 && at.Before(a.times[n-1]) { // by another clock
		a.pause()
		n = 0
	}
	a.times = append(a.times, at)
	first := 0
	for first < len(a.times)-minArrivals && (at.Sub(a.times[first]) > arrivalWindow || len(a.times)-first > maxArrivals) {
		first++
	}
	a.times = slices.Delete(a.times, 0, first)
	if n == 0 {
		return 0, firstInterval
	}
	interval = at.Sub(a.times[0]) / time.Duration(len(a.times)-1)
	since := at.Sub(a.times[len(a.times)-2])
	switch {
	case since.Seconds() > delayedIntervals*interval.Seconds():
		a.queued = since - interval
	case since.Seconds() < backlogIntervals*interval.Seconds():
		a.queued = max(0, a.queued-(interval-since))
	default:
		a.queued = 0
	}
	return a.queued, interval
}

// difference is how many blocks differ between a picture and the one before it.
type difference struct {
	from, to time.Time // of the two pictures, were the latency 0
	blocks   int
}

// The camera's latency.
const (
	latencyStep        = 50 * time.Millisecond
	minLatencyPictures = 10                    // pictures with the arm in them
	maxArrivalDelay    = 60 * time.Millisecond // of a picture that counts
	motionSaturationMM = 40.0                  // mm of motion from which on the change in the picture hardly grows
	latencyToleranceMM = 0.7                   // mm by which a latency may fit worse than the best one and be true
	uncorrelatedMM     = 20                    // mm that changes count which do not follow the motions at all
	maxToolDistanceMM  = 60.0                  // mm from the tool to the arm as seen, more counts as this
	toolRiseStepMM     = 50.0                  // mm between places above the tool, along what carries it
	toolRiseSteps      = 3
	latencyMotions     = 5 // last motions whose median counts
)

// learnLatency takes the camera's latency from the last motions.
func (d *Detector) learnLatency(shown []observation, changes []difference) {
	l, ok := d.latencyOf(shown, changes)
	if !ok {
		return
	}
	d.latencies = append(d.latencies, l)
	d.latencies = d.latencies[max(0, len(d.latencies)-latencyMotions):]
	d.takeLatency()
}

// takeLatency takes the median of the last motions' latencies.
func (d *Detector) takeLatency() {
	var least, most []time.Duration
	for _, l := range d.latencies {
		least, most = append(least, l.Least), append(most, l.Most)
	}
	slices.Sort(least)
	slices.Sort(most)
	d.latency = Latency{Least: least[len(least)/2], Most: most[len(most)/2]} // of two in the middle the larger
}

// latencyOf returns the latency at which some pictures fit the tool's way best: the arm is seen where the tool is,
// and more changes between pictures while the tool moves more. It is false where too little is seen.
func (d *Detector) latencyOf(observations []observation, differences []difference) (Latency, bool) {
	var shown []armPicture
	for _, t := range observations {
		if s, ok := d.armPicture(t); ok && t.waited < maxArrivalDelay {
			shown = append(shown, s)
		}
	}
	if len(shown) < minLatencyPictures || len(differences) < minLatencyPictures {
		return Latency{}, false
	}
	var misfits []float64
	for late := UnknownLatency.Least; late <= UnknownLatency.Most; late += latencyStep {
		a, b := d.meanDistance(shown, late), d.motionCorrelation(differences, late)
		misfits = append(misfits, a+uncorrelatedMM*(1-b))
	}
	best := slices.Min(misfits)
	l := Latency{Least: UnknownLatency.Most, Most: UnknownLatency.Least}
	for i, m := range misfits {
		if late := UnknownLatency.Least + time.Duration(i)*latencyStep; m <= best+latencyToleranceMM {
			l.Least, l.Most = min(l.Least, late), max(l.Most, late)
		}
	}
	l.Least, l.Most = l.Least-latencyStep/2, l.Most+latencyStep/2
	return l, true
}

// armPicture is a picture of the arm.
type armPicture struct {
	at       time.Time // when it was taken, were the latency 0
	distance []float32 // by block: from the arm as seen, in blocks
}

// armPicture prepares an observation for the search of the latency; it is false if too little of the arm is seen.
func (d *Detector) armPicture(o observation) (armPicture, bool) {
	n := 0
	for b, is := range o.arm {
		if is && d.inArea[cellsOf(b)[0]] {
			n++
		}
	}
	if float64(n) < discSizes*d.o.DiscMM*d.o.DiscMM*d.perMM*d.perMM {
		return armPicture{}, false
	}
	return armPicture{o.arrived.Add(-o.waited / 2), distances(o.arm)}, true
}

// meanDistance returns how far the arm is seen from where the tool is with a latency, on average and at most
// maxToolDistanceMM, mm.
func (d *Detector) meanDistance(list []armPicture, late time.Duration) float64 {
	sum := 0.0
	for _, s := range list {
		tool, ok := d.timeline.likelyPosition(s.at.Add(-late))
		if !ok {
			return maxToolDistanceMM
		}
		far := maxToolDistanceMM
		for k := range toolRiseSteps {
			p := tool
			p.Z += float64(k) * toolRiseStepMM
			x, y := d.cell(p)
			i, j := int(x/2+.5), int(y/2+.5)
			if x >= 0 && y >= 0 && i < blockColumns && j < blockRows {
				far = min(far, float64(s.distance[j*blockColumns+i])/d.perMM)
			}
		}
		sum += far
	}
	return sum / float64(len(list))
}

// motionCorrelation returns the correlation between the differences of pictures and the motions of the tool with a
// latency.
func (d *Detector) motionCorrelation(differences []difference, late time.Duration) float64 {
	seen, moved := make([]float64, len(differences)), make([]float64, len(differences))
	for i, c := range differences {
		seen[i] = math.Sqrt(float64(c.blocks))
		moved[i] = math.Sqrt(min(d.timeline.pathLength(c.from.Add(-late), c.to.Add(-late)), motionSaturationMM))
	}
	return correlation(seen, moved)
}

// correlation is Pearson's; 0 if one of the lists does not vary.
func correlation(a, b []float64) float64 {
	n := float64(len(a))
	var sa, sb, saa, sbb, sab float64
	for i := range a {
		sa, sb = sa+a[i], sb+b[i]
		saa, sbb, sab = saa+a[i]*a[i], sbb+b[i]*b[i], sab+a[i]*b[i]
	}
	va, vb := saa-sa*sa/n, sbb-sb*sb/n
	if va <= 0 || vb <= 0 {
		return 0
	}
	return (sab - sa*sb/n) / math.Sqrt(va*vb)
}
