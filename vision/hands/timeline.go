package hands

import (
	"math"
	"time"

	"draughtsman/calibration"
)

// How an arm keeps to the times that it is said to take. A pace is planned time by actual time.
const (
	firstPaceMin   = 0.75 // before anything was learnt
	firstPaceMax   = 1.25
	paceTolerance  = 0.03        // between one group of motions and the next
	minPace        = .3          // less or more is no pace but a fault
	maxPace        = 2           //
	paceGroups     = 12          // last groups of motions that say something
	paceMinPlanned = time.Second // of a group that says something
	positionStep   = 20 * time.Millisecond
	brakeTime      = 400 * time.Millisecond // for which an arm that is told to hold may move on
)

// Leg is a part of the tool's way: a straight line, or a rest.
type Leg struct {
	From, To calibration.BoardPoint
	Takes    time.Duration // planned
}

// motionGroup is motions that are carried out without a rest between them.
type motionGroup struct {
	legs    []Leg
	planned time.Duration // of all of them
	began   time.Time
	ended   time.Time // zero: they are under way
	pauses  []pause   // in which the arm was held
	lost    bool      // nobody knows where the tool is

	// The pace, at least and at most, that was expected of them: what is learnt later says nothing about them.
	slow, fast float64
}

// pause is a time in which the arm is held; a zero end: it still is.
type pause struct{ from, to time.Time }

// timeline is where the tool was, is and will be, as far as that is known.
type timeline struct {
	groups []motionGroup
	paces  []float64 // of the last groups without a pause: planned by actual time
}

// begin adds motions that begin at a time; those before have ended by then.
func (l *timeline) begin(legs []Leg, at time.Time) {
	if n := len(l.groups); n > 0 && l.groups[n-1].ended.IsZero() {
		l.groups[n-1].end(at)
		l.learn(l.groups[n-1])
	}
	g := motionGroup{legs: legs, began: at}
	g.slow, g.fast = l.pace()
	for _, leg := range legs {
		g.planned += leg.Takes
	}
	l.groups = append(l.groups, g)
}

// end ends the motions that are under way.
func (l *timeline) end(at time.Time) {
	if n := len(l.groups); n > 0 && l.groups[n-1].ended.IsZero() {
		l.groups[n-1].end(at)
		l.learn(l.groups[n-1])
	}
}

// lose records that from a time on nobody knows where the tool is.
func (l *timeline) lose(at time.Time) {
	l.end(at)
	l.groups = append(l.groups, motionGroup{began: at, lost: true})
}

// hold records that from a time on the arm is held, or goes on.
func (l *timeline) hold(held bool, at time.Time) {
	n := len(l.groups)
	if n == 0 {
		return
	}
	g := &l.groups[n-1]
	switch k := len(g.pauses); {
	case held && (k == 0 || !g.pauses[k-1].to.IsZero()):
		g.pauses = append(g.pauses, pause{from: at})
	case !held && k > 0 && g.pauses[k-1].to.IsZero():
		g.pauses[k-1].to = at
	}
}

func (g *motionGroup) end(at time.Time) {
	g.ended = at
	if k := len(g.pauses); k > 0 && g.pauses[k-1].to.IsZero() {
		g.pauses[k-1].to = at
	}
}

// learn takes the arm's pace from motions that have ended.
func (l *timeline) learn(g motionGroup) {
	took := g.ended.Sub(g.began)
	if len(g.pauses) > 0 || g.planned < paceMinPlanned || took <= 0 {
		return
	}
	if pace := g.planned.Seconds() / took.Seconds(); pace > minPace && pace < maxPace {
		l.paces = append(l.paces, pace)
		l.paces = l.paces[max(0, len(l.paces)-paceGroups):]
	}
}

// pace returns how many planned seconds pass in a second of motion, at least and at most.
func (l *timeline) pace() (slow, fast float64) {
	if len(l.paces) == 0 {
		return firstPaceMin, firstPaceMax
	}
	slow, fast = math.Inf(1), math.Inf(-1)
	for _, p := range l.paces {
		slow, fast = min(slow, p-paceTolerance), max(fast, p+paceTolerance)
	}
	return slow, fast
}

