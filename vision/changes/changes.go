package changes

import (
	"errors"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/vision"
)

// Stack is a place beside the squares where discs lie on one another.
type Stack struct {
	At     calibration.BoardPoint // the middle of its floor
	Before int                    // discs that lay there in the first picture
	Now    []checkers.Side        // those that should lie there in the second, from the bottom to the top
}

// Stray is a disc that lies where it should not.
type Stray struct {
	Side checkers.Side
	At   calibration.BoardPoint // the middle of its underside
}

// Askew is a disc that stands on a square, far from its middle.
type Askew struct {
	Stray
	Square checkers.Square
}

// Found is what has become of a table.
type Found struct {
	// Strays are discs that have come to lie where none was and none belongs: between
	// the squares, or beside the board and the stacks.
	Strays []Stray
	// Askew are discs that have come to lie across the edges of the squares that they
	// are read on.
	Askew []Askew
	// Squares and Stacks (by index) look as they did: no disc has come there or gone,
	// not even to or from the top of another one.
	Squares checkers.Set
	Stacks  []bool
}

// Detector compares pictures of a table. The zero value is ready; Close gives its memory
// back. It is for one goroutine at a time.
type Detector struct{ sheet sheet }

// Close gives the memory back.
func (d *Detector) Close() error { return d.sheet.close() }

// comparison is all that is known of two pictures of a table.
type comparison struct {
	*sheet
	known       calibration.Calibration
	stacks      []Stack
	seen        vision.Sighting // of the second picture
	before, now []uint8         // blue, green and red; before in the light of now
	looks       looks
	changed     []change
}

// Compare finds what has changed from one picture to another, both 8-bit BGR and of a
// free table. The calibration has the camera where it is now; seen is what was read in
// the second picture.
func (d *Detector) Compare(before, now gocv.Mat, known calibration.Calibration, stacks []Stack,
	seen vision.Sighting) (found Found, err error) {
	if err := d.sheet.aim(known); err != nil {
		return found, err
	}
	then, err := d.sheet.take(before)
	if err != nil {
		return found, err
	}
	here, err := d.sheet.take(now)
	if err != nil {
		return found, errors.Join(err, then.Close())
	}
	a, errBefore := then.DataPtrUint8()
	b, errNow := here.DataPtrUint8()
	if err = errors.Join(errBefore, errNow); err == nil {
		c := &comparison{sheet: &d.sheet, known: known, stacks: stacks, seen: seen, before: d.sheet.relit(a, b), now: b}
		c.looks = c.learn()
		c.changed = c.compare()
		found = c.find()
	}
	return found, errors.Join(err, then.Close(), here.Close())
}

// find sorts what is as large as a disc and has changed.
func (c *comparison) find() (found Found) {
	diameter := c.known.Disc.DiameterMM
	for _, at := range c.discs() {
		was, is := c.mean(c.before, at, diameter/4), c.mean(c.now, at, diameter/4)
		side, ok := c.looks.side(is)
		if !ok || c.looks.left(was, is) {
			continue
		}
		stray := Stray{Side: side, At: c.middle(at, is)}
		if c.onStack(stray.At) {
			continue
		}
		if square := c.astride(stray); square != 0 {
			found.Askew = append(found.Askew, Askew{Stray: stray, Square: square})
			continue
		}
		if !c.accountedFor(stray.At) && !slices.ContainsFunc(found.Strays, func(other Stray) bool {
			return math.Hypot(other.At.X-stray.At.X, other.At.Y-stray.At.Y) < diameter/2
		}) {
			found.Strays = append(found.Strays, stray)
		}
	}
	found.Squares, found.Stacks = c.unchanged()
	return found
}
