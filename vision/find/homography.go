package find

import "math"

// vec is a point or a direction in the prepared picture (pixels) or on the
// lattice (squares).
type vec struct{ x, y float64 }

func (a vec) add(b vec) vec              { return vec{a.x + b.x, a.y + b.y} }
func (a vec) sub(b vec) vec              { return vec{a.x - b.x, a.y - b.y} }
func (a vec) times(f float64) vec        { return vec{a.x * f, a.y * f} }
func (a vec) length() float64            { return math.Hypot(a.x, a.y) }
func (a vec) distance(b vec) float64     { return math.Hypot(a.x-b.x, a.y-b.y) }
func (a vec) dot(b vec) float64          { return a.x*b.x + a.y*b.y }
func (a vec) cross(b vec) float64        { return a.x*b.y - a.y*b.x }
func node(column, row int) vec           { return vec{float64(column), float64(row)} }
func centroid(points []vec) (middle vec) { return sum(points).times(1 / float64(len(points))) }

func sum(points []vec) (total vec) {
	for _, p := range points {
		total = total.add(p)
	}
	return total
}

// homography maps the plane of a board (squares) to a picture (pixels): a 3×3
// matrix by rows, scaled so that points in front of the camera have a positive
// third coordinate.
type homography [9]float64

// at maps a point; ok is false when it lies behind the camera.
func (h *homography) at(p vec) (q vec, ok bool) {
	w := h[6]*p.x + h[7]*p.y + h[8]
	if w <= 1e-9 {
		return vec{}, false
	}
	return vec{(h[0]*p.x + h[1]*p.y + h[2]) / w, (h[3]*p.x + h[4]*p.y + h[5]) / w}, true
}

// project maps a point that is known to lie in front of the camera.
func (h *homography) project(p vec) vec {
	q, ok := h.at(p)
	if !ok {
		return vec{math.Inf(1), math.Inf(1)}
	}
	return q
}

// inverse maps back, by the adjugate; ok is false for a degenerate one. For
// points in front of the camera the inverse's third coordinate is positive.
func (h *homography) inverse() (inv homography, ok bool) {
	inv = homography{
		h[4]*h[8] - h[5]*h[7], h[2]*h[7] - h[1]*h[8], h[1]*h[5] - h[2]*h[4],
		h[5]*h[6] - h[3]*h[8], h[0]*h[8] - h[2]*h[6], h[2]*h[3] - h[0]*h[5],
		h[3]*h[7] - h[4]*h[6], h[1]*h[6] - h[0]*h[7], h[0]*h[4] - h[1]*h[3],
	}
	det := h[0]*inv[0] + h[1]*inv[3] + h[2]*inv[6]
	if math.Abs(det) < 1e-12 || math.IsNaN(det) {
		return inv, false
	}
	for i := range inv {
		inv[i] /= det
	}
	return inv, true
}

// rescaled maps to the same picture prepared at another scale.
func (h homography) rescaled(from, to float64) homography {
	by := to / from
	shift := 0.5*by - 0.5 // pixels are counted from the centre of the first
	for c := range 3 {
		h[c] = by*h[c] + shift*h[6+c]
		h[3+c] = by*h[3+c] + shift*h[6+c]
	}
	return h
}

// stretched maps to the picture made so many times taller.
func (h homography) stretched(by float64) homography {
	shift := 0.5*by - 0.5 // pixel y is taller pixel by·(y + ½) − ½
	for c := range 3 {
		h[3+c] = by*h[3+c] + shift*h[6+c]
	}
	return h
}

// cellSize is the shorter of a square's two mean sides about a lattice point, px.
func (h *homography) cellSize(p vec) float64 {
	across := h.project(p.add(vec{0.5, 0})).distance(h.project(p.sub(vec{0.5, 0})))
	along := h.project(p.add(vec{0, 0.5})).distance(h.project(p.sub(vec{0, 0.5})))
	return min(across, along)
}

// narrowness is how much narrower than long a circle about a lattice point is seen: the cosine of the angle
// between the line of sight and the plane's normal, but for what a wide lens stretches at its edges.
func (h *homography) narrowness(p vec) float64 {
	a := h.project(p.add(vec{0.5, 0})).sub(h.project(p.sub(vec{0.5, 0})))
	b := h.project(p.add(vec{0, 0.5})).sub(h.project(p.sub(vec{0, 0.5})))
	// The axes of the ellipse are the singular values of (a b): their squares have this sum and product.
	total, area := a.dot(a)+b.dot(b), a.cross(b)
	root := math.Sqrt(max(total*total-4*area*area, 0))
	return math.Sqrt(max(total-root, 0) / (total + root))
}

