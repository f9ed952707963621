package detect

import (
	"cmp"
	"image"
	"math"
	"math/cmplx"
	"slices"

	"gocv.io/x/gocv"

	"draughtsman/vision/imaging"
)

// saddle is a place of the picture that looks like a crossing of four squares: two opposite quarters lighter, two
// darker.
type saddle struct {
	id int           // in its set
	at imaging.Point // prepared pixels
	// on the unit circle: where the lighter quarters lie, twice the angle; neighbouring crossings have opposite ones
	phase     complex128
	strength  float64          // amplitude × purity of the pattern around it
	amplitude float64          // in log units
	edges     [2]imaging.Point // unit vectors along the two edges that cross here
}

// responseMaps are what pictures of one size are filtered into. They are kept from attempt to attempt: memory that
// is given back and taken anew is cleared anew, page by page.
type responseMaps struct {
	smooth, fine, response, highest gocv.Mat
	second                          [3]gocv.Mat // derivatives: xx, yy, xy
}

// filterBuffers are the response maps by the size of the picture.
type filterBuffers map[image.Point]*responseMaps

// of returns the response maps for pictures of a size, made when they are first asked for.
func (w filterBuffers) of(of gocv.Mat) *responseMaps {
	size := image.Pt(of.Cols(), of.Rows())
	f, there := w[size]
	if !there {
		f = &responseMaps{gocv.NewMat(), gocv.NewMat(), gocv.NewMatWithSize(size.Y, size.X, gocv.MatTypeCV32F), gocv.NewMat(),
			[3]gocv.Mat{gocv.NewMat(), gocv.NewMat(), gocv.NewMat()}}
		w[size] = f
	}
	return f
}

func (w filterBuffers) close() {
	for _, f := range w {
		for _, m := range []*gocv.Mat{&f.smooth, &f.fine, &f.response, &f.highest, &f.second[0], &f.second[1], &f.second[2]} {
			_ = m.Close()
		}
	}
}

// saddlesOfWidth finds the crossings that one filter width sees, sigma in pixels. The response is Ixy² − Ixx·Iyy of
// each colour channel (the saddle's determinant; Lucchese and Mitra, Using saddle points for subpixel feature
// detection in camera calibration targets, 2002), of which the best channel counts. Where it has a local maximum the
// brightness on a ring is looked at: that of a crossing is a second harmonic and little else.
func (w filterBuffers) saddlesOfWidth(m gocv.Mat, sigma float64) ([]saddle, error) {
	f := w.of(m)
	if err := blur(m, &f.smooth, sigma); err != nil {
		return nil, err
	}
	if err := blur(m, &f.fine, ringBlur*sigma); err != nil {
		return nil, err
	}
	if err := f.compute(); err != nil {
		return nil, err
	}
	peaks, err := f.localMaxima(2*int(math.Round(maximaReach*sigma))+1, int(3*sigma)+2)
	if err != nil {
		return nil, err
	}
	px, err := f.fine.DataPtrFloat32()
	if err != nil {
		return nil, err
	}
	fine := imaging.Image{Width: m.Cols(), Height: m.Rows(), Px: px}
	var out []saddle
	for _, at := range peaks[:min(len(peaks), peaksPerSaddle*saddlesAWidth)] {
		if s, ok := ringPattern(fine, at, ringRadius*sigma); ok {
			out = append(out, s)
		}
	}
	return out, nil
}

// blur smooths a picture by a Gaussian with a standard deviation in pixels.
func blur(m gocv.Mat, into *gocv.Mat, sigma float64) error {
	size := 2*int(math.Ceil(3*sigma)) + 1
	return gocv.GaussianBlur(m, into, image.Pt(size, size), sigma, sigma, gocv.BorderReplicate)
}

// compute fills the response map from the smoothed picture: Ixy² − Ixx·Iyy, the largest of the three channels.
func (f *responseMaps) compute() error {
	var second [3][]float32
	for i, order := range [3][2]int{{2, 0}, {0, 2}, {1, 1}} {
		if err := gocv.Sobel(f.smooth, &f.second[i], gocv.MatTypeCV32F, order[0], order[1], 3, 0.25, 0,
			gocv.BorderReplicate); err != nil {
			return err
		}
		var err error
		if second[i], err = f.second[i].DataPtrFloat32(); err != nil {
			return err
		}
	}
	r, err := f.response.DataPtrFloat32()
	if err != nil {
		return err
	}
	xx, yy, xy := second[0], second[1], second[2]
	for i := range r {
		k := 3 * i
		// The mixed Sobel mask is four times smaller than the unmixed ones.
		b := 16*xy[k]*xy[k] - xx[k]*yy[k]
		g := 16*xy[k+1]*xy[k+1] - xx[k+1]*yy[k+1]
		d := 16*xy[k+2]*xy[k+2] - xx[k+2]*yy[k+2]
		r[i] = max(b, g, d)
	}
	return nil
}

