package boards

import (
	"math"
)

// hit is where a ray meets a surface first.
type hit struct {
	t      float64 // lengths of the ray's direction
	normal vec     // towards the side that the ray comes from
	body   *solid  // nil: the table's plane
	side   bool    // of a body, not its top
}

// solid is a body in a scene with depth: turned about an upright axis, a rod with round ends, or a box.
type solid struct {
	foot    vec  // of the axis; one end of a rod; the least corner of a box
	profile []rz // nil: no turned body
	end     vec  // the other end of a rod, the greatest corner of a box
	radius  float64
	box     bool
	top     float64 // the highest point
	reach   float64 // how far it goes from the middle of its footprint
	middle  point
	skin    skin
}

// turned is a body of a profile that stands at a place.
func turned(foot vec, profile []rz, s skin) solid {
	b := solid{foot: foot, profile: profile, skin: s, middle: point{foot.x, foot.y}}
	for _, p := range profile {
		b.reach, b.top = max(b.reach, p.r), max(b.top, foot.z+p.z)
	}
	return b
}

// rod goes from one place to another with round ends.
func rod(from, to vec, radius float64, s skin) solid {
	return solid{foot: from, end: to, radius: radius, skin: s, top: max(from.z, to.z) + radius,
		middle: point{(from.x + to.x) / 2, (from.y + to.y) / 2},
		reach:  math.Hypot(to.x-from.x, to.y-from.y)/2 + radius}
}

// block is a box between two corners.
func block(low, high vec, s skin) solid {
	return solid{foot: low, end: high, box: true, skin: s, top: high.z,
		middle: point{(low.x + high.x) / 2, (low.y + high.y) / 2},
		reach:  math.Hypot(high.x-low.x, high.y-low.y) / 2}
}

// meet moves a hit nearer if the ray meets the body before it.
func (b *solid) meet(from, d vec, h *hit) {
	switch {
	case b.profile != nil:
		b.meetTurned(from, d, h)
	case b.box:
		b.meetBox(from, d, h)
	default:
		b.meetRod(from, d, h)
	}
}

const nearest = 1e-4 // of a hit, so that a surface does not hide itself

func (b *solid) meetTurned(from, d vec, h *hit) {
	o := from.minus(b.foot)
	// Within the upright cylinder around it?
	a, half, c := d.x*d.x+d.y*d.y, o.x*d.x+o.y*d.y, o.x*o.x+o.y*o.y-b.reach*b.reach
	if a < 1e-12 {
		if c > 0 {
			return
		}
	} else if half*half < a*c {
		return
	}
	for i := 1; i < len(b.profile); i++ {
		p, q := b.profile[i-1], b.profile[i]
		if rise := q.z - p.z; math.Abs(rise) < 1e-9 { // a ring
			if math.Abs(d.z) < 1e-12 {
				continue
			}
			t := (p.z - o.z) / d.z
			x, y := o.x+t*d.x, o.y+t*d.y
			r := x*x + y*y
			low, high := min(p.r, q.r), max(p.r, q.r)
			if t > nearest && t < h.t && r >= low*low && r <= high*high {
				*h = hit{t: t, normal: vec{0, 0, -math.Copysign(1, d.z)}, body: b}
			}
			continue
		}
		m := (q.r - p.r) / (q.z - p.z)
		r0 := p.r + m*(o.z-p.z) // the radius of the cone at the ray's height
		a := d.x*d.x + d.y*d.y - m*m*d.z*d.z
		half := o.x*d.x + o.y*d.y - m*d.z*r0
		c := o.x*o.x + o.y*o.y - r0*r0
		var ts [2]float64
		if math.Abs(a) < 1e-12 {
			if half == 0 {
				continue
			}
			ts[0] = -c / (2 * half)
			ts[1] = ts[0]
		} else {
			root := half*half - a*c
			if root < 0 {
				continue
			}
			root = math.Sqrt(root)
			ts = [2]float64{(-half - root) / a, (-half + root) / a}
		}
		low, high := min(p.z, q.z), max(p.z, q.z)
		for _, t := range ts {
			z := o.z + t*d.z
			if t <= nearest || t >= h.t || z < low || z > high || r0+m*t*d.z < 0 {
				continue
			}
			x, y := o.x+t*d.x, o.y+t*d.y
			r := math.Hypot(x, y)
			n := vec{x / max(r, 1e-9), y / max(r, 1e-9), -m}.unit()
			if n.dot(d) > 0 {
				n = n.times(-1)
			}
			*h = hit{t: t, normal: n, body: b, side: math.Abs(n.z) < 0.5}
		}
	}
}

func (b *solid) meetRod(from, d vec, h *hit) {
	axis := b.end.minus(b.foot)
	o := from.minus(b.foot)
	long, da, oa := axis.dot(axis), axis.dot(d), axis.dot(o)
	dd := d.dot(d)
	take := func(t, at float64) {
		if t > nearest && t < h.t {
			p := o.along(d, t)
			n := p.minus(axis.times(at)).unit()
			if n.dot(d) < 0 {
				*h = hit{t: t, normal: n, body: b}
			}
		}
	}
	a, half, c := long*dd-da*da, long*o.dot(d)-da*oa, long*o.dot(o)-oa*oa-b.radius*b.radius*long
	if root := half*half - a*c; root >= 0 && a > 1e-12 {
		t := (-half - math.Sqrt(root)) / a
		if at := (oa + t*da) / long; at >= 0 && at <= 1 {
			take(t, at)
			return
		}
	}
	for at := range 2 { // the round ends
		e := o.minus(axis.times(float64(at)))
		half, c := e.dot(d), e.dot(e)-b.radius*b.radius
		if root := half*half - dd*c; root >= 0 {
			take((-half-math.Sqrt(root))/dd, float64(at))
		}
	}
}

