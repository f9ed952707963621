package calibrated

import (
	"math"

	"gocv.io/x/gocv"

	"draughtsman/vision"
	"draughtsman/vision/squares"
)

// Look looks at a picture of the board as at one of which nothing is known but where it is.
func (r *Reader) Look(picture gocv.Mat) (squares.Evidence, error) {
	return squares.Look(picture, r.cal.Camera, r.cal.Board)
}

// Kings returns which squares hold a king, by number, where that can be seen in the picture in which a board was
// read. In a game the rules know better.
func (r *Reader) Kings(evidence squares.Evidence, seen BoardReading) []bool {
	var pieces []squares.Piece
	var numbers []int
	for number := 1; number < len(seen.Odds); number++ {
		is, _ := seen.Odds[number].Best()
		if is == vision.Nothing || seen.Hidden[number] {
			continue
		}
		s := r.view.squares.played[number]
		side := 0
		if is == vision.DarkPiece {
			side = 1
		}
		pieces, numbers = append(pieces, squares.Piece{Row: s.row, Column: s.column, Side: side}), append(numbers, number)
	}
	crowned := make([]bool, len(seen.Odds))
	for i, king := range evidence.Kings(pieces) {
		crowned[numbers[i]] = king
	}
	return crowned
}

// evidenceWeight is what counts of evidence that does not know the table: some of it is the same that the looks of the
// squares say.
const evidenceWeight = 0.7

// Weigh adds evidence to what was read in the same picture. Whichever side the evidence has for the lighter one does not
// matter: its names are those under which it agrees better.
func (r *Reader) Weigh(evidence squares.Evidence, seen *BoardReading) {
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
}