// localMaxima returns the local maxima of the response within windows of so many pixels, strongest first, none
// within border of the picture's edge; to a fraction of a pixel.
func (f *responseMaps) localMaxima(window, border int) ([]imaging.Point, error) {
	kernel := gocv.GetStructuringElement(gocv.MorphRect, image.Pt(window, window))
	defer kernel.Close()
	if err := gocv.Dilate(f.response, &f.highest, kernel); err != nil {
		return nil, err
	}
	r, err := f.response.DataPtrFloat32()
	if err != nil {
		return nil, err
	}
	top, err := f.highest.DataPtrFloat32()
	if err != nil {
		return nil, err
	}
	width, height := f.response.Cols(), f.response.Rows()
	var at []int
	for y := border; y < height-border; y++ {
		for i := y*width + border; i < (y+1)*width-border; i++ {
			if r[i] >= top[i] && r[i] > noiseResponse {
				at = append(at, i)
			}
		}
	}
	slices.SortFunc(at, func(a, b int) int { return cmp.Or(cmp.Compare(r[b], r[a]), cmp.Compare(a, b)) })
	points := make([]imaging.Point, len(at))
	for i, k := range at {
		points[i] = imaging.Pt(
			float64(k%width)+imaging.Peak(r[k-1], r[k], r[k+1]),
			float64(k/width)+imaging.Peak(r[k-width], r[k], r[k+width]),
		)
	}
	return points, nil
}

// ringDirections are those of the ring's points; doubled has their doubled angles, which are the second harmonic's.
var ringDirections, doubled = func() (dirs, twice [ringPoints]imaging.Point) {
	for i := range ringPoints {
		a := 2 * math.Pi * float64(i) / ringPoints
		dirs[i] = imaging.Pt(math.Cos(a), math.Sin(a))
		twice[i] = imaging.Pt(math.Cos(2*a), -math.Sin(2*a))
	}
	return dirs, twice
}()

// ringPattern looks at the ring around a maximum of the response and returns the saddle there; it is false where the
// ring does not show a crossing.
func ringPattern(picture imaging.Image, at imaging.Point, radius float64) (saddle, bool) {
	var ring [3][ringPoints]float64
	for i, d := range ringDirections {
		v := picture.Sample(at.X+radius*d.X, at.Y+radius*d.Y)
		ring[0][i], ring[1][i], ring[2][i] = v[0], v[1], v[2]
	}
	best, bestScore := 0, -1.0
	var amplitude, purity, pure float64
	var phase complex128
	for c := range ring {
		of := &ring[c]
		mean := 0.0
		var harmonic, slope imaging.Point // the second and the first
		for i, v := range of {
			mean += v
			harmonic.X += v * doubled[i].X
			harmonic.Y += v * doubled[i].Y
			slope.X += v * ringDirections[i].X
			slope.Y += v * ringDirections[i].Y
		}
		mean /= ringPoints
		energy := 0.0 // of all harmonics, as squared amplitudes, by Parseval's theorem
		for _, v := range of {
			energy += (v - mean) * (v - mean)
		}
		energy = energy*2/ringPoints + 1e-9
		harmonic, slope = harmonic.Times(2./ringPoints), slope.Times(2./ringPoints)
		forgiving := energy - slopeForgiven*slope.Dot(slope)
		a := harmonic.Length()
		if score := a * a * a / energy; score > bestScore {
			best, bestScore = c, score
			amplitude, purity, pure, phase = a, a*a/energy, a*a/forgiving, complex(harmonic.X, harmonic.Y)
		}
	}
	if pure < leastPurity || amplitude < leastAmplitude {
		return saddle{}, false
	}
	edges, ok := edgeDirections(&ring[best])
	if !ok {
		return saddle{}, false
	}
	return saddle{
		at: at, phase: phase / complex(cmplx.Abs(phase), 0),
		strength: amplitude * purity, amplitude: amplitude, edges: edges,
	}, true
}

// edgeDirections are where the ring, averaged with its half turn, crosses its middle value: twice for a crossing of
// two edges. ok is false for any other number, and where the edges are too narrow.
func edgeDirections(ring *[ringPoints]float64) (edges [2]imaging.Point, ok bool) {
	const half = ringPoints / 2
	var sym [half + 1]float64
	low, high := math.Inf(1), math.Inf(-1)
	for i := range half {
		sym[i] = (ring[i] + ring[i+half]) / 2
		low, high = min(low, sym[i]), max(high, sym[i])
	}
	sym[half] = sym[0]
	middle := (low + high) / 2
	n := 0
	for i := range half {
		a, b := sym[i]-middle, sym[i+1]-middle
		if (a > 0) == (b > 0) {
			continue
		}
		if n == 2 {
			return edges, false
		}
		angle := (float64(i) + a/(a-b)) * math.Pi / half
		edges[n] = imaging.Pt(math.Cos(angle), math.Sin(angle))
		n++
	}
	return edges, n == 2 && math.Abs(edges[0].Cross(edges[1])) > leastAngle
}
