package detect

import (
	"math"
	"math/rand/v2"

	"draughtsman/vision/imaging"
)

// bend is a lens's radial distortion with one term, in the prepared picture:
// the point p shows what a pinhole camera would show at c + (p − c)(1 + k·|p − c|²/r²).
type bend struct {
	k      float64
	centre imaging.Point // the picture's
	radius float64       // half its diagonal
}

func (b bend) straighten(p imaging.Point) imaging.Point {
	d := p.Minus(b.centre)
	return b.centre.Plus(d.Times(1 + b.k*d.Dot(d)/(b.radius*b.radius)))
}

// distort undoes straighten, by Newton's method on the distance from the centre.
func (b bend) distort(p imaging.Point) imaging.Point {
	d := p.Minus(b.centre)
	straight := d.Length() / b.radius
	if straight == 0 {
		return p
	}
	bent := straight
	for range 12 {
		slope := 1 + 3*b.k*bent*bent
		if slope < 0.1 {
			break // where the model folds back: far outside of any picture
		}
		bent -= (bent*(1+b.k*bent*bent) - straight) / slope
	}
	return b.centre.Plus(d.Times(bent / straight))
}

func (b bend) straightened(points []imaging.Point) []imaging.Point {
	out := make([]imaging.Point, len(points))
	for i, p := range points {
		out[i] = b.straighten(p)
	}
	return out
}

// fit is the last and strict fit of a board to its measured crossings.
type fit struct {
	h       imaging.Homography // squares to straightened pixels
	bend    bend
	inliers []int   // of the measurement
	rms     float64 // of the inliers, in squares
	spread  float64 // how far corners move when a third of the crossings is left out, in squares
}

// corner is a lattice point in the prepared picture.
func (f *fit) corner(n index) imaging.Point { return f.bend.distort(f.h.Project(n.vec())) }

// fitStrictly fits a homography and, where the crossings tell of one, the bend of the lens.
func fitStrictly(p picture, m measurement, w window) (f fit, ok bool) {
	from := vectors(m.nodes)
	f.bend = bend{
		centre: imaging.Pt(float64(p.Width-1)/2, float64(p.Height-1)/2),
		radius: math.Hypot(float64(p.Width), float64(p.Height)) / 2,
	}
	f.bend.k, ok = roughBend(f.bend, from, m.at, 0.05*m.size+0.6)
	if !ok {
		return f, false
	}
	at := f.bend.straightened(m.at)
	if f.h, f.inliers, ok = robustFit(from, at, 0.05*m.size+0.6); !ok {
		return f, false
	}
	for range 3 {
		f.inliers = within(&f.h, from, at, min(4.5*medianResidual(&f.h, from, at)+0.1, 0.08*m.size))
		if len(f.inliers) < 8 {
			return f, false
		}
		f.bend.k = fineBend(f.bend, pick(from, f.inliers), pick(m.at, f.inliers))
		at = f.bend.straightened(m.at)
		if f.h, ok = imaging.FitHomography(pick(from, f.inliers), pick(at, f.inliers)); !ok {
			return f, false
		}
	}
	inner, seen := pick(from, f.inliers), pick(at, f.inliers)
	f.rms = math.Sqrt(squares(&f.h, inner, seen)/float64(len(inner))) / m.size
	f.spread = spread(inner, seen, w.corners()) / m.size
	return f, true
}

// roughBend tries bends in steps and is that with which most crossings fit a
// homography best; ok is false when they fit none.
func roughBend(b bend, from, at []imaging.Point, threshold float64) (k float64, ok bool) {
	if len(from) < fewestForBend {
		return 0, true
	}
	least := math.Inf(1)
	for _, b.k = range []float64{0, -0.1, 0.1, -0.2, 0.2, -0.3, 0.3} {
		straight := b.straightened(at)
		h, _, fitted := robustFit(from, straight, threshold)
		if !fitted {
			continue
		}
		total := 0.0
		for i := range from {
			r := min(h.Project(from[i]).Distance(straight[i]), threshold)
			total += r * r
		}
		if b.k != 0 {
			total *= 1.05 // of equals, the straight one
		}
		if total < least {
			least, k, ok = total, b.k, true
		}
	}
	return k, ok
}

// fineBend is the most probable bend near a rough one for crossings without
// outliers: least squares against what lenses usually have, so that a board which
// tells little of the bend is given little of one.
func fineBend(b bend, from, at []imaging.Point) float64 {
	if len(from) < fewestForBend {
		return b.k
	}
	residual := func(k float64) float64 {
		c := b
		c.k = k
		straight := c.straightened(at)
		h, ok := imaging.FitHomography(from, straight)
		if !ok {
			return math.Inf(1)
		}
		return squares(&h, from, straight)
	}
	// The noise of one coordinate; a tenth of a pixel at least.
	freedom := float64(2*len(from) - 9)
	variance := max(residual(b.k)/freedom, 0.01)
	cost := func(k float64) float64 { return residual(k)/variance + k*k/(usualBend*usualBend) }
	best, least := b.k, cost(b.k)
	for step := 0.05; step > finestBend; step /= 2 {
		for _, k := range []float64{best - step, best + step} {
			if c := cost(k); c < least {
				best, least = k, c
			}
		}
	}
	return best
}

// squares are the sum of squared distances, px².
func squares(h *imaging.Homography, from, at []imaging.Point) float64 {
	total := 0.0
	for i := range from {
		d := h.Project(from[i]).Minus(at[i])
		total += d.Dot(d)
	}
	return total
}

// medianResidual is the median distance, px.
func medianResidual(h *imaging.Homography, from, at []imaging.Point) float64 {
	off := make([]float64, len(from))
	for i := range from {
		off[i] = h.Project(from[i]).Distance(at[i])
	}
	return imaging.Median(off)
}

// spread is how far the corners scatter about their medians when the homography
// is fitted to random two thirds of the points, px.
func spread(from, at []imaging.Point, corners [4]index) float64 {
	random := rand.New(rand.NewPCG(3, 4))
	var xs, ys [4][]float64
	for range 10 {
		var f, t []imaging.Point
		for i := range from {
			if random.Float64() < 0.67 {
				f, t = append(f, from[i]), append(t, at[i])
			}
		}
		if len(f) < 6 {
			continue
		}
		h, ok := imaging.FitHomography(f, t)
		if !ok {
			continue
		}
		for c, n := range corners {
			q := h.Project(n.vec())
			xs[c], ys[c] = append(xs[c], q.X), append(ys[c], q.Y)
		}
	}
	if len(xs[0]) < 5 {
		return math.Inf(1)
	}
	worst := 0.0
	for c := range corners {
		total := 0.0
		mx, my := imaging.Median(append([]float64(nil), xs[c]...)), imaging.Median(append([]float64(nil), ys[c]...))
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

// middle of a window, on the lattice.
func (w window) middle() imaging.Point {
	half := float64(w.squares) / 2
	return w.origin.vec().Plus(imaging.Pt(half, half))
}
