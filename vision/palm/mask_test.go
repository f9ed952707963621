//go:build !nopalm

package palm_test

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"math"

	"gocv.io/x/gocv"

	"draughtsman/vision/score"
)

// of cuts a hand out of a photo.
func (c cut) of(path string) (cutout, error) {
	out := cutout{Name: c.name, Photo: c.photo, Colours: gocv.NewMat()}
	photo := gocv.IMRead(path, gocv.IMReadColor|gocv.IMReadIgnoreOrientation)
	defer photo.Close()
	if photo.Empty() || !c.at.In(image.Rect(0, 0, photo.Cols(), photo.Rows())) {
		out.Mask = gocv.NewMat()
		return out, fmt.Errorf("%s is no photo with a hand at %v", path, c.at)
	}
	part := photo.Region(c.at)
	defer part.Close()
	out.Mask = gocv.NewMatWithSize(part.Rows(), part.Cols(), gocv.MatTypeCV8UC1)
	if err := part.CopyTo(&out.Colours); err != nil {
		return out, err
	}
	return out, mask(out.Colours, &out.Mask)
}

// mask finds what has the colours of skin or of a dark sleeve, as one piece without holes.
func mask(colours gocv.Mat, into *gocv.Mat) error {
	pixels, errPixels := colours.DataPtrUint8()
	hand, errHand := into.DataPtrUint8()
	if err := errors.Join(errPixels, errHand); err != nil {
		return err
	}
	for i := range hand {
		b, g, r := pixels[3*i], pixels[3*i+1], pixels[3*i+2]
		hand[i] = 0
		if int(r)-int(b) > redder || max(b, g, r) < sleeve {
			hand[i] = 255
		}
	}
	kernel := gocv.GetStructuringElement(gocv.MorphEllipse, image.Pt(growing, growing))
	defer kernel.Close()
	for _, op := range []gocv.MorphType{gocv.MorphOpen, gocv.MorphClose} {
		if err := gocv.MorphologyEx(*into, into, op, kernel); err != nil {
			return err
		}
	}
	outlines := gocv.FindContours(*into, gocv.RetrievalExternal, gocv.ChainApproxNone)
	defer outlines.Close()
	largest, area := -1, 0.
	for i := range outlines.Size() {
		if a := gocv.ContourArea(outlines.At(i)); a > area {
			largest, area = i, a
		}
	}
	if largest < 0 {
		return errors.New("there is no hand in the part of the photo")
	}
	into.SetTo(gocv.NewScalar(0, 0, 0, 0))
	if err := gocv.DrawContours(into, outlines, largest, color.RGBA{255, 255, 255, 0}, -1); err != nil {
		return err
	}
	// Its outermost pixels have the colour of the table mixed in.
	if err := gocv.Erode(*into, into, kernel); err != nil {
		return err
	}
	return gocv.Blur(*into, into, image.Pt(softPX, softPX))
}

// paste lays the hand into a picture of 8-bit blue, green and red: its middle at a pixel, larger by a factor than in
// its photo, and turned clockwise. At 0 degrees its fingers point to the right. What lies beside the picture is left
// out.
func (c cutout) paste(picture *gocv.Mat, middle image.Point, scale, degrees float64) error {
	turn := gocv.GetRotationMatrix2D(image.Pt(c.Mask.Cols()/2, c.Mask.Rows()/2), -degrees, scale)
	defer turn.Close()
	side := int(math.Ceil(scale*math.Hypot(float64(c.Mask.Cols()), float64(c.Mask.Rows())))) + 2
	turn.SetDoubleAt(0, 2, turn.GetDoubleAt(0, 2)+float64(side-c.Mask.Cols())/2)
	turn.SetDoubleAt(1, 2, turn.GetDoubleAt(1, 2)+float64(side-c.Mask.Rows())/2)
	colours, mask := gocv.NewMat(), gocv.NewMat()
	defer colours.Close()
	defer mask.Close()
	size := image.Pt(side, side)
	errColours := gocv.WarpAffineWithParams(c.Colours, &colours, turn, size, gocv.InterpolationLinear,
		gocv.BorderReplicate, color.RGBA{})
	errMask := gocv.WarpAffine(c.Mask, &mask, turn, size)
	of, errOf := colours.DataPtrUint8()
	opaque, errOpaque := mask.DataPtrUint8()
	into, errInto := picture.DataPtrUint8()
	if err := errors.Join(errColours, errMask, errOf, errOpaque, errInto); err != nil {
		return err
	}
	width, corner := picture.Cols(), middle.Sub(size.Div(2))
	at := image.Rectangle{corner, corner.Add(size)}.Intersect(image.Rect(0, 0, width, picture.Rows()))
	for y := at.Min.Y; y < at.Max.Y; y++ {
		for x := at.Min.X; x < at.Max.X; x++ {
			from := (y-corner.Y)*side + x - corner.X
			for k := range 3 {
				under, over := &into[3*(y*width+x)+k], int(of[3*from+k])
				part := int(opaque[from])
				*under = uint8((part*over + (255-part)*int(*under) + 127) / 255)
			}
		}
	}
	return nil
}

func (c cutout) close() error { return errors.Join(c.Colours.Close(), c.Mask.Close()) }

// squarePX is the mean side of a square along the edges of a labelled board.
func squarePX(l score.Label) (mean float64) {
	for i, a := range l.Corners {
		b := l.Corners[(i+1)%4]
		mean += math.Hypot(a[0]-b[0], a[1]-b[1]) / 4 / float64(l.Squares)
	}
	return mean
}
