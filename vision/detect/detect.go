// Package detect finds a checkers board in a single picture: of any usual size, turned any way, from above or
// obliquely, with pieces on it and other things around it.
//
// The steps, and where they are:
//
//   - attempts at the picture: other sizes, colours, filters (search.go, logimage.go, stripes.go)
//   - crossings of four squares as saddle points, at several scales (saddle.go, pyramid.go)
//   - seeds, which are four crossings that make a square, by vote (seed.go), grown into lattices (lattice.go)
//   - lattices completed in the rectified picture (complete.go, ransac.go), with crossings measured to a fraction of a
//     pixel as points of symmetry (subpixel.go, symmetry.go)
//   - evidence for every node, side and square of a lattice (evidence.go, contrast.go, squares.go) and for lines around
//     the board (profile.go), and the window of a lattice where the board lies (window.go)
//   - patterns that are no boards set aside as far as they reach (explain.go)
//   - the last fit, with the lens's radial distortion (refine.go, fit.go, lens.go)
//
// A board that is not clear, or that the picture cuts, is refused.
package detect

import (
	"math"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
)

// Options narrow the search.
type Options struct {
	Squares int // along an edge of the board; 0 when it is not known
}

// The sizes of board that are considered when none is given.
var usualSizes = []int{6, 8, 10, 12}

// LargestBoard is the most squares along an edge that Find looks for, and SmallestBoard the fewest.
const (
	SmallestBoard = 5
	LargestBoard  = 14
)

// Board is a board as found in a picture.
type Board struct {
	Squares    int                  // along an edge
	Corners    [4]calibration.Pixel // of the playing area: first the top left one as seen (least x + y), then clockwise
	Crossings  []Crossing           // the inner crossings that were measured, by rows
	Confidence float64              // 0..1: how clearly it passed the tests for being a board
}

// SquarePX is the mean length of the squares' sides along the board's edges, px.
func (b Board) SquarePX() (px float64) {
	for i, c := range b.Corners {
		next := b.Corners[(i+1)%4]
		px += math.Hypot(c.X-next.X, c.Y-next.Y) / float64(4*b.Squares)
	}
	return px
}

// Crossing is a point where four squares meet, as measured. Rows run along Corners[0]→Corners[3] and columns along
// Corners[0]→Corners[1]; the corner Corners[0] is row 0, column 0, so that crossings inside the board have
// 1..Squares−1.
type Crossing struct {
	Row, Column int
	At          calibration.Pixel
}

// Refusal is the error for a picture in which no board was found for certain.
type Refusal struct {
	Reason string // short, for people
}

func (r *Refusal) Error() string { return "no board found: " + r.Reason }

// Find finds the board in an 8-bit picture, grey or colour. A picture without a clear board is a *Refusal; other
// errors say that the picture cannot be worked on.
func Find(image gocv.Mat, o Options) (Board, error) {
	if image.Empty() || min(image.Cols(), image.Rows()) < smallestPicture {
		return Board{}, &Refusal{"the picture is empty or tiny"}
	}
	s := search{image: image, sizes: usualSizes, latticesLeft: mostLattices}
	if o.Squares != 0 {
		if o.Squares < SmallestBoard || o.Squares > LargestBoard {
			return Board{}, &Refusal{"boards of this size cannot be found"}
		}
		s.sizes, s.sizeKnown = []int{o.Squares}, true
	}
	return s.run()
}
