package uncalibrated

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"draughtsman/vision/imaging"
)

// basis is the terms of a quadratic polynomial at a place of a board.
type basis [6]float64

// basisAt returns those at a place in parts of the board's side.
func basisAt(x, y float64) basis { return basis{1, x, y, x * x, y * y, x * y} }

// surface is a colour that changes smoothly over a board: the coefficients of a quadratic polynomial.
type surface [len(basis{})]imaging.Colour

func (s *surface) at(t basis) (sum imaging.Colour) {
	for k, v := range t {
		sum = sum.Plus(s[k].Times(v))
	}
	return sum
}

// sample is what one place of a board looks like.
type sample struct {
	terms  basis
	colour imaging.Colour
	shade  float64 // the part of a step down from the surface that is taken there
}

// solve fits a surface to samples by weighted least squares, and a step down from it if wanted, given how much of the
// step each sample shows; ok is false if there are too few.
func solve(samples []sample, weights []float64, stepped bool) (l levels, ok bool) {
	const most = len(basis{}) + 1
	n := most
	if !stepped {
		n--
	}
	var normal [most][most]float64
	var right [most]imaging.Colour
	for i, s := range samples {
		var row [most]float64
		copy(row[:], s.terms[:])
		row[most-1] = -s.shade
		for r := range n {
			w := weights[i] * row[r]
			for c := r; c < n; c++ {
				normal[r][c] += w * row[c]
			}
			right[r] = right[r].Plus(s.colour.Times(w))
		}
	}
	a, b := mat.NewSymDense(n, nil), mat.NewDense(n, len(imaging.Colour{}), nil)
	for r := range n {
		for c := r; c < n; c++ {
			a.SetSym(r, c, normal[r][c])
		}
		for c, v := range right[r] {
			b.Set(r, c, v)
		}
	}
	var factors mat.Cholesky
	var x mat.Dense
	if !factors.Factorize(a) || factors.SolveTo(&x, b) != nil {
		return l, false
	}
	for k := range l.lit {
		l.lit[k] = imaging.Colour{x.At(k, 0), x.At(k, 1), x.At(k, 2)}
	}
	if stepped {
		l.step = imaging.Colour{x.At(n-1, 0), x.At(n-1, 1), x.At(n-1, 2)}
	}
	return l, true
}

// levels are what the squares of a kind look like where light falls on them and, a step down, where a shadow does.
type levels struct {
	lit  surface
	step imaging.Colour
}

// Of fitting them.
const (
	rounds          = 8
	outlierDistance = 0.2 // log units: what is farther off is something else
	wider           = 2.0 // times that at first
	tighter         = 0.4 // from round to round
)

// startLevels returns levels to start with: a surface, and one a step below it in all colours, or so far above it if
// negative.
func startLevels(lit surface, step float64) levels {
	l := levels{lit, imaging.Colour{step, step, step}}
	if step < 0 {
		l.lit[0], l.step = l.lit[0].Minus(l.step), l.step.Times(-1)
	}
	return l
}

// fitLevels fits both levels to samples, from a start. It returns the mean of the squared distances from the nearer
// level as well, outliers bounded.
func fitLevels(samples []sample, l levels) (_ levels, off float64, ok bool) {
	weights := make([]float64, len(samples))
	for round := range rounds {
		off = 0
		limit := outlierDistance * max(1, 1+wider-tighter*float64(round))
		for i := range samples {
			s := &samples[i]
			below := l.lit.at(s.terms).Minus(s.colour)
			if s.shade = 0; below.Dot(l.step) > l.step.Dot(l.step)/2 {
				s.shade, below = 1, below.Minus(l.step)
			}
			q := below.Dot(below) / (limit * limit)
			weights[i] = 1 / ((1 + q) * (1 + q))
			off += min(q, 1) * limit * limit / float64(len(samples))
		}
		if l, ok = solve(samples, weights, true); !ok {
			return l, off, false
		}
	}
	return l, off, true
}

// fitShaded fits the surface to samples, and the step given how much of it each of them shows, or no step. It returns
// the mean of the squared distances as fitLevels does.
func fitShaded(samples []sample, stepped bool) (l levels, off float64, ok bool) {
	weights := slices.Repeat([]float64{1}, len(samples))
	for range rounds {
		if l, ok = solve(samples, weights, stepped); !ok {
			return l, 0, false
		}
		off = 0
		for i, s := range samples {
			d := l.lit.at(s.terms).Minus(l.step.Times(s.shade)).Minus(s.colour)
			q := d.Dot(d) / (outlierDistance * outlierDistance)
			weights[i] = 1 / ((1 + q) * (1 + q))
			off += min(q, 1) * outlierDistance * outlierDistance / float64(len(samples))
		}
	}
	return l, off, true
}

// shade returns how much of the step a colour at a place shows, and how far that leaves it off.
func (l *levels) shade(t basis, look imaging.Colour) (part, off float64) {
	below := l.lit.at(t).Minus(look)
	part = min(max(below.Dot(l.step)/l.step.Dot(l.step), 0), 1)
	return part, below.Minus(l.step.Times(part)).Length()
}

// lightness returns that of the surface, in the mean over samples.
func (l *levels) lightness(samples []sample) (mean float64) {
	for _, s := range samples {
		mean += l.lit.at(s.terms).Mean() / float64(len(samples))
	}
	return mean
}

// isGrey reports whether the step is down in all colours alike, as far as daylight and lamps differ.
func (l *levels) isGrey() bool {
	const unlike = 0.6
	mean := l.step.Mean()
	for _, c := range l.step {
		if !(math.Abs(c/mean-1) <= unlike) {
			return false
		}
	}
	return true
}
