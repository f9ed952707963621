package changes

import (
	"errors"
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

// Fallen is a disc that lies on a stack where it should not.
type Fallen struct {
	Stray
	Stack int // its index
}

// Result is what has changed on a table.
type Result struct {
	// Strays are discs that have come to lie where none was and none belongs: between the squares, or beside the board
	// and the stacks.
	Strays []Stray
	// Askew are discs that have come to lie across the edges of the squares on which they are read.
	Askew []Askew
	// Squares, and Stacks by index, are those that look as they did: no disc has come there or gone, not even to or from
	// the top of another one.
	Squares checkers.Set
	Stacks  []bool
	// Fallen are discs that have come to lie on stacks that should look as they did, the likeliest first. What lies on one
	// stack hides some of the next, which may seem to have another disc, too.
	Fallen []Fallen
}

// Detector compares pictures of a table. The zero value is ready; Close gives its memory back. It is for one
// goroutine at a time.
type Detector struct{ view topView }

// Close gives the memory back.
func (d *Detector) Close() error { return d.view.close() }

// comparison is all that is known of two pictures of a table.
type comparison struct {
	*topView
	known       calibration.Calibration
	board       checkers.Board
	stacks      []Stack
	seen        vision.Sighting // of the second picture
	before, now []uint8         // blue, green and red; before in the light of now
	colours     discColours
	changed     []change
}

// Compare finds what has changed from one picture to another, both 8-bit BGR and of a table over which nothing lies.
// The calibration has the camera where it is now; stacks are the places beside the squares where discs may lie, and
// seen is what was read in the second picture.
func (d *Detector) Compare(before, now gocv.Mat, known calibration.Calibration, stacks []Stack,
	seen vision.Sighting) (found Result, err error) {
	game, err := vision.GameOn(known.Board)
	if err != nil {
		return found, err
	}
	if err := d.view.aim(known); err != nil {
		return found, err
	}
	then, err := d.view.rectify(before)
	if err != nil {
		return found, err
	}
	here, err := d.view.rectify(now)
	if err != nil {
		return found, errors.Join(err, then.Close())
	}
	a, errBefore := then.DataPtrUint8()
	b, errNow := here.DataPtrUint8()
	if err = errors.Join(errBefore, errNow); err == nil {
		c := &comparison{topView: &d.view, known: known, board: game.Board(), stacks: stacks, seen: seen,
			before: d.view.relight(a, b), now: b}
		c.colours = c.learnColours()
		c.changed = c.classifyPixels()
		found = c.sort()
	}
	return found, errors.Join(err, then.Close(), here.Close())
}

// sort says of everything that has changed and is as large as a disc what it is, the clearest first. What overlaps a
// disc that was found already is its side, or its shadow.
func (c *comparison) sort() (found Result) {
	diameter := c.known.Disc.DiameterMM
	var lying []calibration.BoardPoint // discs on the table
	for _, stack := range c.stacks {
		if stray, ok := c.besideOwn(stack); ok {
			lying = append(lying, stray.At)
			found.Strays = append(found.Strays, stray)
		}
	}
	for _, at := range c.discs() {
		was, is := c.mean(c.before, at, diameter/4), c.mean(c.now, at, diameter/4)
		side, ok := c.colours.side(is)
		if !ok || c.colours.left(was, is) {
			continue
		}
		stray := Stray{Side: side, At: c.refineCentre(at, is)}
		if slices.ContainsFunc(lying, func(other calibration.BoardPoint) bool {
			return other.Distance(stray.At) < besidePiece*diameter
		}) {
			continue
		}
		if stack := c.onStack(stray.At); stack >= 0 {
			if c.stacks[stack].Before == 0 { // not on top of others, where it would seem to lie beside them
				lying = append(lying, stray.At)
			}
			continue
		}
		if square := c.astride(stray); square != 0 {
			found.Askew = append(found.Askew, Askew{Stray: stray, Square: square})
			continue
		}
		if !c.accountedFor(stray.At) {
			lying = append(lying, stray.At)
			found.Strays = append(found.Strays, stray)
		}
	}
	found.Squares, found.Stacks = c.unchanged()
	found.Fallen = c.fallen(found.Stacks)
	return found
}
