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
func (p *physics) followHand() {
	s := p.state
	if s.Hand.Held != p.inHand {
		p.letGo()
		if d := s.Disc(s.Hand.Held); d != nil {
			p.inHand, p.onTop = d.ID, nil
			for _, o := range p.layout.above(p.state, d) {
				p.onTop = append(p.onTop, o.ID)
			}
			p.log.record(fmt.Sprintf("hand lift %d", d.ID))
		}
	}
	d := s.Disc(s.Hand.Held)
	if d == nil {
		return
	}
	before := d.At
	d.At = Point{s.Hand.At.X, s.Hand.At.Y, max(0, s.Hand.At.Z-p.layout.DiscHeight)}
	for _, id := range p.onTop {
		if o := s.Disc(id); o != nil {
			o.At = o.At.plus(d.At.minus(before))
		}
	}
}

// letGo leaves what was in the hand where it is.
func (p *physics) letGo() {
	ids := append([]int{p.inHand}, p.onTop...)
	p.inHand, p.onTop = NoDisc, nil
	if p.state.Disc(ids[0]) == nil {
		return
	}
	for _, id := range ids {
		if d := p.state.Disc(id); d != nil {
			p.fall(d, false)
		}
	}
	p.log.record(fmt.Sprintf("hand place %d", ids[0]))
}

// visit is what is remembered of a hand that is over the board or the tray, or was last.
type visit struct {
	notice  time.Duration // for which the tool may move under it
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

// watch records when a hand comes and goes, and how far the tool moves meanwhile; way is that of the last tick, mm.
func (v *visit) watch(over bool, way float64, s *State, log *account) {
	switch {
	case over && !v.over:
		*v = visit{notice: v.notice, over: true, since: s.Now}
		log.counts.Hands++
		log.record("hand in")
	case !over && v.over:
		if v.over = false; v.braking > 0 {
			log.record(fmt.Sprintf("tool brakes %.1f mm under a hand", v.braking))
		}
		if v.under > 0 {
			log.record(fmt.Sprintf("tool moves %.1f mm under a hand, %.2f s after it came, from %.0f %.0f %.0f",
				v.under, (v.first - v.since).Seconds(), v.at.X, v.at.Y, v.at.Z))
		}
		log.record("hand out")
	}
	switch {
	case !v.over || way == 0:
	case s.Now-v.since <= v.notice:
		v.braking += way
		log.counts.Braking += way
	default:
		if v.under == 0 {
			v.first, v.at = s.Now, s.Tool.At
		}
		v.under += way
		log.counts.UnderHand += way
	}
}

// meetHand looks whether the tool moves where the hand or the forearm is. A hand that comes to a tool that stands does
// no harm.
func (p *physics) meetHand() {
	s := p.state
	if !s.Hand.Visible || s.Tool.At.Z > handHeight || s.Hand.beside(s.Tool.At) > handHalfWidth {
		delete(p.touching, [2]int{theTool, theHand})
	} else if p.way > 0 {
		p.collision(theTool, theHand)
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
		p := h.At.Towards(h.Shoulder(), k)
		if p.X > low.X && p.X < high.X && p.Y > low.Y && p.Y < high.Y {
			return true
		}
	}
	return false
}