func (b *solid) meetBox(from, d vec, h *hit) {
	near, far, axis := nearest, h.t, -1
	for k := range 3 {
		o, v, low, high := from.axis(k), d.axis(k), b.foot.axis(k), b.end.axis(k)
		if math.Abs(v) < 1e-12 {
			if o < low || o > high {
				return
			}
			continue
		}
		t0, t1 := (low-o)/v, (high-o)/v
		if t0 > t1 {
			t0, t1 = t1, t0
		}
		if t0 > near {
			near, axis = t0, k
		}
		if far = min(far, t1); near >= far {
			return
		}
	}
	if axis < 0 {
		return
	}
	n := vec{}
	switch s := -math.Copysign(1, d.axis(axis)); axis {
	case 0:
		n.x = s
	case 1:
		n.y = s
	default:
		n.z = s
	}
	*h = hit{t: near, normal: n, body: b, side: axis != 2}
}

func (a vec) axis(k int) float64 { return [3]float64{a.x, a.y, a.z}[k] }

// world is all that light falls on: the table's plane and bodies on it, found by the squares that they stand over.
type world struct {
	bodies []solid
	half   float64   // cells reach so far from the middle, squares
	across int       // cells along an edge
	cells  [][]int32 // the bodies over each cell of half a square
	far    []int32   // those that go beyond all cells
	top    float64   // of the highest body
}

const cellsASquare = 2

func newWorld(bodies []solid, half float64) *world {
	w := &world{bodies: bodies, half: half, across: int(math.Ceil(2 * half * cellsASquare))}
	w.cells = make([][]int32, w.across*w.across)
	for i := range bodies {
		b := &bodies[i]
		w.top = max(w.top, b.top)
		x0, y0 := w.cell(b.middle.x-b.reach), w.cell(b.middle.y-b.reach)
		x1, y1 := w.cell(b.middle.x+b.reach), w.cell(b.middle.y+b.reach)
		if x0 < 0 || y0 < 0 || x1 >= w.across || y1 >= w.across {
			w.far = append(w.far, int32(i))
			continue
		}
		for y := y0; y <= y1; y++ {
			for x := x0; x <= x1; x++ {
				w.cells[y*w.across+x] = append(w.cells[y*w.across+x], int32(i))
			}
		}
	}
	return w
}

func (w *world) cell(v float64) int { return int(math.Floor((v + w.half) * cellsASquare)) }

// first is what a ray meets before so many lengths of it; the table's plane is met from above.
func (w *world) first(from, d vec, most float64) (h hit, ok bool) {
	h.t = most
	if d.z < 0 {
		if t := -from.z / d.z; t > nearest && t < h.t {
			h = hit{t: t, normal: vec{0, 0, 1}}
		}
	}
	w.walk(from, d, &h, false)
	return h, h.t < most
}

// free says that nothing is on the way.
func (w *world) free(from, d vec, most float64) bool {
	h := hit{t: most}
	w.walk(from, d, &h, true)
	return h.t >= most
}

// walk goes along a ray from cell to cell as long as it is below the highest body.
func (w *world) walk(from, d vec, h *hit, any bool) {
	most := h.t
	for _, i := range w.far {
		if w.bodies[i].meet(from, d, h); any && h.t < most {
			return
		}
	}
	begin, end := 0.0, h.t
	if d.z < -1e-9 { // from above: it enters the layer in which bodies are
		begin = max(begin, (w.top-from.z)/d.z)
	} else if d.z > 1e-9 {
		end = min(end, (w.top-from.z)/d.z)
	}
	for k := range 2 { // within the square of cells
		o, v := from.axis(k), d.axis(k)
		if math.Abs(v) < 1e-12 {
			if math.Abs(o) >= w.half {
				return
			}
			continue
		}
		t0, t1 := (-w.half-o)/v, (w.half-o)/v
		begin, end = max(begin, min(t0, t1)), min(end, max(t0, t1))
	}
	if begin >= end {
		return
	}
	p := from.along(d, begin+1e-9)
	x, y := min(max(w.cell(p.x), 0), w.across-1), min(max(w.cell(p.y), 0), w.across-1)
	stepX, nextX, deltaX := march(from.x, d.x, x, w.half)
	stepY, nextY, deltaY := march(from.y, d.y, y, w.half)
	for {
		for _, i := range w.cells[y*w.across+x] {
			if w.bodies[i].meet(from, d, h); any && h.t < most {
				return
			}
		}
		leave := min(nextX, nextY)
		if leave >= end || h.t <= leave {
			return
		}
		if nextX < nextY {
			x, nextX = x+stepX, nextX+deltaX
		} else {
			y, nextY = y+stepY, nextY+deltaY
		}
		if x < 0 || y < 0 || x >= w.across || y >= w.across {
			return
		}
	}
}

// march is which way a ray goes through cells along an axis, where it leaves the first, and how long it is in each.
func march(o, v float64, cell int, half float64) (step int, next, delta float64) {
	switch {
	case v > 1e-12:
		return 1, (float64(cell+1)/cellsASquare - half - o) / v, 1 / (v * cellsASquare)
	case v < -1e-12:
		return -1, (float64(cell)/cellsASquare - half - o) / v, -1 / (v * cellsASquare)
	}
	return 0, math.Inf(1), math.Inf(1)
}
