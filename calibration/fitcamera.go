package calibration

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Correspondence is a point of the table and where a picture shows it.
type Correspondence struct {
	Pixel      Pixel
	BoardPoint BoardPoint
}

// What is believed of a camera before anything is measured. From straight above, a longer lens further away gives the
// same picture; there the belief decides, elsewhere it is too weak to matter. The focal length of webcams and phones
// is 0.6 to 1.1 of the picture's longer edge.
const (
	priorFocal  = 0.85 // of the longer edge
	focalSpread = 0.35 // standard deviation of the focal length's logarithm
	bendSpread  = 0.3  // of K1
	pixelSpread = 0.5  // of a measured point, px
	minFocal    = 0.25 // of the longer edge, where a search begins
	maxFocal    = 6.0
)

// FitCamera finds a camera's focal length, K1 and pose from one picture of known points of the playing surface (z =
// 0), four or more, in a picture of that many pixels. The picture's middle is taken for its centre. The residual is
// the root mean square distance between the points as seen and as the camera projects them, px; judging it is up to
// the caller. Errors say what is wrong with the points.
func FitCamera(width, height int, seen []Correspondence) (Camera, float64, error) {
	lens, poses, residual, err := FitViews(width, height, [][]Correspondence{seen})
	if err != nil {
		return Camera{}, 0, err
	}
	return Camera{Lens: lens, Pose: poses[0]}, residual, nil
}

// What is believed of a picture that is not as a camera takes it.
const (
	aspectSpread = 0.15 // standard deviation of the logarithm of Lens.Aspect
	cutSpread    = 0.1  // of how far the optical axis is off the picture's middle, of the longer edge
)

// FitAltered is FitCamera for a picture that somebody has resized or cut: its pixels need not be square, nor does the
// optical axis meet its middle.
func FitAltered(width, height int, seen []Correspondence) (best Camera, residual float64, err error) {
	residual = math.Inf(1)
	for _, aspect := range []float64{1, 0.8, 1.25} {
		square := slices.Clone(seen)
		for i := range square {
			square[i].Pixel.Y = (square[i].Pixel.Y-float64(height-1)/2)/aspect + float64(height-1)/2
		}
		rough, _, err := FitCamera(width, height, square)
		if err != nil {
			return Camera{}, 0, err
		}
		lens := rough.Lens
		edge := float64(max(width, height))
		fit := cameraFit{lens: lens, views: [][]Correspondence{seen}}
		fit.values = []lensValue{
			{math.Log(priorFocal * edge), focalSpread, func(l *Lens, v float64) { l.FocalPX = math.Exp(v) }},
			firstBend,
			{0, aspectSpread, func(l *Lens, v float64) { l.Aspect = math.Exp(v) }},
			{lens.Centre.X, cutSpread * edge, func(l *Lens, v float64) { l.Centre.X = v }},
			{lens.Centre.Y, cutSpread * edge, func(l *Lens, v float64) { l.Centre.Y = v }},
		}
		start := []float64{math.Log(lens.FocalPX), lens.K1, math.Log(aspect), lens.Centre.X, lens.Centre.Y}
		start = append(append(start, rough.Pose.Rotation[:]...), rough.Pose.Translation[:]...)
		x, _ := minimise(start, fit.count(), fit.residuals)
		if off := fit.distance(x); off < residual {
			lens, poses := fit.camera(x)
			poses[0].Rotation = RotationOf(poses[0].Rotation.Matrix())
			best, residual = Camera{Lens: lens, Pose: poses[0]}, off
		}
	}
	if math.IsInf(residual, 1) {
		return best, 0, errNoCamera
	}
	return best, residual, nil
}

var errNoCamera = errors.New("no camera can show the board's points where they were seen: was each of them taken for " +
	"the right one?")

