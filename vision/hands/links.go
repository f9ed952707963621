package hands

import (
	"math"

	"draughtsman/calibration"
)

// Link is the axis of a straight part of an arm, board mm.
type Link struct{ From, To calibration.BoardPoint }

// Links returns the links of an arm with its tool at a position, always in the same order; none where the tool cannot
// be. How thick they are is learnt.
type Links func(tool calibration.BoardPoint) []Link

// jointedModel returns the motion model of an arm whose links are known: what is seen beside a link moves with it.
func jointedModel(shape Links) motionModel {
	return func(d *Detector, from, to calibration.BoardPoint) warp {
		before, after := d.segments(shape(from)), d.segments(shape(to))
		if len(before) == 0 || len(before) != len(after) {
			return nil
		}
		return func(x, y float32, _ modes, to func(x, y float32, mode int)) {
			nearest := float32(math.Inf(1))
			for _, s := range before {
				nearest = min(nearest, s.distance(x, y))
			}
			for i, s := range before {
				if s.distance(x, y) <= nearest+linkMarginCells {
					u, v := s.warpTo(after[i], x, y)
					to(u, v, 0)
				}
			}
		}
	}
}

// segments returns links as the camera sees them; none if it does not see all of them.
func (d *Detector) segments(bones []Link) []segment {
	list := make([]segment, 0, len(bones))
	for _, b := range bones {
		s, ok := d.segment(b.From, b.To)
		if !ok {
			return nil
		}
		list = append(list, s)
	}
	return list
}

// warpTo returns where a cell goes that moves with a segment when this becomes t.
func (s segment) warpTo(t segment, x, y float32) (float32, float32) {
	x, y = x-s.x, y-s.y
	long, other := float32(math.Hypot(float64(s.dx), float64(s.dy))), float32(math.Hypot(float64(t.dx), float64(t.dy)))
	if long < 1 || other < 1 { // seen along its axis
		return x + t.x, y + t.y
	}
	along, beside := (x*s.dx+y*s.dy)/long, (x*s.dy-y*s.dx)/long
	if along > 0 && along < long { // what lies beyond the ends is not stretched
		along *= other / long
	} else if along >= long {
		along += other - long
	}
	grows := t.cellsPerMM / s.cellsPerMM
	ux, uy := t.dx/other, t.dy/other
	return t.x + along*ux + grows*beside*uy, t.y + along*uy - grows*beside*ux
}
