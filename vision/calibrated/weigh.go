package calibrated

import (
	"math"

	"gocv.io/x/gocv"

	"draughtsman/vision"
	"draughtsman/vision/squares"
)

// evidenceWeight is what counts of evidence that does not know the table: some of it is the same that the looks of the
// squares say.
const evidenceWeight = 0.7

// Weigh adds to what was read in a picture what the squares seem to hold to one who does not know the table. Whichever
// side looks lighter to that one does not matter: the names are those under which both agree better.
func (r *Reader) Weigh(picture gocv.Mat, seen *BoardReading) error {
	evidence, err := squares.Look(picture, r.cal.Camera, r.cal.Board)
	if err != nil {
		return err
	}
	odds := make([]vision.Odds, len(seen.Odds))
	agreement := 0.0
	for number := 1; number < len(seen.Odds); number++ {
		s := r.view.squares.played[number]
		odds[number] = evidence.Odds(s.row, s.column)
		is := seen.Odds[number]
		agreement += (is[vision.LightPiece] - is[vision.DarkPiece]) *
			(odds[number][vision.LightPiece] - odds[number][vision.DarkPiece])
	}
	for number := 1; number < len(seen.Odds); number++ {
		o := odds[number]
		if agreement < 0 {
			o[vision.LightPiece], o[vision.DarkPiece] = o[vision.DarkPiece], o[vision.LightPiece]
		}
		for content, p := range o {
			o[content] = math.Log(seen.Odds[number][content]) + evidenceWeight*math.Log(max(p, minProbability))
		}
		seen.Odds[number] = normalised(o)
	}
	return nil
}