// FitViews is FitCamera for several pictures by the same camera from different places: one lens, and a pose a
// picture. Tilted views make the focal length sure.
func FitViews(width, height int, views [][]Correspondence) (Lens, []Pose, float64, error) {
	if width <= 0 || height <= 0 {
		return Lens{}, nil, 0, fmt.Errorf("a picture of %d×%d pixels shows no board", width, height)
	}
	if len(views) == 0 {
		return Lens{}, nil, 0, fmt.Errorf("no picture of the board: at least one is needed")
	}
	fit := cameraFit{lens: StraightLens(width, height, priorFocal*float64(max(width, height))), views: views}
	fit.values = []lensValue{fit.logFocal(), firstBend}
	var planes [][3][3]float64
	for i, seen := range views {
		h, err := fit.plane(seen)
		if err != nil && len(views) > 1 {
			err = fmt.Errorf("picture %d: %w", i+1, err)
		}
		if err != nil {
			return Lens{}, nil, 0, err
		}
		planes = append(planes, h)
	}
	var best []float64
	least := math.Inf(1)
	for _, focal := range []float64{fit.focal(planes), fit.lens.FocalPX} {
		start := make([]float64, len(fit.values))
		start[0] = math.Log(focal)
		for _, h := range planes {
			pose := poseOf(h, focal)
			start = append(start, pose.Rotation[:]...)
			start = append(start, pose.Translation[:]...)
		}
		if x, sum := minimise(start, fit.count(), fit.residuals); sum < least {
			best, least = x, sum
		}
	}
	if best == nil {
		return Lens{}, nil, 0, errNoCamera
	}
	lens, poses := fit.camera(best)
	for i := range poses {
		poses[i].Rotation = RotationOf(poses[i].Rotation.Matrix())
	}
	return lens, poses, fit.distance(best), nil
}

// lensValue is a property of the lens that is fitted, and what is believed of it before anything is measured: a
// normal distribution.
type lensValue struct {
	usual, spread float64
	set           func(*Lens, float64)
}

// cameraFit is the problem: its values are those of the lens, then six numbers a view.
type cameraFit struct {
	lens   Lens // the first guess
	values []lensValue
	views  [][]Correspondence
}

func (f cameraFit) logFocal() lensValue {
	return lensValue{math.Log(f.lens.FocalPX), focalSpread, func(l *Lens, v float64) { l.FocalPX = math.Exp(v) }}
}

var firstBend = lensValue{0, bendSpread, func(l *Lens, v float64) { l.K1 = v }}

// plane is the homography of a view, in pixels from the picture's centre.
func (f cameraFit) plane(seen []Correspondence) ([3][3]float64, error) {
	centred := make([]Correspondence, len(seen))
	for i, s := range seen {
		if !finite(s.Pixel.X, s.Pixel.Y, s.BoardPoint.X, s.BoardPoint.Y) {
			return [3][3]float64{}, fmt.Errorf("point %d of the board is not made of numbers", i+1)
		}
		if s.BoardPoint.Z != 0 {
			return [3][3]float64{}, fmt.Errorf("point %d lies %g mm above the playing surface: only points on it can be fitted",
				i+1, s.BoardPoint.Z)
		}
		centred[i] = s
		centred[i].Pixel.X -= f.lens.Centre.X
		centred[i].Pixel.Y -= f.lens.Centre.Y
	}
	h, err := homography(centred)
	if err != nil {
		return h, err
	}
	// Seen from above, the board's right-handed x and y turn the way of the picture's left-handed ones backwards.
	if determinant(h) > 0 {
		return h, fmt.Errorf("the board's points are mirrored in the picture, as if seen from below: is the picture " +
			"flipped, or was a corner taken for its neighbour?")
	}
	return h, nil
}

