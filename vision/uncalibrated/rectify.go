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

// squarePX is the side of a square in a rectified view, pixels.
const squarePX = 32

// luminance returns how light a colour in log units is to the eye: the logarithm of the relative luminance of Rec.
// 709, taking a picture's values as the 2.2th root of the light.
func luminance(a imaging.Colour) float64 {
	const gamma = 2.2
	return math.Log(0.0722*math.Exp(gamma*a[0])+0.7152*math.Exp(gamma*a[1])+0.2126*math.Exp(gamma*a[2])) / gamma
}

// boardView is a board seen from straight above, squarePX pixels a square, log colours.
type boardView struct{ imaging.Image }

// scaledPicture is a camera picture in linear floating point, scaled down to about the resolution of the views.
type scaledPicture struct {
	mat   gocv.Mat // CV_32FC3
	scale float64
	dark  float64 // added before logarithms are taken
}

func (p scaledPicture) close() { _ = p.mat.Close() }

// newScaledPicture prepares an 8-bit picture in which squares have a side of about square pixels.
func newScaledPicture(source gocv.Mat, square float64) (scaledPicture, error) {
	small := gocv.NewMat()
	defer small.Close()
	err := imaging.ToBGR(source, &small)
	p := scaledPicture{mat: gocv.NewMat(), scale: min(1, 1.3*squarePX/square)}
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
		return scaledPicture{}, fmt.Errorf("preparing the picture for reading: %w", err)
	}
	p.dark = imaging.DarkOffset(bytes)
	return p, nil
}

// removeStripes takes stripes of light away.
func (p scaledPicture) removeStripes(of *detect.Stripes) error {
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

// rectify draws a board from straight above. offset moves what is looked at, in squares along the board's columns and
// rows, since the top of a piece is seen away from where it stands.
func (p scaledPicture) rectify(l projection, squares int, offset [2]float64) (v boardView, err error) {
	side := squares * squarePX
	places := make([]imaging.Point, 0, side*side)
	for y := range side {
		for x := range side {
			places = append(places, imaging.Pt((float64(x)+0.5)/squarePX+offset[0], (float64(y)+0.5)/squarePX+offset[1]))
		}
	}
	seen := l.pixels(places)
	for i, at := range seen {
		// Stored pixel q is small pixel (q + ½)·scale − ½.
		seen[i] = calibration.Pixel{X: (at.X+0.5)*p.scale - 0.5, Y: (at.Y+0.5)*p.scale - 0.5}
	}
	above, err := imaging.NewView(side, seen)
	if err != nil {
		return boardView{}, err
	}
	defer func() { err = errors.Join(err, above.Close()) }()
	out := gocv.NewMat()
	defer out.Close()
	if err := above.Draw(p.mat, &out, gocv.BorderReplicate); err != nil {
		return boardView{}, err
	}
	px, err := out.DataPtrFloat32()
	if err != nil {
		return boardView{}, fmt.Errorf("rectifying the board: %w", err)
	}
	v.Image = imaging.Image{Width: side, Height: side, Px: make([]float32, len(px))}
	for i, x := range px {
		v.Px[i] = float32(math.Log(float64(x) + p.dark))
	}
	return v, nil
}
