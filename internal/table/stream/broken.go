package stream

import (
	"errors"
	"image"
	"math/rand/v2"

	"gocv.io/x/gocv"
)

// Broken is how many of a camera's pictures are broken, as those of a USB camera are whose bus is busy: the end of a
// picture has not come. The zero value is a camera whose pictures are whole.
type Broken struct {
	Share float64 // of the pictures, drawn by lot
	Seed  uint64
}

// missing is what a program shows in place of what has not come. libjpeg fills blocks for which there is no data with
// zeros, which is grey (jdhuff.c, "we return uniform gray for the remainder of the segment"). YUYV of zeros is green in
// ITU-R BT.601.
var missing = []gocv.Scalar{gocv.NewScalar(128, 128, 128, 0), gocv.NewScalar(0, 135, 0, 0)}

// unitRows is the height of a JPEG's smallest unit, with colours at half the resolution: where pictures are cut off.
const unitRows = 16

// cutOff cuts a picture off if its lot says so.
func (b Broken) cutOff(picture *gocv.Mat, frame int) error {
	random := rand.New(rand.NewPCG(b.Seed, uint64(frame)))
	if random.Float64() >= b.Share {
		return nil
	}
	units := picture.Rows() / unitRows
	from := unitRows * random.IntN(max(units, 1))
	how := random.IntN(len(missing) + 1)
	if how < len(missing) || from == 0 {
		below := picture.Region(image.Rect(0, from, picture.Cols(), picture.Rows()))
		below.SetTo(missing[how%len(missing)])
		return below.Close()
	}
	// OpenCV's reader of JPEG in memory repeats the last row where a picture has no end mark.
	last := picture.Region(image.Rect(0, from-1, picture.Cols(), from))
	err := error(nil)
	for y := from; y < picture.Rows() && err == nil; y++ {
		row := picture.Region(image.Rect(0, y, picture.Cols(), y+1))
		err = errors.Join(last.CopyTo(&row), row.Close())
	}
	return errors.Join(err, last.Close())
}
