package cold

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
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
func (a colour) mean() float64   { return (a[0] + a[1] + a[2]) / 3 }
func (a colour) length() float64 { return math.Sqrt(a[0]*a[0] + a[1]*a[1] + a[2]*a[2]) }

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
		return plane{}, fmt.Errorf("a board cannot be read from a picture of type %v: 8-bit grey or colour is needed", source.Type())
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
func (p plane) rectify(h *homography, squares int, push [2]float64) (view, error) {
	const s = 1.0 / cell
	ox, oy := push[0]+s/2, push[1]+s/2
	m := gocv.NewMatWithSize(3, 3, gocv.MatTypeCV64F)
	defer m.Close()
	for r := range 3 {
		// Rows of the board's homography, scaled to the small picture below.
		m.SetDoubleAt(r, 0, h[3*r]*s)
		m.SetDoubleAt(r, 1, h[3*r+1]*s)
		m.SetDoubleAt(r, 2, h[3*r]*ox+h[3*r+1]*oy+h[3*r+2])
	}
	for c := range 3 {
		// Stored pixel q is small pixel (q + ½)·scale − ½.
		shift := 0.5*p.scale - 0.5
		w := m.GetDoubleAt(2, c)
		m.SetDoubleAt(0, c, p.scale*m.GetDoubleAt(0, c)+shift*w)
		m.SetDoubleAt(1, c, p.scale*m.GetDoubleAt(1, c)+shift*w)
	}
	out := gocv.NewMat()
	defer out.Close()
	size := image.Pt(squares*cell, squares*cell)
	if err := gocv.WarpPerspectiveWithParams(p.mat, &out, m, size, gocv.InterpolationLinear|gocv.WarpInverseMap, gocv.BorderReplicate, color.RGBA{}); err != nil {
		return view{}, fmt.Errorf("rectifying the board: %w", err)
	}
	px, err := out.DataPtrFloat32()
	if err != nil {
		return view{}, fmt.Errorf("rectifying the board: %w", err)
	}
	v := view{side: size.X, px: make([]float32, len(px))}
	for i, x := range px {
		v.px[i] = float32(math.Log(float64(x) + p.dark))
	}
	return v, nil
}

// homography maps a board, in squares from its first corner, to pixels: a 3×3
// matrix by rows.
type homography [9]float64

// fromCorners is the homography of a board of so many squares with its corners at
// four pixels; see P. Heckbert, Fundamentals of Texture Mapping and Image Warping (1989), 2.2.2.
func fromCorners(corners [4]calibration.Pixel, squares int) (homography, bool) {
	cross := func(ax, ay, bx, by float64) float64 { return ax*by - ay*bx }
	a, b, c, d := corners[0], corners[1], corners[2], corners[3]
	x1, y1, x2, y2 := b.X-c.X, b.Y-c.Y, d.X-c.X, d.Y-c.Y
	x3, y3 := a.X-b.X+c.X-d.X, a.Y-b.Y+c.Y-d.Y
	den := cross(x1, y1, x2, y2)
	if math.Abs(den) < 1e-9 || math.IsNaN(den) {
		return homography{}, false
	}
	g, h := cross(x3, y3, x2, y2)/den, cross(x1, y1, x3, y3)/den
	n := float64(squares)
	return homography{
		(b.X - a.X + g*b.X) / n, (d.X - a.X + h*d.X) / n, a.X,
		(b.Y - a.Y + g*b.Y) / n, (d.Y - a.Y + h*d.Y) / n, a.Y,
		g / n, h / n, 1,
	}, true
}