// progress returns how much of a group's planned time may have passed by a time, at least and at most.
func (g motionGroup) progress(at time.Time) (least, most time.Duration) {
	least, most = at.Sub(g.began), at.Sub(g.began)
	for _, p := range g.pauses {
		if !at.After(p.from) {
			break
		}
		rest := at.Sub(p.from)
		if !p.to.IsZero() && p.to.Before(at) {
			rest = p.to.Sub(p.from)
		}
		least, most = least-rest, most-max(0, rest-brakeTime)
	}
	slow, fast := g.slow, g.fast
	if took := g.ended.Sub(g.began); !g.ended.IsZero() && len(g.pauses) == 0 && took > 0 {
		// It is known when this group ended; but the arm may have stood at its end for a while.
		if known := g.planned.Seconds() / took.Seconds(); known >= slow && known <= fast {
			slow, fast = known, known
		}
	}
	return min(max(0, scaled(least, slow)), g.planned), min(max(0, scaled(most, fast)), g.planned)
}

// position returns where the tool is after so much of the planned time.
func (g motionGroup) position(into time.Duration) calibration.BoardPoint {
	for _, l := range g.legs {
		if into < l.Takes {
			return interpolate(l.From, l.To, max(0, into.Seconds()/l.Takes.Seconds()))
		}
		into -= l.Takes
	}
	return g.legs[len(g.legs)-1].To
}

// positions returns where the tool may have been between two times, in the order of its way, about apartMM from each
// other unless the way itself leaps. It is nil where that is not known.
func (l *timeline) positions(from, to time.Time, apartMM float64) (list []calibration.BoardPoint) {
	if len(l.groups) == 0 {
		return nil
	}
	add := func(p calibration.BoardPoint) {
		if n := len(list); n == 0 || distance(list[n-1], p) >= apartMM {
			list = append(list, p)
		}
	}
	for i, g := range l.groups {
		if i > 0 && to.Before(g.began) {
			break
		}
		if !g.ended.IsZero() && i < len(l.groups)-1 && from.After(g.ended) {
			continue
		}
		if g.lost {
			return nil
		}
		least, _ := g.progress(from)
		_, most := g.progress(to)
		for into := least; ; into += positionStep {
			into = min(into, most)
			add(g.position(into))
			if into >= most {
				break
			}
		}
	}
	return list
}

// likelyPosition returns where the tool most likely is at a time; ok is false where that is not known.
func (l *timeline) likelyPosition(at time.Time) (p calibration.BoardPoint, ok bool) {
	for i, g := range l.groups {
		if i > 0 && at.Before(g.began) {
			break
		}
		if ok = !g.lost; !ok {
			continue
		}
		least, most := g.progress(at)
		if !g.ended.IsZero() && at.After(g.ended) {
			least, most = g.planned, g.planned
		}
		p = g.position((least + most) / 2)
	}
	return p, ok
}

// pathLength returns how far the tool most likely moves between two times, mm.
func (l *timeline) pathLength(from, to time.Time) (mm float64) {
	slow, fast := l.pace()
	for _, g := range l.groups {
		pace := (slow + fast) / 2
		if took := g.ended.Sub(g.began); !g.ended.IsZero() && took > 0 && len(g.pauses) == 0 {
			pace = max(pace, g.planned.Seconds()/took.Seconds())
		}
		a, b := scaled(from.Sub(g.began), pace), scaled(to.Sub(g.began), pace)
		for _, leg := range g.legs {
			if leg.Takes > 0 {
				part := (min(b, leg.Takes) - max(a, 0)).Seconds() / leg.Takes.Seconds()
				mm += max(0, part) * distance(leg.From, leg.To)
			}
			a, b = a-leg.Takes, b-leg.Takes
		}
	}
	return mm
}

func scaled(d time.Duration, by float64) time.Duration { return time.Duration(float64(d) * by) }

// interpolate returns the point a share k of the way from a to b.
func interpolate(a, b calibration.BoardPoint, k float64) calibration.BoardPoint {
	return calibration.BoardPoint{X: a.X + k*(b.X-a.X), Y: a.Y + k*(b.Y-a.Y), Z: a.Z + k*(b.Z-a.Z)}
}

// distance returns the distance between two points, mm.
func distance(a, b calibration.BoardPoint) float64 {
	return math.Hypot(math.Hypot(a.X-b.X, a.Y-b.Y), a.Z-b.Z)
}
