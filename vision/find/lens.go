package find

import (
	"math"
	"math/rand/v2"
)

// bend is a lens's radial distortion with one term, in the prepared picture:
// the point p shows what a pinhole camera would show at c + (p − c)(1 + k·|p − c|²/r²).
type bend struct {
	k      float64
	centre vec     // the picture's
	radius float64 // half its diagonal
}

func (b bend) straighten(p vec) vec {
	d := p.sub(b.centre)
	return b.centre.add(d.times(1 + b.k*d.dot(d)/(b.radius*b.radius)))
}

// distort undoes straighten, by fixed-point iteration.
func (b bend) distort(p vec) vec {
	q := p
	for range 12 {
		d := q.sub(b.centre)
		q = b.centre.add(p.sub(b.centre).times(1 / (1 + b.k*d.dot(d)/(b.radius*b.radius))))
	}
	return q
}

func (b bend) straightened(points []vec) []vec {
	out := make([]vec, len(points))
	for i, p := range points {
		out[i] = b.straighten(p)
	}
	return out
}

// fit is the last and strict fit of a board to its measured crossings.
type fit struct {
	h       homography // squares to straightened pixels
	bend    bend
	inliers []int   // of the measurement
	rms     float64 // of the inliers, in squares
	spread  float64 // how far corners move when a third of the crossings is left out, in squares
}

// corner is a lattice point in the prepared picture.
func (f *fit) corner(n index) vec { return f.bend.distort(f.h.project(n.vec())) }

// fitStrictly fits a homography and, where that explains the crossings clearly
// better, the bend of the lens.
func fitStrictly(p picture, m measurement, w window) (f fit, ok bool) {
	from := vectors(m.nodes)
	f.bend = bend{
		centre: vec{float64(p.width-1) / 2, float64(p.height-1) / 2},
		radius: math.Hypot(float64(p.width), float64(p.height)) / 2,
	}
	threshold := 0.05*m.size + 0.6
	cost := func(k float64) float64 {
		b := f.bend
		b.k = k
		at := b.straightened(m.at)
		h, _, ok := robustFit(from, at, threshold)
		if !ok {
			return math.Inf(1)
		}
		limit, total := 0.07*m.size+0.3, 0.0
		for i := range from {
			r := min(h.project(from[i]).distance(at[i]), limit)
			total += r * r / float64(len(from))
		}
		doubt := 0.006 * m.size * k / 0.1
		return total + doubt*doubt
	}
	if len(from) >= 16 {
		f.bend.k = bestBend(cost)
	}
	at := f.bend.straightened(m.at)
	if f.h, _, ok = robustFit(from, at, threshold); !ok {
		return f, false
	}
	for range 2 {
		off := make([]float64, len(from))
		for i := range from {
			off[i] = f.h.project(from[i]).distance(at[i])
		}
		middle := median(append([]float64(nil), off...))
		limit := max(0.04*m.size+0.4, min(2.5*middle+0.2, 0.08*m.size))
		f.inliers = within(&f.h, from, at, limit)
		if len(f.inliers) < 8 {
			return f, false
		}
		if f.h, ok = fitHomography(pick(from, f.inliers), pick(at, f.inliers)); !ok {
			return f, false
		}
	}
	total := 0.0
	for _, i := range f.inliers {
		r := f.h.project(from[i]).distance(at[i])
		total += r * r
	}
	f.rms = math.Sqrt(total/float64(len(f.inliers))) / m.size
	f.spread = spread(pick(from, f.inliers), pick(at, f.inliers), w.corners()) / m.size
	return f, true
}

// bestBend searches −0.3..0.3 for the bend of least cost, and stays with none
// when that is hardly worse: a bend that is not there moves the corners.
func bestBend(cost func(k float64) float64) float64 {
	straight := cost(0)
	best, least := 0.0, straight
	try := func(k float64) {
		if c := cost(k); c < least {
			best, least = k, c
		}
	}
	for _, k := range []float64{-0.3, -0.2, -0.1, 0.1, 0.2, 0.3} {
		try(k)
	}
	for step := 0.05; step > 0.004; step /= 2 {
		centre := best
		try(centre - step)
		try(centre + step)
	}
	if least < 0.8*straight {
		return best
	}
	return 0
}

// spread is how far the corners scatter about their medians when the homography
// is fitted to random two thirds of the points, px.
func spread(from, at []vec, corners [4]index) float64 {
	random := rand.New(rand.NewPCG(3, 4))
	var xs, ys [4][]float64
	for range 10 {
		var f, t []vec
		for i := range from {
			if random.Float64() < 0.67 {
				f, t = append(f, from[i]), append(t, at[i])
			}
		}
		if len(f) < 6 {
			continue
		}
		h, ok := fitHomography(f, t)
		if !ok {
			continue
		}
		for c, n := range corners {
			q := h.project(n.vec())
			xs[c], ys[c] = append(xs[c], q.x), append(ys[c], q.y)
		}
	}
	if len(xs[0]) < 5 {
		return math.Inf(1)
	}
	worst := 0.0
	for c := range corners {
		total := 0.0
		mx, my := median(append([]float64(nil), xs[c]...)), median(append([]float64(nil), ys[c]...))
		for i := range xs[c] {
			total += math.Hypot(xs[c][i]-mx, ys[c][i]-my)
		}
		worst = max(worst, total/float64(len(xs[c])))
	}
	return worst
}

// corners of a window, in order around it.
func (w window) corners() [4]index {
	o, n := w.origin, w.squares
	return [4]index{o, {o.column + n, o.row}, {o.column + n, o.row + n}, {o.column, o.row + n}}
}
