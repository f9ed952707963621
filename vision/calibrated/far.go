package calibrated

import (
	"math"

	"draughtsman/calibration"
	"draughtsman/vision"
)

const (
	fits    = 0.8   // how well an outline lies over a piece, of 2: over an empty square less
	certain = 0.999 // what is read with such odds, near the middle of its square, needs no second look
)

// place says where in its square the piece stands that a square seems to show, and
// reads it again if that is far off the middle, some of it over the next square: in
// the middle such a piece is seen neither whole nor alone. Tall pieces seen from a
// low camera are over one another's squares, and are read once; so are squares that are known by how they
// looked before.
func (r *Reader) place(number int, odds vision.Odds, seen seenTones, around tone) (vision.Odds, [2]float64) {
	is, p := odds.Best()
	var pieces [vision.Contents]piece // by content
	if is != vision.Nothing {
		pieces[is] = r.piece(number, is, around)
	}
	first := pieces[is]
	if r.memory.squares != nil || p > certain && !first.far || is != vision.Nothing && r.usual.knows(number, odds, seen) ||
		upperHeight(r.known) < r.known.Disc.HeightMM {
		return odds, first.offset
	}
	for _, side := range []vision.Content{vision.LightPiece, vision.DarkPiece} {
		if side != is {
			pieces[side] = r.piece(number, side, around)
		}
	}
	light, dark := pieces[vision.LightPiece], pieces[vision.DarkPiece]
	best := light
	if dark.fit > light.fit {
		best = dark
	}
	if !first.far && !(best.far && best.fit > fits) {
		return odds, first.offset
	}
	nothing := min(odds[vision.Nothing], 1-certain)
	isLight := min(max(1/(1+math.Exp(dark.likely-light.likely)), misread), 1-misread)
	odds = vision.Odds{vision.Nothing: nothing, vision.LightPiece: (1 - nothing) * isLight,
		vision.DarkPiece: (1 - nothing) * (1 - isLight)}
	if isLight > .5 {
		return odds, light.offset
	}
	return odds, dark.offset
}

// piece is how a piece of a side would best be seen in a square.
type piece struct {
	offset [2]float64 // mm from the square's centre
	fit    float64    // of its outline
	likely float64    // logarithm of the likelihood of the tone in the middle of its top
	far    bool       // off the square's middle
}

func (r *Reader) piece(number int, side vision.Content, around tone) (p piece) {
	s, bytes := r.view.squares.played[number], r.view.upper.bytes
	p.offset, p.fit = r.placer.find(bytes, number, s, r.knows.tones, side, around)
	p.far = math.Hypot(p.offset[0], p.offset[1]) > farthest*r.known.Board.SquareMM
	centre, look := r.known.Board.Centre(s.row, s.column), r.knows.tones[side]
	top := r.view.grid.circle(calibration.BoardPoint{X: centre.X + p.offset[0], Y: centre.Y + p.offset[1]},
		r.view.squares.core)
	p.likely = likelihood(middle(bytes, top).minus(around), look, betweenPictures,
		veilOver(fromTone(look.Mean).plus(around), around))
	return p
}
