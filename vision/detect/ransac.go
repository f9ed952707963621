package detect

import (
	"math"
	"math/rand/v2"

	"draughtsman/vision/imaging"
)

// ransacHomography fits a homography to lattice points of which some were measured wrongly: RANSAC (Fischler and
// Bolles, 1981) with a threshold in pixels. It returns the indices of the inliers; ok is false where no four points
// determine one. Its random numbers are always the same.
func ransacHomography(from, to []imaging.Point, threshold float64) (best imaging.Homography, inliers []int, ok bool) {
	if len(from) < 4 {
		return best, nil, false
	}
	random := rand.New(rand.NewPCG(1, 2))
	trials := mostTrials
	var picked [4]int
	for trial := 0; trial < trials; trial++ {
		var f, t [4]imaging.Point
		for k := range picked {
		again:
			picked[k] = random.IntN(len(from))
			for j := range k {
				if picked[j] == picked[k] {
					goto again
				}
			}
			f[k], t[k] = from[picked[k]], to[picked[k]]
		}
		if collinear(f) {
			continue
		}
		h, fitted := imaging.FitHomography(f[:], t[:])
		if !fitted {
			continue
		}
		in := inliersOf(&h, from, to, threshold)
		if len(in) > len(inliers) {
			h, in = localOptimisation(h, in, from, to, threshold)
			best, inliers, ok = h, in, true
			// Enough trials to have met four inliers with 99.5 % probability.
			part := float64(len(in)) / float64(len(from))
			if all := math.Pow(part, 4); all < 1 {
				trials = min(trials, 10+int(math.Log(0.005)/math.Log(1-all)))
			} else {
				trials = min(trials, 10)
			}
		}
	}
	return best, inliers, ok
}

// localOptimisation fits a homography to all its inliers for as long as that makes them more (LO-RANSAC; Chum, Matas
// and Kittler, DAGM 2003): four near points alone say little about the far side of a board.
func localOptimisation(h imaging.Homography, inliers []int, from, to []imaging.Point,
	threshold float64) (imaging.Homography,
	[]int) {
	for range 10 {
		if len(inliers) < fewestForFit {
			break
		}
		fitted, ok := imaging.FitHomography(pick(from, inliers), pick(to, inliers))
		if !ok {
			break
		}
		in := inliersOf(&fitted, from, to, threshold)
		if len(in) < len(inliers) {
			break
		}
		more := len(in) > len(inliers)
		h, inliers = fitted, in
		if !more {
			break
		}
	}
	return h, inliers
}

// inliersOf returns the indices of the points that a homography maps nearer than a distance, px, to where they were
// seen.
func inliersOf(h *imaging.Homography, from, to []imaging.Point, distance float64) []int {
	var in []int
	for i := range from {
		if at, front := h.At(from[i]); front && at.Distance(to[i]) < distance {
			in = append(in, i)
		}
	}
	return in
}

// collinear reports whether three of four lattice points lie on a line.
func collinear(p [4]imaging.Point) bool {
	for skip := range 4 {
		a, b, c := p[(skip+1)%4], p[(skip+2)%4], p[(skip+3)%4]
		if math.Abs(b.Minus(a).Cross(c.Minus(a))) < 0.5 {
			return true
		}
	}
	return false
}

// pick returns the points with some indices.
func pick(points []imaging.Point, indices []int) []imaging.Point {
	out := make([]imaging.Point, len(indices))
	for i, k := range indices {
		out[i] = points[k]
	}
	return out
}
