package cold

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision/find"
)

// cell is the side of a square in a rectified view, pixels.
const cell = 32

// colour is blue, green and red in log units.
type colour [3]float64

func (a colour) sub(b colour) colour { return colour{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func (a colour) add(b colour) colour { return colour{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func (a colour) times(f float64) colour {
	return colour{a[0] * f, a[1] * f, a[2] * f}
}
func (a colour) dot(b colour) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func (a colour) mean() float64        { return (a[0] + a[1] + a[2]) / 3 }
func (a colour) length() float64      { return math.Sqrt(a.dot(a)) }

// light is a colour as it adds up with others, and not its logarithm.
func (a colour) light() colour { return colour{math.Exp(a[0]), math.Exp(a[1]), math.Exp(a[2])} }

// luminance is how light a colour is to the eye: the logarithm of the relative
// luminance of Rec. 709, taking a picture's values as the 2.2th root of the light.
func (a colour) luminance() float64 {
	const gamma = 2.2
	return math.Log(0.0722*math.Exp(gamma*a[0])+0.7152*math.Exp(gamma*a[1])+0.2126*math.Exp(gamma*a[2])) / gamma
}

// view is a board seen from straight above, cell pixels a square, log colours.
type view struct {
	side int // pixels
	px   []float32
}

func (v *view) at(x, y int) colour {
	p := v.px[3*(y*v.side+x):]
	return colour{float64(p[0]), float64(p[1]), float64(p[2])}
}

// plane is a camera picture in linear floating point, scaled down to about the
// resolution of the views.
type plane struct {
	mat   gocv.Mat // CV_32FC3
	scale float64
	dark  float64 // added before logarithms are taken
}

func (p plane) close() { _ = p.mat.Close() }

// newPlane prepares an 8-bit picture in which squares have a side of about
// square pixels.
func newPlane(source gocv.Mat, square float64) (plane, error) {
	small := gocv.NewMat()
	defer small.Close()
	var err error
	switch source.Type() {
	case gocv.MatTypeCV8UC3:
		err = source.CopyTo(&small)
	case gocv.MatTypeCV8UC1:
		err = gocv.CvtColor(source, &small, gocv.ColorGrayToBGR)
	case gocv.MatTypeCV8UC4:
		err = gocv.CvtColor(source, &small, gocv.ColorBGRAToBGR)
	default:
		return plane{}, fmt.Errorf("a board cannot be read from a picture of type %v: 8-bit grey or colour is needed",
			source.Type())
	}
	p := plane{mat: gocv.NewMat(), scale: min(1, 1.3*cell/square)}
	if err == nil && p.scale < 1 {
		size := image.Pt(int(math.Round(p.scale*float64(small.Cols()))), int(math.Round(p.scale*float64(small.Rows()))))
		err = gocv.Resize(small, &small, size, 0, 0, gocv.InterpolationArea)
	}
	if err == nil {
		err = small.ConvertTo(&p.mat, gocv.MatTypeCV32F)
	}
	var bytes []uint8
	if err == nil {
		bytes, err = small.DataPtrUint8()
	}
	if err != nil {
		p.close()
		return plane{}, fmt.Errorf("preparing the picture for reading: %w", err)
	}
	p.dark = 0.06*brightEnd(bytes) + 2
	return p, nil
}

// even takes stripes of light away.
func (p plane) even(of *find.Stripes) error {
	px, err := p.mat.DataPtrFloat32()
	if err != nil {
		return fmt.Errorf("taking stripes of light out of the picture: %w", err)
	}
	width := p.mat.Cols()
	for i := range len(px) / 3 {
		at := calibration.Pixel{X: (float64(i%width)+0.5)/p.scale - 0.5, Y: (float64(i/width)+0.5)/p.scale - 0.5}
		gain := math.Exp(-of.Light(at))
		for c := 3 * i; c < 3*i+3; c++ {
			px[c] = float32(max((float64(px[c])+p.dark)*gain-p.dark, 0))
		}
	}
	return nil
}

// brightEnd is the 95th percentile of the brightest channel, over a sample.
func brightEnd(bgr []uint8) float64 {
	var sample []uint8
	for i := 0; i+2 < len(bgr); i += 3 * 31 {
		sample = append(sample, max(bgr[i], bgr[i+1], bgr[i+2]))
	}
	if len(sample) == 0 {
		return 0
	}
	slices.Sort(sample)
	return float64(sample[len(sample)*19/20])
}

// rectify draws a board from straight above; push moves what is looked at, in
// squares along the board's columns and rows, since the top of a piece is seen
// away from where it stands.
func (p plane) rectify(l lay, squares int, push [2]float64) (view, error) {
	v := view{side: squares * cell}
	mapX, mapY := gocv.NewMatWithSize(v.side, v.side, gocv.MatTypeCV32FC1),
		gocv.NewMatWithSize(v.side, v.side, gocv.MatTypeCV32FC1)
	defer mapX.Close()
	defer mapY.Close()
	xs, errX := mapX.DataPtrFloat32()
	ys, errY := mapY.DataPtrFloat32()
	if err := errors.Join(errX, errY); err != nil {
		return view{}, fmt.Errorf("preparing to rectify the board: %w", err)
	}
	places := make([][2]float64, 0, v.side*v.side)
	for y := range v.side {
		for x := range v.side {
			places = append(places, [2]float64{(float64(x)+0.5)/cell + push[0], (float64(y)+0.5)/cell + push[1]})
		}
	}
	for i, seen := range l.pixels(places) {
		if math.IsNaN(seen.X) { // beyond what the lens shows
			seen = calibration.Pixel{}
		}
		// Stored pixel q is small pixel (q + ½)·scale − ½.
		xs[i], ys[i] = float32((seen.X+0.5)*p.scale-0.5), float32((seen.Y+0.5)*p.scale-0.5)
	}
	out := gocv.NewMat()
	defer out.Close()
	if err := gocv.Remap(p.mat, &out, &mapX, &mapY, gocv.InterpolationLinear, gocv.BorderReplicate, color.RGBA{}); err !=
		nil {
		return view{}, fmt.Errorf("rectifying the board: %w", err)
	}
	px, err := out.DataPtrFloat32()
	if err != nil {
		return view{}, fmt.Errorf("rectifying the board: %w", err)
	}
	v.px = make([]float32, len(px))
	for i, x := range px {
		v.px[i] = float32(math.Log(float64(x) + p.dark))
	}
	return v, nil
}
