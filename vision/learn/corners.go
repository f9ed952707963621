package learn

import (
	"errors"
	"fmt"
	"math"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision/detect"
)

// OffCorner is the error for a corner that a person has put beside the one that a picture shows.
type OffCorner struct {
	Corner  int     // as the detection has them
	Which   string  // "top left corner"
	PX      float64 // from where it is seen
	Outside bool    // of the board
}

// Error says what to do.
func (o *OffCorner) Error() string {
	where := "inside"
	if o.Outside {
		where = "outside"
	}
	return fmt.Sprintf("the %s (%c) lies %.0f px %s the board: put it on the corner of the playing squares", o.Which,
		'A'+rune(o.Corner), o.PX, where)
}

// A corner is off from mostOff squares on, as is a board for which the check asks. Where one is off by leastOther
// squares, another board was found than the one that is meant, and the person has the last word.
const (
	mostOff    = 0.05
	leastOther = 0.75
)

// Misplaced is the corner that lies farthest from where the board is seen in a picture, an *OffCorner; nil where all
// lie on the board's, or no board is found.
func (d Detection) Misplaced(image gocv.Mat) error {
	found, err := detect.Find(image, detect.Options{Squares: d.Squares})
	if refusal := new(detect.Refusal); errors.As(err, &refusal) {
		return nil
	}
	if err != nil {
		return err
	}
	off := func(turned, i int) (dx, dy float64) {
		seen := found.Corners[(i+turned)%4]
		return d.Corners[i].X - seen.X, d.Corners[i].Y - seen.Y
	}
	least, turned := math.Inf(1), 0
	for k := range 4 {
		sum := 0.0
		for i := range 4 {
			sum += math.Hypot(off(k, i))
		}
		if sum < least {
			least, turned = sum, k
		}
	}
	var worst OffCorner
	for i := range 4 {
		if px := math.Hypot(off(turned, i)); px > worst.PX {
			which := [...]string{"top left", "top right", "bottom right", "bottom left"}[(i+turned)%4] + " corner"
			worst = OffCorner{Corner: i, Which: which, PX: px, Outside: !inside(found.Corners, d.Corners[i])}
		}
	}
	if square := found.SquarePX(); worst.PX <= mostOff*square || worst.PX >= leastOther*square {
		return nil
	}
	return &worst
}

// inside reports whether a point lies within four corners, which go clockwise in a picture.
func inside(corners [4]calibration.Pixel, p calibration.Pixel) bool {
	for i, a := range corners {
		b := corners[(i+1)%4]
		if (b.X-a.X)*(p.Y-a.Y) < (b.Y-a.Y)*(p.X-a.X) {
			return false
		}
	}
	return true
}
