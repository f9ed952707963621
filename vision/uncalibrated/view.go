package uncalibrated

import (
	"errors"
	"fmt"
	"image"
	"math"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision/detect"
	"draughtsman/vision/imaging"
)

// cell is the side of a square in a rectified view, pixels.
const cell = 32

// luminance is how light a colour in log units is to the eye: the logarithm of the relative
// luminance of Rec. 709, taking a picture's values as the 2.2th root of the light.
func luminance(a imaging.Colour) float64 {
	const gamma = 2.2
	return math.Log(0.0722*math.Exp(gamma*a[0])+0.7152*math.Exp(gamma*a[1])+0.2126*math.Exp(gamma*a[2])) / gamma
}

// view is a board seen from straight above, cell pixels a square, log colours.
type view struct{ imaging.Image }

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
	err := imaging.ToBGR(source, &small)
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
	p.dark = imaging.DarkOffset(bytes)
	return p, nil
}

// even takes stripes of light away.
func (p plane) even(of *detect.Stripes) error {
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

// rectify draws a board from straight above; push moves what is looked at, in
// squares along the board's columns and rows, since the top of a piece is seen
// away from where it stands.
func (p plane) rectify(l lay, squares int, push [2]float64) (v view, err error) {
	side := squares * cell
	places := make([]imaging.Point, 0, side*side)
	for y := range side {
		for x := range side {
			places = append(places, imaging.Pt((float64(x)+0.5)/cell+push[0], (float64(y)+0.5)/cell+push[1]))
		}
	}
	seen := l.pixels(places)
	for i, at := range seen {
		// Stored pixel q is small pixel (q + ½)·scale − ½.
		seen[i] = calibration.Pixel{X: (at.X+0.5)*p.scale - 0.5, Y: (at.Y+0.5)*p.scale - 0.5}
	}
	above, err := imaging.NewView(side, seen)
	if err != nil {
		return view{}, err
	}
	defer func() { err = errors.Join(err, above.Close()) }()
	out := gocv.NewMat()
	defer out.Close()
	if err := above.Draw(p.mat, &out, gocv.BorderReplicate); err != nil {
		return view{}, err
	}
	px, err := out.DataPtrFloat32()
	if err != nil {
		return view{}, fmt.Errorf("rectifying the board: %w", err)
	}
	v.Image = imaging.Image{Width: side, Height: side, Px: make([]float32, len(px))}
	for i, x := range px {
		v.Px[i] = float32(math.Log(float64(x) + p.dark))
	}
	return v, nil
}
