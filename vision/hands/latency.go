package hands

import (
	"math"
	"slices"
	"time"
)

// Latency is how long after it was taken a picture arrives: from Least to Most,
// at its quickest. What a burst or a gap adds is told picture by picture.
type Latency struct{ Least, Most time.Duration }

// UnknownLatency is taken for granted of a camera of which nothing is known: a
// webcam on a cable shows the table at once, a camera in a network or a phone
// up to three seconds late.
var UnknownLatency = Latency{Least: -100 * time.Millisecond, Most: 3200 * time.Millisecond}

// Known tells whether a latency says more than UnknownLatency.
func (l Latency) Known() bool { return l != Latency{} && l != UnknownLatency }

// arrivals tells how long pictures of a camera may have waited on their way, from when
// they arrive. Where none has come for a while they may have been held up, or none was
// taken: those that were held up come one after another then, in less time than lies
// between their exposures.
type arrivals struct {
	times  []time.Time // of the last pictures
	queued time.Duration
}

// Where the rate of a camera is looked for.
const (
	arrivalWindow = 5 * time.Second
	fewArrivals   = 6
	mostArrivals  = 200
	heldUp        = 2.5 // mean intervals without a picture, after which pictures may have been held up
	comesAtOnce   = 0.6 // of the mean interval, in which a picture follows that was held up
	startInterval = 100 * time.Millisecond
)

// pause forgets what was to come: nobody asks for pictures for a while.
func (a *arrivals) pause() { a.times, a.queued = a.times[:0], 0 }

// add notes a picture, and returns how long it may have waited, and the mean interval
// between pictures.
func (a *arrivals) add(at time.Time) (waited, interval time.Duration) {
	n := len(a.times)
	if n > 0 && at.Before(a.times[n-1]) { // another clock
		a.pause()
		n = 0
	}
	a.times = append(a.times, at)
	first := 0
	for first < len(a.times)-fewArrivals && (at.Sub(a.times[first]) > arrivalWindow || len(a.times)-first > mostArrivals) {
		first++
	}
	a.times = slices.Delete(a.times, 0, first)
	if n == 0 {
		return 0, startInterval
	}
	interval = at.Sub(a.times[0]) / time.Duration(len(a.times)-1)
	since := at.Sub(a.times[len(a.times)-2])
	switch {
	case since.Seconds() > heldUp*interval.Seconds():
		a.queued = since - interval
	case since.Seconds() < comesAtOnce*interval.Seconds():
		a.queued = max(0, a.queued-(interval-since))
	default:
		a.queued = 0
	}
	return a.queued, interval
}

// change is how much differs between a picture and the one before it.
type change struct {
	from, to time.Time // when they were taken if the latency is 0
	cells    int
}

// How the latency is looked for.
const (
	latencyStep  = 50 * time.Millisecond
	alikeMM      = 40.0                  // of motion, from which on the change in the picture hardly grows
	leastMatches = 10                    // pictures with the arm in them
	mostWaited   = 60 * time.Millisecond // by a picture that says something
)

// latencyOf finds the latency at which some pictures fit the tool's way best: the
// arm is seen where the tool and what carries it are then, and more changes between
// pictures while it moves more. It is false where too little is seen to tell.
func (w *Watch) latencyOf(tracks []track, changes []change) (Latency, bool) {
	var shown []shown
	for _, t := range tracks {
		if s, ok := w.shown(t); ok && t.to.Sub(t.from) < mostWaited {
			shown = append(shown, s)
		}
	}
	if len(shown) < leastMatches || len(changes) < leastMatches {
		return Latency{}, false
	}
	var misfits []float64
	for late := UnknownLatency.Least; late <= UnknownLatency.Most; late += latencyStep {
		a, b := w.beside(shown, late), w.changesFit(changes, late)
		misfits = append(misfits, a+uncorrelated*(1-b))
	}
	best := slices.Min(misfits)
	const nearly = 0.7 // mm, by which what fits worse may be true
	l := Latency{Least: UnknownLatency.Most, Most: UnknownLatency.Least}
	for i, m := range misfits {
		if late := UnknownLatency.Least + time.Duration(i)*latencyStep; m <= best+nearly {
			l.Least, l.Most = min(l.Least, late), max(l.Most, late)
		}
	}
	l.Least, l.Most = l.Least-latencyStep/2, l.Most+latencyStep/2
	return l, true
}

// uncorrelated is what changes that do not follow the motions at all weigh, in mm of
// what is seen beside the tool.
const uncorrelated = 20

// shown is a picture of the arm.
type shown struct {
	at   time.Time // when it was taken if the latency is 0
	away []float32 // how far each cell is from what is seen
}

// shown is a track in which enough of the arm is seen.
func (w *Watch) shown(t track) (shown, bool) {
	n := 0
	for i, is := range t.arm {
		if is && w.inside[i] {
			n++
		}
	}
	if n < w.big {
		return shown{}, false
	}
	return shown{t.from.Add(t.to.Sub(t.from) / 2), w.distances(t.arm)}, true
}

// beside is how far from the tool the arm is seen in some pictures with a latency, on
// average in mm and as far as it matters.
func (w *Watch) beside(list []shown, late time.Duration) float64 {
	const (
		mostMM = 60.0
		upMM   = 50.0 // along what carries the tool
	)
	sum := 0.0
	for _, s := range list {
		tool, ok := w.way.likely(s.at.Add(-late))
		if !ok {
			return mostMM
		}
		far := mostMM
		for k := range 3 {
			p := tool
			p.Z += float64(k) * upMM
			cell := w.cell(w.camera.Project(p))
			i, j := int(cell[0]+.5), int(cell[1]+.5)
			if i >= 0 && j >= 0 && i < w.columns && j < w.rows {
				far = min(far, float64(s.away[j*w.columns+i])/w.perMM)
			}
		}
		sum += far
	}
	return sum / float64(len(list))
}

// changesFit is how well changes between pictures follow the motions with a latency:
// their correlation.
func (w *Watch) changesFit(changes []change, late time.Duration) float64 {
	seen, moved := make([]float64, len(changes)), make([]float64, len(changes))
	for i, c := range changes {
		seen[i] = math.Sqrt(float64(c.cells))
		moved[i] = math.Sqrt(min(w.way.length(c.from.Add(-late), c.to.Add(-late)), alikeMM))
	}
	return correlation(seen, moved)
}

// correlation is Pearson's; 0 where one of the lists does not vary.
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
