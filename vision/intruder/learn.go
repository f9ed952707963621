package intruder

import (
	"math"
	"time"
)

// learnShape takes from the last motions which shape the arm has, how it keeps to
// its times, and how thick it is.
func (w *Watch) learnShape() {
	if w.disturbed || len(w.shapes) == 0 || len(w.ways) == 0 {
		return
	}
	if w.body != nil {
		for cue, doubt := range w.doubts {
			if w.proven[cue]++; doubt {
				w.proven[cue] = 0
			}
		}
	}
	// What most pictures show is the table with the arm away from its park point.
	table := make([]bool, len(w.inside))
	for i := range table {
		table[i] = w.inside[i] && !w.touched[i] && isLight(w.away[i], w.free[i])
	}
	looks := make([]look, 0, len(w.tracks))
	for _, t := range w.tracks {
		if l := w.look(t, table); t.way >= 0 && len(l.seen) >= w.least {
			looks = append(looks, l)
		}
	}
	if len(looks) == 0 {
		return
	}
	within := w.keeps
	if w.body == nil {
		shape, near := w.likest(looks)
		w.body = &body{shape: shape, tints: tints{}}
		within = pace{near.rate - .1, near.rate + .1, near.late + 4*notice, 4*notice - near.late}
	}
	when, off := w.timed(w.body.shape, looks, within, .03, notice)
	if math.IsInf(off, 0) {
		return // the arm was where its shape is not known
	}
	const lately = 4 // motions
	w.timings = append(w.timings, when)
	w.timings = w.timings[max(0, len(w.timings)-lately):]
	w.keeps = keeping(w.timings)
	w.body.learn(w, looks, when)
}

// look is what a picture shows of the arm.
type look struct {
	way   int           // on which it is
	since time.Duration // the way was begun
	mask  []bool        // the cells that show it,
	seen  []int         // the same,
	few   []int         // and some of them
	tints []tint        // of the cells
	away  []float32     // each cell's distance from them
}

// look is what a picture shows of the arm beside what has changed on the table.
func (w *Watch) look(t track, table []bool) look {
	l := look{way: t.way, tints: t.tints}
	if t.way < 0 {
		return l
	}
	l.since = t.at.Sub(w.ways[t.way].began)
	l.mask = make([]bool, len(t.arm))
	for i, is := range t.arm {
		if l.mask[i] = is && table[i]; l.mask[i] {
			l.seen = append(l.seen, i)
		}
	}
	const some = 150
	for i := 0; i < len(l.seen); i += 1 + len(l.seen)/some {
		l.few = append(l.few, l.seen[i])
	}
	l.away = w.distances(l.mask)
	return l
}

// timing is how the arm kept to its times in one motion.
type timing struct {
	rate float64
	late time.Duration
}

// keeping is the pace of an arm that has kept to its times so.
func keeping(list []timing) pace {
	const (
		uneven = .04                    // between one motion and the next
		apart  = 100 * time.Millisecond // pictures may be
	)
	p := pace{slow: math.Inf(1), fast: math.Inf(-1), late: math.MinInt64, soon: math.MinInt64}
	for _, t := range list {
		p.slow, p.fast = min(p.slow, t.rate-uneven), max(p.fast, t.rate+uneven)
		p.late, p.soon = max(p.late, t.late+apart), max(p.soon, apart-t.late)
	}
	return p
}

// into is how far into its way the tool was.
func (t timing) into(since time.Duration) time.Duration { return scaled(since, t.rate) - t.late }

// likest is the shape that fits some pictures best, and about when it does.
func (w *Watch) likest(looks []look) (best Shape, when timing) {
	least := math.Inf(1)
	for _, shape := range w.shapes {
		if t, off := w.timed(shape, looks, unsure, .1, 4*notice); off < least {
			best, when, least = shape, t, off
		}
	}
	return best, when
}

// timed finds how the arm kept to its times, within a pace and in steps of the
// rate and of what it was late, so that pictures of it fit a shape best; and the
// sum of the misfits then.
func (w *Watch) timed(shape Shape, looks []look, within pace, faster float64, later time.Duration) (best timing, least float64) {
	const pictures = 36
	n := min(pictures, len(looks))
	least = math.Inf(1)
	for rate := within.slow; rate <= within.fast+1e-9; rate += faster {
		for late := -within.soon; late <= within.late; late += later {
			t, sum := timing{rate, late}, 0.0
			for k := range n {
				l := looks[k*len(looks)/n]
				sum += w.misfit(w.sticks(shape(w.ways[l.way].at(t.into(l.since)))), l.few, l.away)
			}
			if sum < least {
				best, least = t, sum
			}
		}
	}
	return best, least
}
