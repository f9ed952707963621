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
	Corner  int     `json:"corner"`  // as the detection has them
	Which   string  `json:"which"`   // "top left corner"
	PX      float64 `json:"px"`      // from where it is seen
	Outside bool    `json:"outside"` // of the board
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
	var worst OffCorner
	for i, at := range d.Corners {
		nearest, px := 0, math.Inf(1)
		for k, c := range found.Corners {
			if far := math.Hypot(at.X-c.X, at.Y-c.Y); far < px {
				nearest, px = k, far
			}
		}
		if px > worst.PX {
			which := [...]string{"top left", "top right", "bottom right", "bottom left"}[nearest] + " corner"
			worst = OffCorner{Corner: i, Which: which, PX: px, Outside: !inside(found.Corners, at)}
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
