package detect

import (
	"fmt"
	"image"
	"math"

	"gocv.io/x/gocv"

	"draughtsman/vision/imaging"
)

// logImage is a camera picture prepared for the search: the logarithm of each colour channel, so that a square's
// edge is equally strong in light and in shadow, at a size that the filters' widths are meant for.
type logImage struct {
	imaging.Image          // of mat's pixels
	mat           gocv.Mat // CV_32FC3
	scale         float64  // prepared pixels to one stored pixel
	chromatic     bool     // brightness was left out
}

// scaledImage is an 8-bit picture of three channels in another size.
type scaledImage struct {
	mat   gocv.Mat
	scale float64 // pixels to one stored pixel
}

// scaleTo scales an 8-bit picture (grey, BGR or BGRA) so that its longer side has so many pixels, small pictures to
// at most twice their size.
func scaleTo(source gocv.Mat, longest int) (scaledImage, error) {
	colour := gocv.NewMat()
	err := imaging.ToBGR(source, &colour)
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
		return scaledImage{}, fmt.Errorf("preparing the picture for the search: %w", err)
	}
	return scaledImage{colour, scale}, nil
}

// logarithm prepares a picture for an attempt. Where that leaves out brightness, the mean of a pixel's three
// logarithms is taken from each: a shadow takes the same part of all three (Finlayson, Hordley, Lu and Drew, On the
// removal of shadows from images, 2006).
func (s scaledImage) logarithm(at attempt) (logImage, error) {
	colour := s.mat
	if at.median > 1 {
		colour = gocv.NewMat()
		defer colour.Close()
		if err := gocv.MedianBlur(s.mat, &colour, at.median); err != nil {
			return logImage{}, fmt.Errorf("taking the lines out of the picture: %w", err)
		}
	}
	bytes, err := colour.DataPtrUint8()
	if err != nil {
		return logImage{}, fmt.Errorf("reading the picture's pixels: %w", err)
	}
	p := logImage{mat: gocv.NewMat(), scale: s.scale, chromatic: at.chromatic}
	p.Width, p.Height = colour.Cols(), colour.Rows()
	if err = colour.ConvertToWithParams(&p.mat, gocv.MatTypeCV32F, 1, float32(imaging.DarkOffset(bytes))); err == nil {
		err = gocv.Log(p.mat, &p.mat)
	}
	if err == nil && at.chromatic {
		err = removeBrightness(&p.mat)
	}
	if err == nil {
		p.Px, err = p.mat.DataPtrFloat32()
	}
	if err != nil {
		p.close()
		return logImage{}, fmt.Errorf("taking the picture's logarithm: %w", err)
	}
	return p, nil
}

// removeBrightness takes the mean of the three channels from each.
func removeBrightness(m *gocv.Mat) error {
	kernel := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(-1./3, 0, 0, 0), 3, 3, gocv.MatTypeCV32F)
	defer kernel.Close()
	for c := range 3 {
		kernel.SetFloatAt(c, c, 2./3)
	}
	return gocv.Transform(*m, m, kernel)
}

func (p logImage) close() { _ = p.mat.Close() }

// toStored is a point of the prepared picture in pixels of the stored one; in both the centre of the first pixel is
// (0, 0).
func (p logImage) toStored(v imaging.Point) imaging.Point {
	return imaging.Pt((v.X+0.5)/p.scale-0.5, (v.Y+0.5)/p.scale-0.5)
}

// inside reports whether a point lies in the picture, at least margin pixels from its edges.
func (p logImage) inside(v imaging.Point, margin float64) bool {
	return v.X >= margin && v.Y >= margin && v.X <= float64(p.Width-1)-margin && v.Y <= float64(p.Height-1)-margin
}