// focal is the focal length that makes the columns of the homographies most nearly square to each other and equally
// long (Zhang 2000, section 3.1, with the centre known).
func (f cameraFit) focal(planes [][3][3]float64) float64 {
	edge := float64(max(f.lens.Width, f.lens.Height))
	var over, under float64
	for _, h := range planes {
		for i := range 2 { // lengths in units of the longer edge
			for j := range 3 {
				h[i][j] /= edge
			}
		}
		size := math.Hypot(h[0][0], h[1][0])*math.Hypot(h[0][1], h[1][1]) + 1e-300
		a := [2]float64{h[0][0]*h[0][1] + h[1][0]*h[1][1], h[0][0]*h[0][0] + h[1][0]*h[1][0] - h[0][1]*h[0][1] -
			h[1][1]*h[1][1]}
		b := [2]float64{h[2][0] * h[2][1], h[2][0]*h[2][0] - h[2][1]*h[2][1]}
		for i := range 2 {
			over += a[i] * b[i] / (size * size)
			under += a[i] * a[i] / (size * size)
		}
	}
	focal := f.lens.FocalPX
	if inverse := -over / under; inverse > 0 && finite(inverse) {
		focal = edge / math.Sqrt(inverse)
	}
	return math.Min(math.Max(focal, minFocal*edge), maxFocal*edge)
}

// poseOf is the pose that a homography, in pixels from the centre, stands for.
func poseOf(h [3][3]float64, focal float64) Pose {
	var columns [3][3]float64
	for j := range 3 {
		columns[j] = [3]float64{h[0][j] / focal, h[1][j] / focal, h[2][j]}
	}
	x, y := unit(columns[0]), unit(columns[1])
	// two unit vectors, made square to each other by turning each half the way
	sum := unit([3]float64{x[0] + y[0], x[1] + y[1], x[2] + y[2]})
	difference := unit([3]float64{x[0] - y[0], x[1] - y[1], x[2] - y[2]})
	for i := range 3 {
		x[i], y[i] = (sum[i]+difference[i])/math.Sqrt2, (sum[i]-difference[i])/math.Sqrt2
	}
	z := cross(x, y)
	scale := 2 / (length(columns[0]) + length(columns[1]))
	t := columns[2]
	return Pose{
		Rotation:    RotationOf([3][3]float64{{x[0], y[0], z[0]}, {x[1], y[1], z[1]}, {x[2], y[2], z[2]}}),
		Translation: [3]float64{t[0] * scale, t[1] * scale, t[2] * scale},
	}
}

func (f cameraFit) camera(x []float64) (Lens, []Pose) {
	lens := f.lens
	for i, value := range f.values {
		value.set(&lens, x[i])
	}
	poses := make([]Pose, len(f.views))
	for i := range poses {
		v := x[len(f.values)+6*i:]
		poses[i] = Pose{Rotation: Rotation{v[0], v[1], v[2]}, Translation: [3]float64{v[3], v[4], v[5]}}
	}
	return lens, poses
}

func (f cameraFit) count() int {
	n := len(f.values)
	for _, seen := range f.views {
		n += 2 * len(seen)
	}
	return n
}

func (f cameraFit) residuals(x, into []float64) {
	for i, value := range f.values {
		into[i] = (x[i] - value.usual) / value.spread
	}
	i := len(f.values)
	lens, poses := f.camera(x)
	for view, seen := range f.views {
		m := poses[view].Rotation.Matrix()
		for _, s := range seen {
			p := lens.project(m, poses[view].Translation, s.BoardPoint)
			into[i] = (p.X - s.Pixel.X) / pixelSpread
			into[i+1] = (p.Y - s.Pixel.Y) / pixelSpread
			i += 2
		}
	}
}

// distance is the root mean square distance, px, of the points of all views.
func (f cameraFit) distance(x []float64) float64 {
	r := make([]float64, f.count())
	f.residuals(x, r)
	return rms(r[len(f.values):])
}

// distances are those of each view.
func (f cameraFit) distances(x []float64) []float64 {
	r := make([]float64, f.count())
	f.residuals(x, r)
	r = r[len(f.values):]
	var each []float64
	for _, seen := range f.views {
		each = append(each, rms(r[:2*len(seen)]))
		r = r[2*len(seen):]
	}
	return each
}

// rms is the root mean square distance, px, of points of which there are two residuals each.
func rms(r []float64) float64 {
	return math.Sqrt(squares(r)/float64(len(r)/2)) * pixelSpread
}
