package world

import (
	"fmt"
	"math"
)

// What fingers can do.
const (
	FingerRadius = 4.0 // half the width of a finger, and of its thickness, mm

	// A disc is between the fingers when their tips reach at least so far below its top, and it stands out of the
	// middle of them by at most this share of its radius.
	biteAtLeast = 1.0
	biteAside   = 0.5

	slack   = 0.3 // mm by which jaws that press on a disc may seem to be open
	overlap = 1.5 // mm that they may be into one before they push it away; with more they stand on it
)

// there reports whether the tool has fingers.
func (f Fingers) there() bool { return f.Toward != Point{} }

// tips are the middles of the two fingers, with the tool at a point.
func (f Fingers) tips(at Point) [2]Point {
	along := func(by float64) Point {
		return Point{at.X + f.Toward.X*by, at.Y + f.Toward.Y*by, at.Z}
	}
	return [2]Point{along(f.Fixed - FingerRadius), along(f.Moving + FingerRadius)}
}

// along is where a point is from the tool: towards the moving jaw, and aside.
func (f Fingers) along(tool, p Point) (toward, aside float64) {
	x, y := p.X-tool.X, p.Y-tool.Y
	return x*f.Toward.X + y*f.Toward.Y, x*f.Toward.Y - y*f.Toward.X
}

// Between is the disc that stands between the tool's fingers, or nil. The jaws cannot close further than its diameter.
func (l Layout) Between(s *State) *Disc { return l.between(s, s.Tool.At) }

func (l Layout) between(s *State, tip Point) *Disc {
	f := s.Tool.Fingers
	for i := range s.Discs {
		d := &s.Discs[i]
		top := d.At.Z + l.DiscHeight
		if d.ID == s.Hand.Held || tip.Z > top-biteAtLeast || tip.Z < d.At.Z-press {
			continue
		}
		toward, aside := f.along(tip, d.At)
		radius := l.DiscDiameter / 2
		if toward-radius > f.Fixed-overlap && toward+radius < f.Moving+overlap && math.Abs(aside) <= biteAside*radius {
			return d
		}
	}
	return nil
}

// followFingers lets the jaws push what stands between them, hold it when both press on it, and let it go when they
// open.
func (p *physics) followFingers() {
	s, l := p.state, p.layout
	f := s.Tool.Fingers
	radius := l.DiscDiameter / 2
	shut := f.Moving-f.Fixed < 1
	if d := s.Disc(s.Tool.Held); d != nil { // it turns with the hand
		d.At.X = s.Tool.At.X + p.grip[0]*f.Toward.X + p.grip[1]*f.Toward.Y
		d.At.Y = s.Tool.At.Y + p.grip[0]*f.Toward.Y - p.grip[1]*f.Toward.X
	}
	switch {
	case s.Tool.Held != NoDisc && f.Moving-f.Fixed > l.DiscDiameter+1:
		p.setDown()
	case s.Tool.Held == NoDisc && !shut:
		d := l.Between(s)
		if d == nil || len(p.layout.above(p.state, d)) > 0 {
			break
		}
		toward, _ := f.along(s.Tool.At, d.At)
		by := 0.0
		if least := f.Fixed + radius; toward < least {
			by = least - toward
		} else if most := f.Moving - radius; toward > most {
			by = max(most, least) - toward
		}
		d.At.X, d.At.Y = d.At.X+by*f.Toward.X, d.At.Y+by*f.Toward.Y
		if f.Moving-f.Fixed <= l.DiscDiameter+slack {
			s.Tool.Held = d.ID
			p.grip[0], p.grip[1] = f.along(s.Tool.At, d.At)
			p.log.counts.Lifts++
			p.log.record(fmt.Sprintf("lift %d", d.ID))
		}
	case shut && !p.shut:
		p.log.counts.Missed++
		p.log.record("miss")
	}
	p.shut = shut
}
