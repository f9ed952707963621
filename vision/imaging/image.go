package imaging

import (
	"fmt"

	"gocv.io/x/gocv"
)

// Image is a picture of three channels in floating point.
type Image struct {
	Width, Height int
	Px            []float32 // row by row: blue, green and red of each pixel
}

// At is the colour of a pixel.
func (p Image) At(x, y int) Colour {
	px := p.Px[3*(y*p.Width+x):]
	return Colour{float64(px[0]), float64(px[1]), float64(px[2])}
}

// Sample is the colour at a place between pixels, bilinearly; the middle of the first pixel is (0, 0). Outside of
// the picture its nearest edge continues.
func (p Image) Sample(x, y float64) (out Colour) {
	x = min(max(x, 0), float64(p.Width-1))
	y = min(max(y, 0), float64(p.Height-1))
	x0, y0 := min(int(x), p.Width-2), min(int(y), p.Height-2)
	fx, fy := float32(x-float64(x0)), float32(y-float64(y0))
	a := p.Px[3*(y0*p.Width+x0):]
	b := p.Px[3*((y0+1)*p.Width+x0):]
	for c := range out {
		top := a[c] + fx*(a[c+3]-a[c])
		bottom := b[c] + fx*(b[c+3]-b[c])
		out[c] = float64(top + fy*(bottom-top))
	}
	return out
}

// ToBGR copies an 8-bit picture, grey or colour with or without transparency, into one of blue, green and red.
func ToBGR(picture gocv.Mat, into *gocv.Mat) error {
	switch picture.Type() {
	case gocv.MatTypeCV8UC3:
		return picture.CopyTo(into)
	case gocv.MatTypeCV8UC1:
		return gocv.CvtColor(picture, into, gocv.ColorGrayToBGR)
	case gocv.MatTypeCV8UC4:
		return gocv.CvtColor(picture, into, gocv.ColorBGRAToBGR)
	}
	return fmt.Errorf("a picture of type %v: 8-bit grey or colour is needed", picture.Type())
}
