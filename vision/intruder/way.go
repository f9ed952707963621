package intruder

import (
	"cmp"
	"math"
	"slices"
	"time"

	"draughtsman/calibration"
)

// Leg is a part of the tool's way: a straight line, or a rest.
type Leg struct {
	From, To calibration.BoardPoint
	Takes    time.Duration
	Touches  bool // a disc is taken up or let go there
}

// How well it is known when the tool is where, before anything was learnt of it.
var unsure = pace{slow: 0.85, fast: 1.15, late: 300 * time.Millisecond, soon: 100 * time.Millisecond}

const (
	notice = 25 * time.Millisecond // between the times for which the tool's place is worked out
	near   = 4                     // mm between places that count as two
)

// pace is how an arm keeps to the times that it is said to take: a picture of it
// shows it as long after the start of its way as has passed, times slow or fast,
// less late or more soon.
type pace struct {
	slow, fast float64
	late, soon time.Duration
}

// way is where the tool is when, as far as that is known.
type way struct {
	legs  []Leg
	takes time.Duration // all of them
	began time.Time     // the first picture since
	least time.Duration // of the way that is behind the tool for certain
	held  bool          // the arm may stand still somewhere
}

// at is where the tool is so far into its way.
func (v *way) at(into time.Duration) calibration.BoardPoint {
	for _, l := range v.legs {
		if into < l.Takes {
			return Bone{l.From, l.To}.at(max(0, into.Seconds()/l.Takes.Seconds()))
		}
		into -= l.Takes
	}
	return v.legs[len(v.legs)-1].To
}

// tools are the places where the tool may be at a time, the likeliest first.
func (v *way) tools(at time.Time, keeps pace) []calibration.BoardPoint {
	if v.began.IsZero() {
		v.began = at
	}
	since := at.Sub(v.began)
	if !v.held {
		v.least = max(v.least, scaled(since, keeps.slow)-keeps.late)
	}
	from := min(v.least, v.takes)
	to := min(scaled(since, keeps.fast)+keeps.soon, v.takes)
	likely := (from + to) / 2
	type moment struct {
		tool calibration.BoardPoint
		off  time.Duration
	}
	var list []moment
	for t := from; ; t += notice {
		t = min(t, to)
		p := v.at(t)
		m := moment{p, (t - likely).Abs()}
		if k := len(list) - 1; k >= 0 && apart(list[k].tool, p) < near {
			list[k].off = min(list[k].off, m.off)
		} else {
			list = append(list, m)
		}
		if t == to {
			break
		}
	}
	slices.SortStableFunc(list, func(a, b moment) int { return cmp.Compare(a.off, b.off) })
	tools := make([]calibration.BoardPoint, len(list))
	for i, m := range list {
		tools[i] = m.tool
	}
	return tools
}

func apart(a, b calibration.BoardPoint) float64 {
	return math.Hypot(math.Hypot(a.X-b.X, a.Y-b.Y), a.Z-b.Z)
}

func scaled(d time.Duration, by float64) time.Duration { return time.Duration(float64(d) * by) }

// Along says where the tool goes from now on. It is where the first leg begins.
func (w *Watch) Along(legs []Leg) {
	if len(legs) == 0 {
		return
	}
	next := way{legs: legs}
	defer func() { w.ways = append(w.ways, next) }()
	for _, l := range legs {
		next.takes += l.Takes
		if !l.Touches || w.touched == nil {
			continue
		}
		// A disc there, low or high, hides this much of the table.
		ground := l.To
		ground.Z = 0
		s, ok := w.stick(ground, l.To)
		if !ok {
			continue
		}
		for i := range w.touched {
			w.touched[i] = w.touched[i] || s.away(float32(i%w.columns), float32(i/w.columns)) <= float32(w.disc)/2*s.perMM+spare
		}
	}
}
