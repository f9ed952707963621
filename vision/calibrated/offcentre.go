package calibrated

import (
	"math"

	"draughtsman/calibration"
	"draughtsman/vision"
)

const (
	goodFit     = 0.8   // how well an outline lies over a piece, of 2: over an empty square less
	certainOdds = 0.999 // what is read with such odds, near the middle of its square, needs no second look
)

// refine returns where in its square the piece stands that a square seems to show. It reads the square again if that
// is far off the middle, some of the piece over the next square: seen in the middle, such a piece is neither whole
// nor alone. Tall pieces seen from a low camera are over one another's squares, and are read once; so are squares
// that are known by how they looked before.
func (r *Reader) refine(number int, odds vision.Odds, seen measurement, around tone) (vision.Odds, [2]float64) {
	is, p := odds.Best()
	var pieces [vision.Contents]candidate // by content
	if is != vision.Nothing {
		pieces[is] = r.candidate(number, is, around)
	}
	first := pieces[is]
	if r.appearances.squares != nil || p > certainOdds && !first.offCentre || is != vision.Nothing &&
		r.backgrounds.knows(number, odds, seen) ||
		upperHeight(r.cal) < r.cal.Disc.HeightMM {
		return odds, first.offset
	}
	for _, side := range []vision.Content{vision.LightPiece, vision.DarkPiece} {
		if side != is {
			pieces[side] = r.candidate(number, side, around)
		}
	}
	light, dark := pieces[vision.LightPiece], pieces[vision.DarkPiece]
	best := light
	if dark.fit > light.fit {
		best = dark
	}
	if !first.offCentre && !(best.offCentre && best.fit > goodFit) {
		return odds, first.offset
	}
	nothing := min(odds[vision.Nothing], 1-certainOdds)
	isLight := min(max(1/(1+math.Exp(dark.logLikelihood-light.logLikelihood)), minProbability), 1-minProbability)
	odds = vision.Odds{vision.Nothing: nothing, vision.LightPiece: (1 - nothing) * isLight,
		vision.DarkPiece: (1 - nothing) * (1 - isLight)}
	if isLight > .5 {
		return odds, light.offset
	}
	return odds, dark.offset
}

// candidate is how a piece of a side would best be seen in a square.
type candidate struct {
	offset        [2]float64 // mm from the square's centre
	fit           float64    // of its outline
	logLikelihood float64    // logarithm of the likelihood of the tone in the middle of its top
	offCentre     bool       // off the square's middle
}

func (r *Reader) candidate(number int, side vision.Content, around tone) (p candidate) {
	s, bytes := r.view.squares.played[number], r.view.upper.bytes
	p.offset, p.fit = r.locator.find(bytes, number, s, r.contents.tones, side, around)
	p.offCentre = math.Hypot(p.offset[0], p.offset[1]) > maxOffCentre*r.cal.Board.SquareMM
	centre, look := r.cal.Board.Centre(s.row, s.column), r.contents.tones[side]
	top := r.view.grid.circle(calibration.BoardPoint{X: centre.X + p.offset[0], Y: centre.Y + p.offset[1]},
		r.view.squares.core)
	p.logLikelihood = likelihood(medianTone(bytes, top).minus(around), look, pictureSpread,
		glareOver(fromTone(look.Mean).plus(around), around))
	return p
}
