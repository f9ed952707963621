package detect

import (
	"math"
	"math/rand/v2"

	"draughtsman/vision/imaging"
)

// boardFit is the last fit of a board to its measured crossings, with strict bounds.
type boardFit struct {
	h            imaging.Homography // squares to straightened pixels
	distortion   radialDistortion
	inliers      []int   // of the measurement
	rms          float64 // of the inliers, in squares
	cornerSpread float64 // how far corners move when a third of the crossings is left out, in squares
}

// corner is where a node is seen in the prepared picture.
func (f *boardFit) corner(n node) imaging.Point { return f.distortion.distort(f.h.Project(n.point())) }

// fitBoard fits a homography to the crossings and, where there are enough of them, the lens's distortion; ok is
// false where too few crossings agree.
func fitBoard(p logImage, m measurement, w window) (f boardFit, ok bool) {
	from := vectors(m.nodes)
	f.distortion = radialDistortion{
		centre: imaging.Pt(float64(p.Width-1)/2, float64(p.Height-1)/2),
		radius: math.Hypot(float64(p.Width), float64(p.Height)) / 2,
	}
	f.distortion.k, ok = coarseDistortion(f.distortion, from, m.at, fitThreshold*m.size+fitThresholdPX)
	if !ok {
		return f, false
	}
	at := f.distortion.undistortAll(m.at)
	if f.h, f.inliers, ok = ransacHomography(from, at, fitThreshold*m.size+fitThresholdPX); !ok {
		return f, false
	}
	for range 3 {
		most := min(inlierMedians*medianResidual(&f.h, from, at)+inlierPX, farthestInlier*m.size)
		f.inliers = inliersOf(&f.h, from, at, most)
		if len(f.inliers) < fewestInliers {
			return f, false
		}
		f.distortion.k = refinedDistortion(f.distortion, pick(from, f.inliers), pick(m.at, f.inliers))
		at = f.distortion.undistortAll(m.at)
		if f.h, ok = imaging.FitHomography(pick(from, f.inliers), pick(at, f.inliers)); !ok {
			return f, false
		}
	}
	inner, seen := pick(from, f.inliers), pick(at, f.inliers)
	f.rms = math.Sqrt(squaredError(&f.h, inner, seen)/float64(len(inner))) / m.size
	f.cornerSpread = cornerSpread(inner, seen, w.corners()) / m.size
	return f, true
}

// squaredError is the sum of the squared distances between what a homography maps and what was measured, px².
func squaredError(h *imaging.Homography, from, at []imaging.Point) float64 {
	total := 0.0
	for i := range from {
		d := h.Project(from[i]).Minus(at[i])
		total += d.Dot(d)
	}
	return total
}

// medianResidual is the median of these distances, px.
func medianResidual(h *imaging.Homography, from, at []imaging.Point) float64 {
	off := make([]float64, len(from))
	for i := range from {
		off[i] = h.Project(from[i]).Distance(at[i])
	}
	return imaging.Median(off)
}

// cornerSpread is how far the corners scatter about their medians when the homography is fitted to random two thirds
// of the points, px: the worst corner's mean. It is infinite where too few of these fits succeed.
func cornerSpread(from, at []imaging.Point, corners [4]node) float64 {
	random := rand.New(rand.NewPCG(3, 4))
	var xs, ys [4][]float64
	for range resamples {
		var f, t []imaging.Point
		for i := range from {
			if random.Float64() < resampledPart {
				f, t = append(f, from[i]), append(t, at[i])
			}
		}
		if len(f) < fewestForFit {
			continue
		}
		h, ok := imaging.FitHomography(f, t)
		if !ok {
			continue
		}
		for c, n := range corners {
			q := h.Project(n.point())
			xs[c], ys[c] = append(xs[c], q.X), append(ys[c], q.Y)
		}
	}
	if 2*len(xs[0]) < resamples {
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
