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

// difference is how many cells differ between a picture and the one before it.
type difference struct {
	from, to time.Time // of the two pictures, were the latency 0
	cells    int
}

// latencyOf returns the latency at which some pictures fit the tool's way best: the arm is seen where the tool is,
// and more changes between pictures while the tool moves more. It is false where too little is seen.
func (d *Detector) latencyOf(observations []observation, differences []difference) (Latency, bool) {
	var shown []armPicture
	for _, t := range observations {
		if s, ok := d.armPicture(t); ok && t.to.Sub(t.from) < maxArrivalDelay {
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
	distance []float32 // by cell: from the arm as seen, in cells
}

// armPicture prepares an observation for the search of the latency; it is false if too little of the arm is seen.
func (d *Detector) armPicture(t observation) (armPicture, bool) {
	n := 0
	for i, is := range t.mask {
		if is && d.inArea[i] {
			n++
		}
	}
	if n < d.largeCells {
		return armPicture{}, false
	}
	return armPicture{t.from.Add(t.to.Sub(t.from) / 2), d.distances(t.mask)}, true
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
			cell := d.toCell(d.camera.Project(p))
			i, j := int(cell[0]+.5), int(cell[1]+.5)
			if i >= 0 && j >= 0 && i < d.columns && j < d.rows {
				far = min(far, float64(s.distance[j*d.columns+i])/d.cellsPerMM)
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
		seen[i] = math.Sqrt(float64(c.cells))
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
