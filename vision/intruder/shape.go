package intruder

import (
	"math"
	"slices"

	"draughtsman/calibration"
)

// Bone is the axis of a straight part of an arm, board mm.
type Bone struct{ From, To calibration.BoardPoint }

// Shape is the axes of an arm's parts while its tool is at a place. How thick the
// parts are is not its affair.
type Shape func(tool calibration.BoardPoint) []Bone

// Along a bone its thickness is learnt in so many sections; the last one is all of
// the rest.
const (
	sections  = 8
	longest   = 8 // bones
	sectionMM = 30.0
	restMM    = 60.0 // the pieces in which the rest is projected
	thickest  = 100  // mm from an axis: what is seen farther away only touches the arm
)

// stick is a piece of a bone in the picture, in cells.
type stick struct {
	x, y, dx, dy float32
	perMM        float32 // cells a millimetre there
	section      int     // counted over all bones
}

// away is how far a cell's middle is from the stick, in cells.
func (s stick) away(x, y float32) float32 {
	x, y = x-s.x, y-s.y
	if long := s.dx*s.dx + s.dy*s.dy; long > 0 {
		k := min(max((x*s.dx+y*s.dy)/long, 0), 1)
		x, y = x-k*s.dx, y-k*s.dy
	}
	return float32(math.Sqrt(float64(x*x + y*y)))
}

// sticks are the bones as the camera sees them. What it cannot see is left out.
func (w *Watch) sticks(bones []Bone) []stick {
	var list []stick
	for i, b := range bones[:min(longest, len(bones))] {
		long := math.Hypot(math.Hypot(b.To.X-b.From.X, b.To.Y-b.From.Y), b.To.Z-b.From.Z)
		for section, from := 0, 0.0; from < long; section++ {
			to := from + sectionMM
			if section >= sections {
				to = from + restMM
			}
			to = min(to, long)
			if s, ok := w.stick(b.at(from/long), b.at(to/long)); ok {
				s.section = i*sections + min(section, sections-1)
				list = append(list, s)
			}
			from = to
		}
	}
	return list
}

func (b Bone) at(k float64) calibration.BoardPoint {
	return calibration.BoardPoint{X: b.From.X + k*(b.To.X-b.From.X), Y: b.From.Y + k*(b.To.Y-b.From.Y), Z: b.From.Z + k*(b.To.Z-b.From.Z)}
}

func (w *Watch) stick(from, to calibration.BoardPoint) (stick, bool) {
	const span = 10 // mm
	p := w.camera.ProjectAll([]calibration.BoardPoint{from, to,
		{X: from.X + span, Y: from.Y, Z: from.Z}, {X: from.X, Y: from.Y + span, Z: from.Z}, {X: from.X, Y: from.Y, Z: from.Z + span}})
	scale := 0.0
	for _, q := range p[2:] { // the one that is seen least from its end
		scale = max(scale, math.Hypot(q.X-p[0].X, q.Y-p[0].Y)/span)
	}
	a, b := w.cell(p[0]), w.cell(p[1])
	s := stick{x: a[0], y: a[1], dx: b[0] - a[0], dy: b[1] - a[1], perMM: float32(scale / w.wide)}
	for _, v := range []float32{s.x, s.y, s.dx, s.dy, s.perMM} {
		if v != v || v > 1e6 || v < -1e6 {
			return s, false
		}
	}
	return s, s.perMM > 0
}

// cell is where a pixel is among the cells, whose middles are whole numbers.
func (w *Watch) cell(p calibration.Pixel) [2]float32 {
	return [2]float32{float32((p.X+.5)/w.wide - .5), float32((p.Y+.5)/w.high - .5)}
}

// body is a shape, and how thick the watch has seen it.
type body struct {
	shape   Shape
	tints   tints                       // in which it was seen
	radius  [sections * longest]float32 // mm from the axis, by section
	motions int                         // from which they were learnt
}

// spare is how many cells beside what it has looked like an arm may be seen.
const spare = 1.5