// fromUnitSquare maps (0,0), (1,0), (1,1), (0,1) to a quadrilateral; see
// P. Heckbert, Fundamentals of Texture Mapping and Image Warping (1989), 2.2.2.
func fromUnitSquare(q [4]vec) homography {
	d1, d2 := q[1].sub(q[2]), q[3].sub(q[2])
	d3 := q[0].sub(q[1]).add(q[2]).sub(q[3])
	den := d1.cross(d2)
	if math.Abs(den) < 1e-9 {
		den = 1e-9
	}
	g, h := d3.cross(d2)/den, d1.cross(d3)/den
	return homography{
		q[1].x - q[0].x + g*q[1].x, q[3].x - q[0].x + h*q[3].x, q[0].x,
		q[1].y - q[0].y + g*q[1].y, q[3].y - q[0].y + h*q[3].y, q[0].y,
		g, h, 1,
	}
}

// fitHomography is the least-squares map of four or more lattice points to
// picture points: the direct linear transform on normalised points (R. Hartley,
// IEEE PAMI 19, 1997, page 580), reweighted so that distances
// in the picture are minimised and not algebraic ones. ok is false when the
// points do not determine it.
func fitHomography(from, to []vec) (h homography, ok bool) {
	if len(from) < 4 {
		return h, false
	}
	cf, sf := normalisation(from)
	ct, st := normalisation(to)
	if sf == 0 || st == 0 {
		return h, false
	}
	var x [8]float64
	rounds := 3
	if len(from) == 4 {
		rounds = 1 // exact: no residual to weigh
	}
	for round := range rounds {
		var a [8][9]float64 // normal equations, right-hand side last
		for i := range from {
			p, q := from[i].sub(cf).times(sf), to[i].sub(ct).times(st)
			weight := 1.0
			if round > 0 {
				w := x[6]*p.x + x[7]*p.y + 1
				if w < 1e-3 {
					return h, false
				}
				weight = 1 / (w * w)
			}
			rx := [9]float64{p.x, p.y, 1, 0, 0, 0, -q.x * p.x, -q.x * p.y, q.x}
			ry := [9]float64{0, 0, 0, p.x, p.y, 1, -q.y * p.x, -q.y * p.y, q.y}
			for r := range 8 {
				fx, fy := weight*rx[r], weight*ry[r]
				for c := r; c < 9; c++ {
					a[r][c] += fx*rx[c] + fy*ry[c]
				}
			}
		}
		for r := range 8 {
			for c := range r {
				a[r][c] = a[c][r]
			}
		}
		if !solve(&a, &x) {
			return h, false
		}
	}
	n := homography{x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], 1}
	// Undo the normalisation: to = (n(from) / st) + ct.
	var m homography
	for c := range 3 {
		m[c] = n[c]/st + ct.x*n[6+c]
		m[3+c] = n[3+c]/st + ct.y*n[6+c]
		m[6+c] = n[6+c]
	}
	for r := 0; r < 9; r += 3 {
		m[r+2] -= sf * (m[r]*cf.x + m[r+1]*cf.y)
		m[r] *= sf
		m[r+1] *= sf
	}
	return m, true
}

// normalisation is the shift and scale that give points a mean of zero and a
// mean distance of √2 from it.
func normalisation(points []vec) (centre vec, scale float64) {
	centre = centroid(points)
	total := 0.0
	for _, p := range points {
		total += p.distance(centre)
	}
	if total == 0 {
		return centre, 0
	}
	return centre, math.Sqrt2 * float64(len(points)) / total
}

// solve solves eight equations by elimination with pivoting.
func solve(a *[8][9]float64, x *[8]float64) bool {
	for c := range 8 {
		best := c
		for r := c + 1; r < 8; r++ {
			if math.Abs(a[r][c]) > math.Abs(a[best][c]) {
				best = r
			}
		}
		if math.Abs(a[best][c]) < 1e-12 {
			return false
		}
		a[c], a[best] = a[best], a[c]
		for r := c + 1; r < 8; r++ {
			f := a[r][c] / a[c][c]
			for k := c; k < 9; k++ {
				a[r][k] -= f * a[c][k]
			}
		}
	}
	for c := 7; c >= 0; c-- {
		v := a[c][8]
		for k := c + 1; k < 8; k++ {
			v -= a[c][k] * x[k]
		}
		x[c] = v / a[c][c]
	}
	return true
}
