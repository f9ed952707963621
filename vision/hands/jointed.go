package hands

import (
	"math"

	"draughtsman/calibration"
)

// Bone is the axis of a straight part of an arm, board mm.
type Bone struct{ From, To calibration.BoardPoint }

// Shape is the axes of an arm's parts while its tool is at a place, in the same order
// everywhere; none where the tool cannot be. How thick the parts are is not its affair.
type Shape func(tool calibration.BoardPoint) []Bone

// jointed are the parts of an arm whose axes are known: what is seen beside an
// axis goes with it.
func jointed(shape Shape) parts {
	return func(w *Watch, from, to calibration.BoardPoint) mover {
		before, after := w.sticks(shape(from)), w.sticks(shape(to))
		if len(before) == 0 || len(before) != len(after) {
			return nil
		}
		return func(x, y float32, _ ways, to func(x, y float32, way int)) {
			const alike = 3 // cells, by which another part may be as near
			nearest := float32(math.Inf(1))
			for _, s := range before {
				nearest = min(nearest, s.away(x, y))
			}
			for i, s := range before {
				if s.away(x, y) <= nearest+alike {
					u, v := s.carry(after[i], x, y)
					to(u, v, 0)
				}
			}
		}
	}
}

// sticks are bones as the camera sees them; none where it does not see all.
func (w *Watch) sticks(bones []Bone) []stick {
	list := make([]stick, 0, len(bones))
	for _, b := range bones {
		s, ok := w.stick(b.From, b.To)
		if !ok {
			return nil
		}
		list = append(list, s)
	}
	return list
}

// carry is where a cell goes that moves with a stick to where that is another.
func (s stick) carry(t stick, x, y float32) (float32, float32) {
	x, y = x-s.x, y-s.y
	long, other := float32(math.Hypot(float64(s.dx), float64(s.dy))), float32(math.Hypot(float64(t.dx), float64(t.dy)))
	if long < 1 || other < 1 { // seen from its end
		return x + t.x, y + t.y
	}
	along, beside := (x*s.dx+y*s.dy)/long, (x*s.dy-y*s.dx)/long
	if along > 0 && along < long { // beyond its ends it is no longer and no shorter
		along *= other / long
	} else if along >= long {
		along += other - long
	}
	grows := t.perMM / s.perMM
	ux, uy := t.dx/other, t.dy/other
	return t.x + along*ux + grows*beside*uy, t.y + along*uy - grows*beside*ux
}