// covers marks the cells that an arm with its tool at a place may hide, and in wide
// those that it may hide beside the area, where nothing is learnt. It is false where
// the arm's shape is not known there.
func (b *body) covers(w *Watch, tool calibration.BoardPoint, covered, wide []bool) bool {
	list := w.sticks(b.shape(tool))
	clear(covered)
	clear(wide)
	for _, s := range list {
		inner, outer := b.thick(s.section)*s.perMM+spare, b.outside(s.section)*s.perMM+2*spare
		left, right := min(s.x, s.x+s.dx)-outer, max(s.x, s.x+s.dx)+outer
		top, bottom := min(s.y, s.y+s.dy)-outer, max(s.y, s.y+s.dy)+outer
		for y := max(0, int(top)); y <= min(w.rows-1, int(bottom)); y++ {
			for x := max(0, int(left)); x <= min(w.columns-1, int(right)); x++ {
				i, away := y*w.columns+x, s.away(float32(x), float32(y))
				covered[i] = covered[i] || away <= inner
				wide[i] = wide[i] || away <= outer
			}
		}
	}
	return len(list) > 0
}

// thick is how far from its axis, mm, the arm may be seen. Where that has not been
// learnt it is as thick as anywhere.
func (b *body) thick(section int) float32 {
	if b.radius[section] > 0 {
		return b.radius[section]
	}
	return slices.Max(b.radius[:])
}

// outside is the same beside the area: a part that was never seen in the area may
// be as thick as parts are.
func (b *body) outside(section int) float32 {
	if b.radius[section] > 0 {
		return b.radius[section]
	}
	return thickest
}

// learn takes from pictures, with the arm in its time, how thick it is and in what
// tones it is seen.
func (b *body) learn(w *Watch, looks []look, when timing) {
	const grows = 5 // mm in a motion, where a thickness is known
	radius := make([]float32, sections*longest)
	for _, l := range looks {
		list := w.sticks(b.shape(w.ways[l.way].at(when.into(l.since))))
		if len(list) == 0 {
			continue
		}
		for _, i := range l.seen {
			k, mm := nearest(list, float32(i%w.columns), float32(i/w.columns))
			if mm > thickest {
				continue
			}
			if w.within(l.mask, i) {
				b.tints[l.tints[i]]++
			}
			radius[list[k].section] = max(radius[list[k].section], mm)
		}
	}
	for i, r := range radius {
		if before := b.radius[i]; before > 0 && b.motions > 1 {
			r = min(r, before+grows)
		}
		b.radius[i] = max(b.radius[i], r)
	}
	b.motions++
}

// misfit is how badly an arm whose axes are seen in a picture explains what is
// seen: the fourth powers of the distances, in mm, of the one from the other, so
// that the axes that fit best are those in the middle of what is seen. Away is each
// cell's distance from what is seen.
func (w *Watch) misfit(list []stick, seen []int, away []float32) float64 {
	sum := 0.0
	for _, i := range seen {
		_, mm := nearest(list, float32(i%w.columns), float32(i/w.columns))
		sum += float64(mm * mm * mm * mm)
	}
	const most = 40 // mm: a part may have the table's colour
	back, m := 0.0, 0
	for _, s := range list {
		x, y := int(s.x+s.dx/2+.5), int(s.y+s.dy/2+.5)
		if x < 0 || y < 0 || x >= w.columns || y >= w.rows || !w.inside[y*w.columns+x] {
			continue
		}
		mm := float64(min(away[y*w.columns+x]/s.perMM, most))
		back += mm * mm * mm * mm
		m++
	}
	return sum/float64(max(len(seen), 1)) + back/float64(max(m, 1))
}

// nearest is the stick that is nearest to a cell, and how far it is, mm.
func nearest(list []stick, x, y float32) (int, float32) {
	which, least := 0, float32(math.Inf(1))
	for k, s := range list {
		if d := s.away(x, y) / s.perMM; d < least {
			which, least = k, d
		}
	}
	return which, least
}
