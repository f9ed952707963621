package world

import (
	"fmt"
	"math"
	"time"

	"draughtsman/engine/checkers"
)

// A hand is an arm's width and a hand's height for the tool that meets it, mm.
const (
	handHalfWidth = 45
	handHeight    = 60
)

// followHand moves what is in the hand with the fingertips, and lets it stand where the hand has let it go.
func (w *World) followHand() {
	s, p := &w.state, &w.physics
	if s.Hand.Held != p.inHand {
		w.letGo()
		if d := s.Disc(s.Hand.Held); d != nil {
			p.inHand, p.onTop = d.ID, nil
			for _, o := range w.above(d) {
				p.onTop = append(p.onTop, o.ID)
			}
			w.record(fmt.Sprintf("hand lift %d", d.ID))
		}
	}
	d := s.Disc(s.Hand.Held)
	if d == nil {
		return
	}
	before := d.At
	d.At = Point{s.Hand.At.X, s.Hand.At.Y, max(0, s.Hand.At.Z-w.options.Layout.DiscHeight)}
	for _, id := range p.onTop {
		if o := s.Disc(id); o != nil {
			o.At = o.At.plus(d.At.minus(before))
		}
	}
}

// letGo leaves what was in the hand where it is.
func (w *World) letGo() {
	p := &w.physics
	ids := append([]int{p.inHand}, p.onTop...)
	p.inHand, p.onTop = NoDisc, nil
	if w.state.Disc(ids[0]) == nil {
		return
	}
	for _, id := range ids {
		if d := w.state.Disc(id); d != nil {
			w.fall(d, false)
		}
	}
	w.record(fmt.Sprintf("hand place %d", ids[0]))
}

// visit is what the world remembers of a hand that is over the board or the tray.
type visit struct {
	over    bool
	since   time.Duration
	braking float64       // mm that the tool moved until it had to stand
	under   float64       // and after that,
	first   time.Duration // from then on,
	at      Point         // where it was then
}

// handNotice is how long the tool may move under a hand that has come, beside the time that pictures are late: it has
// to be seen, and the tool to brake.
const handNotice = 500 * time.Millisecond

// watchHand records when a hand comes and goes, how far the tool moves meanwhile, and when it moves where the hand or
// the forearm is. A hand that comes to a tool that stands does no harm.
func (w *World) watchHand() {
	s, p := &w.state, &w.physics
	v := &p.visit
	switch over := w.options.Layout.handOver(s.Hand); {
	case over && !v.over:
		*v = visit{over: true, since: s.Now}
		w.counts.Hands++
		w.record("hand in")
	case !over && v.over:
		if v.over = false; v.braking > 0 {
			w.record(fmt.Sprintf("tool brakes %.1f mm under a hand", v.braking))
		}
		if v.under > 0 {
			w.record(fmt.Sprintf("tool moves %.1f mm under a hand, %.2f s after it came, from %.0f %.0f %.0f",
				v.under, (v.first - v.since).Seconds(), v.at.X, v.at.Y, v.at.Z))
		}
		w.record("hand out")
	}
	if v.over {
		w.countUnder(v)
	}
	key := [2]int{theTool, theHand}
	if !s.Hand.Visible || s.Tool.At.Z > handHeight || s.Hand.beside(s.Tool.At) > handHalfWidth {
		delete(p.touching, key)
		return
	}
	if p.way > 0 && !p.touching[key] {
		p.touching[key] = true
		w.counts.HandHits++
		w.record("collision tool hand")
	}
}

// countUnder counts how far the tool has moved in a tick, while a hand is over the board or the tray.
func (w *World) countUnder(v *visit) {
	s, way := &w.state, w.physics.way
	switch {
	case way == 0:
	case s.Now-v.since <= handNotice+w.options.Latency:
		v.braking += way
		w.counts.Braking += way
	default:
		if v.under == 0 {
			v.first, v.at = s.Now, s.Tool.At
		}
		v.under += way
		w.counts.UnderHand += way
	}
}

// Shoulder is where the arm of the hand begins.
func (h Hand) Shoulder() Point {
	const right, behind = 95, 690 // mm, of who sits at an edge of the board, from its middle
	switch {
	case h.From != Point{}:
		return h.From
	case h.Seat == checkers.Black:
		return Point{X: -right, Y: behind}
	}
	return Point{X: right, Y: -behind}
}

// beside is the horizontal distance of a point from the hand and the forearm, which comes straight from its shoulder.
func (h Hand) beside(p Point) float64 {
	back := h.Shoulder().minus(h.At)
	long := math.Hypot(back.X, back.Y)
	x, y := p.X-h.At.X, p.Y-h.At.Y
	along := max((x*back.X+y*back.Y)/long, 0) / long
	return math.Hypot(x-along*back.X, y-along*back.Y)
}

// handOver reports whether a hand or its forearm is over the board or the tray.
func (l Layout) handOver(h Hand) bool {
	if !h.Visible {
		return false
	}
	low, high := l.Area()
	const step = .05 // of the way to the shoulder
	for k := 0.0; k < 1; k += step {
		p := h.At.towards(h.Shoulder(), k)
		if p.X > low.X && p.X < high.X && p.Y > low.Y && p.Y < high.Y {
			return true
		}
	}
	return false
}
