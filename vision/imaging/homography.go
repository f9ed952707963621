package imaging

import "math"

// Homography maps a plane to a picture: a 3×3 matrix by rows, scaled so that points in front of the camera have a
// positive third coordinate.
type Homography [9]float64

// At maps a point; ok is false when it lies behind the camera.
func (h *Homography) At(p Point) (q Point, ok bool) {
	w := h[6]*p.X + h[7]*p.Y + h[8]
	if w <= 1e-9 {
		return Point{}, false
	}
	return Point{(h[0]*p.X + h[1]*p.Y + h[2]) / w, (h[3]*p.X + h[4]*p.Y + h[5]) / w}, true
}

// Project maps a point that is known to lie in front of the camera.
func (h *Homography) Project(p Point) Point {
	q, ok := h.At(p)
	if !ok {
		return Point{math.Inf(1), math.Inf(1)}
	}
	return q
}

// Inverse maps back, by the adjugate; ok is false for a degenerate one. For points in front of the camera the
// inverse's third coordinate is positive.
func (h *Homography) Inverse() (inv Homography, ok bool) {
	inv = Homography{
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

// Rescaled is the homography to the same picture at another scale; from and to are pixels for each pixel of the
// stored picture.
func (h Homography) Rescaled(from, to float64) Homography {
	by := to / from
	shift := 0.5*by - 0.5 // pixels are counted from the centre of the first
	for c := range 3 {
		h[c] = by*h[c] + shift*h[6+c]
		h[3+c] = by*h[3+c] + shift*h[6+c]
	}
	return h
}

// Stretched is the homography to the picture made so many times taller.
func (h Homography) Stretched(by float64) Homography {
	shift := 0.5*by - 0.5 // pixel y is taller pixel by·(y + ½) − ½
	for c := range 3 {
		h[3+c] = by*h[3+c] + shift*h[6+c]
	}
	return h
}

// CellSize is the shorter of the two mean sides of a unit square about a point, px.
func (h *Homography) CellSize(p Point) float64 {
	across, along := h.axes(p)
	return min(across.Length(), along.Length())
}

// axes are the sides of a unit square about a point, px.
func (h *Homography) axes(p Point) (across, along Point) {
	return h.Project(p.Plus(Point{0.5, 0})).Minus(h.Project(p.Minus(Point{0.5, 0}))),
		h.Project(p.Plus(Point{0, 0.5})).Minus(h.Project(p.Minus(Point{0, 0.5})))
}

// Narrowness is how much narrower than long a circle about a point is seen: the cosine of the angle between the line
// of sight and the plane's normal, but for what a wide lens stretches at its edges.
func (h *Homography) Narrowness(p Point) float64 {
	a, b := h.axes(p)
	// The axes of the ellipse are the singular values of (a b): their squares have this sum and product.
	total, area := a.Dot(a)+b.Dot(b), a.Cross(b)
	root := math.Sqrt(max(total*total-4*area*area, 0))
	return math.Sqrt(max(total-root, 0) / (total + root))
}

// FromSquare maps (0,0), (side,0), (side,side), (0,side) to a quadrilateral (P. Heckbert, Fundamentals of Texture
// Mapping and Image Warping, 1989, 2.2.2); ok is false where three of the four points lie on a line.
func FromSquare(q [4]Point, side float64) (_ Homography, ok bool) {
	d1, d2 := q[1].Minus(q[2]), q[3].Minus(q[2])
	d3 := q[0].Minus(q[1]).Plus(q[2]).Minus(q[3])
	den := d1.Cross(d2)
	if ok = math.Abs(den) >= 1e-9; !ok {
		den = 1e-9
	}
	g, h := d3.Cross(d2)/den, d1.Cross(d3)/den
	return Homography{
		(q[1].X - q[0].X + g*q[1].X) / side, (q[3].X - q[0].X + h*q[3].X) / side, q[0].X,
		(q[1].Y - q[0].Y + g*q[1].Y) / side, (q[3].Y - q[0].Y + h*q[3].Y) / side, q[0].Y,
		g / side, h / side, 1,
	}, ok
}

// FitHomography is the least-squares map of four or more points of a plane to points of a picture: the direct linear
// transform on normalised points (R. Hartley, IEEE PAMI 19, 1997, page 580), reweighted so that distances in the
// picture are minimised and not algebraic ones. ok is false when the points do not determine it.
func FitHomography(from, to []Point) (h Homography, ok bool) {
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
			p, q := from[i].Minus(cf).Times(sf), to[i].Minus(ct).Times(st)
			weight := 1.0
			if round > 0 {
				w := x[6]*p.X + x[7]*p.Y + 1
				if w < 1e-3 {
					return h, false
				}
				weight = 1 / (w * w)
			}
			rx := [9]float64{p.X, p.Y, 1, 0, 0, 0, -q.X * p.X, -q.X * p.Y, q.X}
			ry := [9]float64{0, 0, 0, p.X, p.Y, 1, -q.Y * p.X, -q.Y * p.Y, q.Y}
			for r := range 8 {
				fx, fy := weight*rx[r], weight*ry[r]
				for c := r; c < 9; c++ {
					a[r][c] += fx*rx[c] + fy*ry[c]
				}
			}
		}
		var rows [8 * 9]float64
		for r := range 8 {
			for c := range 9 {
				rows[9*r+c] = a[min(r, c)][max(r, c)]
			}
		}
		if !Solve(rows[:], x[:]) {
			return h, false
		}
	}
	n := Homography{x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], 1}
	// Undo the normalisation: to = (n(from) / st) + ct.
	var m Homography
	for c := range 3 {
		m[c] = n[c]/st + ct.X*n[6+c]
		m[3+c] = n[3+c]/st + ct.Y*n[6+c]
		m[6+c] = n[6+c]
	}
	for r := 0; r < 9; r += 3 {
		m[r+2] -= sf * (m[r]*cf.X + m[r+1]*cf.Y)
		m[r] *= sf
		m[r+1] *= sf
	}
	return m, true
}

// normalisation is the shift and scale that give points a mean of zero and a mean distance of √2 from it.
func normalisation(points []Point) (centre Point, scale float64) {
	centre = centroid(points)
	total := 0.0
	for _, p := range points {
		total += p.Distance(centre)
	}
	if total == 0 {
		return centre, 0
	}
	return centre, math.Sqrt2 * float64(len(points)) / total
}
