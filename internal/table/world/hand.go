package world

import (
	"fmt"
	"math"

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

// watchHand records when a hand comes and goes, and when the tool moves where the hand or the forearm is. A hand that
// comes to a tool that stands does no harm.
func (w *World) watchHand() {
	s, p, l := &w.state, &w.physics, w.options.Layout
	if over := l.handOver(s.Hand); over != p.handOver {
		p.handOver = over
		if over {
			w.counts.Hands++
			w.record("hand in")
		} else {
			w.record("hand out")
		}
	}
	key := [2]int{theTool, theHand}
	if !s.Hand.Visible || s.Tool.At.Z > handHeight || s.Hand.beside(s.Tool.At) > handHalfWidth {
		delete(p.touching, key)
		return
	}
	if p.moved && !p.touching[key] {
		p.touching[key] = true
		w.counts.HandHits++
		w.record("collision tool hand")
	}
}

// beside is the horizontal distance of a point from the hand and the forearm, which comes straight from its shoulder,
// or from its seat's edge.
func (h Hand) beside(p Point) float64 {
	back := Point{Y: 1}
	switch {
	case h.From != Point{}:
		x, y := h.From.X-h.At.X, h.From.Y-h.At.Y
		back = Point{X: x / math.Hypot(x, y), Y: y / math.Hypot(x, y)}
	case h.Seat == checkers.White:
		back.Y = -1
	}
	x, y := p.X-h.At.X, p.Y-h.At.Y
	along := max(x*back.X+y*back.Y, 0)
	return math.Hypot(x-along*back.X, y-along*back.Y)
}
