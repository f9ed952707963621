package find

import (
	"fmt"
	"image"
	"math"

	"gocv.io/x/gocv"
)

// picture is a camera picture prepared for the search: the logarithm of each
// colour channel, so that a square's edge is equally strong in light and in
// shadow, at a size for which the filters' widths are meant.
type picture struct {
	mat           gocv.Mat  // CV_32FC3
	px            []float32 // mat's data: rows of blue, green, red
	width, height int
	scale         float64 // prepared pixels to one stored pixel
	tints         bool    // brightness was left out
}

// scaled is an 8-bit picture of three channels in another size.
type scaled struct {
	mat   gocv.Mat
	scale float64 // pixels to one stored pixel
}

// scaleTo scales an 8-bit picture (grey, BGR or BGRA) so that its longer side has so many pixels, small pictures
// to at most twice their size.
func scaleTo(source gocv.Mat, longest int) (scaled, error) {
	colour := gocv.NewMat()
	var err error
	switch source.Type() {
	case gocv.MatTypeCV8UC3:
		err = source.CopyTo(&colour)
	case gocv.MatTypeCV8UC1:
		err = gocv.CvtColor(source, &colour, gocv.ColorGrayToBGR)
	case gocv.MatTypeCV8UC4:
		err = gocv.CvtColor(source, &colour, gocv.ColorBGRAToBGR)
	default:
		_ = colour.Close()
		return scaled{}, fmt.Errorf("a picture of type %v cannot be searched for a board: 8-bit grey or colour is needed",
			source.Type())
	}
	scale := float64(longest) / float64(max(source.Cols(), source.Rows()))
	method := gocv.InterpolationArea
	switch {
	case scale > 1.4:
		scale, method = min(scale, 2), gocv.InterpolationCubic
	case scale >= 1:
		scale = 1
	}
	if err == nil && scale != 1 {
		size := image.Pt(int(math.Round(scale*float64(colour.Cols()))), int(math.Round(scale*float64(colour.Rows()))))
		err = gocv.Resize(colour, &colour, size, 0, 0, method)
	}
	if err != nil {
		_ = colour.Close()
		return scaled{}, fmt.Errorf("scaling the picture: %w", err)
	}
	return scaled{colour, scale}, nil
}

// prepare takes logarithms: log(x + 6 % of the bright end + 2), where the second term keeps
// sensor noise in the dark from growing. Where brightness is left out, the mean of a pixel's three logarithms is
// taken from each: a shadow takes the same part of all three (Finlayson, Hordley, Lu and Drew, On the
// removal of shadows from images, 2006).
func (s scaled) prepare(at look) (picture, error) {
	colour := s.mat
	if at.median > 1 {
		colour = gocv.NewMat()
		defer colour.Close()
		if err := gocv.MedianBlur(s.mat, &colour, at.median); err != nil {
			return picture{}, fmt.Errorf("taking the lines out of the picture: %w", err)
		}
	}
	bytes, err := colour.DataPtrUint8()
	if err != nil {
		return picture{}, fmt.Errorf("reading the picture's pixels: %w", err)
	}
	bright := brightEnd(bytes)

	p := picture{mat: gocv.NewMat(), width: colour.Cols(), height: colour.Rows(), scale: s.scale, tints: at.tints}
	if err = colour.ConvertToWithParams(&p.mat, gocv.MatTypeCV32F, 1, float32(0.06*bright+2)); err == nil {
		err = gocv.Log(p.mat, &p.mat)
	}
	if err == nil && at.tints {
		err = withoutBrightness(&p.mat)
	}
	if err == nil {
		p.px, err = p.mat.DataPtrFloat32()
	}
	if err != nil {
		p.close()
		return picture{}, fmt.Errorf("taking the picture's logarithm: %w", err)
	}
	return p, nil
}

func withoutBrightness(m *gocv.Mat) error {
	kernel := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(-1./3, 0, 0, 0), 3, 3, gocv.MatTypeCV32F)
	defer kernel.Close()
	for c := range 3 {
		kernel.SetFloatAt(c, c, 2./3)
	}
	return gocv.Transform(*m, m, kernel)
}

func (p picture) close() { _ = p.mat.Close() }

// brightEnd is the 95th percentile of the brightest channel, 0..255, over a
// sample of the pixels.
func brightEnd(bgr []uint8) float64 {
	var histogram [256]int
	n := 0
	const step = 3 * 61 // coprime to common widths, so that all columns are met
	for i := 0; i+2 < len(bgr); i += step {
		histogram[max(bgr[i], bgr[i+1], bgr[i+2])]++
		n++
	}
	left := n / 20
	for v := 255; v > 0; v-- {
		if left -= histogram[v]; left < 0 {
			return float64(v)
		}
	}
	return 0
}

// stored is a point of the prepared picture in pixels of the stored one; in
// both the centre of the first pixel is (0, 0).
func (p picture) stored(v vec) vec {
	return vec{(v.x+0.5)/p.scale - 0.5, (v.y+0.5)/p.scale - 0.5}
}

// inside says whether a point lies in the picture, at least margin from its edges.
func (p picture) inside(v vec, margin float64) bool {
	return v.x >= margin && v.y >= margin && v.x <= float64(p.width-1)-margin && v.y <= float64(p.height-1)-margin
}

// sample reads the three channels between pixels, bilinearly; outside of the
// picture its nearest edge continues.
func sample(px []float32, width, height int, x, y float64) [3]float32 {
	x = min(max(x, 0), float64(width-1))
	y = min(max(y, 0), float64(height-1))
	x0, y0 := min(int(x), width-2), min(int(y), height-2)
	fx, fy := float32(x-float64(x0)), float32(y-float64(y0))
	a := px[3*(y0*width+x0):]
	b := px[3*((y0+1)*width+x0):]
	var out [3]float32
	for c := range out {
		top := a[c] + fx*(a[c+3]-a[c])
		bottom := b[c] + fx*(b[c+3]-b[c])
		out[c] = top + fy*(bottom-top)
	}
	return out
}
