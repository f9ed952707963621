package detect

import (
	"math"

	"draughtsman/vision/imaging"
)

// radialDistortion is a lens's radial distortion with one coefficient, in the prepared picture: the point p shows
// what a pinhole camera would show at c + (p − c)(1 + k·|p − c|²/r²).
type radialDistortion struct {
	k      float64
	centre imaging.Point // the picture's
	radius float64       // half its diagonal
}

// undistort returns where a pinhole camera would show what a point of the picture shows.
func (b radialDistortion) undistort(p imaging.Point) imaging.Point {
	d := p.Minus(b.centre)
	return b.centre.Plus(d.Times(1 + b.k*d.Dot(d)/(b.radius*b.radius)))
}

// distort is the inverse of undistort, by Newton's method on the distance from the centre.
func (b radialDistortion) distort(p imaging.Point) imaging.Point {
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

func (b radialDistortion) undistortAll(points []imaging.Point) []imaging.Point {
	out := make([]imaging.Point, len(points))
	for i, p := range points {
		out[i] = b.undistort(p)
	}
	return out
}

// coarseDistortion tries coefficients in steps and returns that with which a homography fits best, by squared
// distances up to a threshold in pixels; ok is false when no homography fits with any.
func coarseDistortion(b radialDistortion, from, at []imaging.Point, threshold float64) (k float64, ok bool) {
	if len(from) < fewestForDistortion {
		return 0, true
	}
	least := math.Inf(1)
	for _, b.k = range coarseDistortions {
		straight := b.undistortAll(at)
		h, _, fitted := ransacHomography(from, straight, threshold)
		if !fitted {
			continue
		}
		total := 0.0
		for i := range from {
			r := min(h.Project(from[i]).Distance(straight[i]), threshold)
			total += r * r
		}
		if b.k != 0 {
			total *= straightBonus // of equals, the straight one
		}
		if total < least {
			least, k, ok = total, b.k, true
		}
	}
	return k, ok
}

// refinedDistortion returns the most probable coefficient near a coarse one for crossings without outliers: least
// squares with a normal prior on what lenses usually have, so that a board which tells little of the distortion is
// given little of one.
func refinedDistortion(b radialDistortion, from, at []imaging.Point) float64 {
	if len(from) < fewestForDistortion {
		return b.k
	}
	residual := func(k float64) float64 {
		c := b
		c.k = k
		straight := c.undistortAll(at)
		h, ok := imaging.FitHomography(from, straight)
		if !ok {
			return math.Inf(1)
		}
		return squaredError(&h, from, straight)
	}
	// The noise of one coordinate; a tenth of a pixel at least.
	freedom := float64(2*len(from) - 9)
	variance := max(residual(b.k)/freedom, 0.01)
	cost := func(k float64) float64 { return residual(k)/variance + k*k/(distortionSigma*distortionSigma) }
	best, least := b.k, cost(b.k)
	for step := firstDistortionStep; step > finestDistortionStep; step /= 2 {
		for _, k := range []float64{best - step, best + step} {
			if c := cost(k); c < least {
				best, least = k, c
			}
		}
	}
	return best
}
