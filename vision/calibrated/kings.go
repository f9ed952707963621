package calibrated

import (
	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision"
	"draughtsman/vision/kings"
)

// Kings returns which squares hold a king, by number, where that can be seen in the picture in which a board was
// read. In a game the rules know better.
func (r *Reader) Kings(picture gocv.Mat, seen BoardReading) ([]bool, error) {
	var pieces []kings.Piece
	var numbers []int
	for number := 1; number < len(seen.Odds); number++ {
		is, _ := seen.Odds[number].Best()
		if is == vision.Nothing || seen.Hidden[number] {
			continue
		}
		pieces = append(pieces, r.view.squares.played[number].piece(is))
		numbers = append(numbers, number)
	}
	disc := r.cal.Disc
	if men := r.cal.Colours.Men; men != nil && men.Disc.HeightMM > 0 {
		disc = men.Disc
	}
	measures, _, err := kings.MeasurePieces(picture, r.cal.Camera, r.cal.Board, pieces, disc)
	if err != nil {
		return nil, err
	}
	crowned := make([]bool, len(seen.Odds))
	for i, king := range kings.Classify(pieces, measures, r.cal.Colours.Men) {
		crowned[numbers[i]] = king
	}
	return crowned, nil
}

func (s square) piece(is vision.Content) kings.Piece {
	return kings.Piece{Row: s.row, Column: s.column, Dark: is == vision.DarkPiece}
}

// minPieces is from how many pieces on their width and height are measured.
const minPieces = 8

// menOf learns what men look like from a picture of known contents.
func menOf(picture gocv.Mat, cal calibration.Calibration, played []square, known []Known) (*calibration.Men, error) {
	var pieces []kings.Piece
	var crowned []bool
	for number := 1; number < len(known); number++ {
		if is := known[number]; !is.Unknown && is.Content != vision.Nothing {
			pieces = append(pieces, played[number].piece(is.Content))
			crowned = append(crowned, is.King)
		}
	}
	disc := cal.Disc
	if len(pieces) >= minPieces {
		disc = calibration.Disc{} // measured in the same way as kings will be
	}
	measures, disc, err := kings.MeasurePieces(picture, cal.Camera, cal.Board, pieces, disc)
	if err != nil {
		return nil, err
	}
	men := kings.Learn(pieces, measures, crowned)
	men.Disc = disc
	return &men, nil
}
