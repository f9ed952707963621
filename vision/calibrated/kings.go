package calibrated

import (
	"gocv.io/x/gocv"

	"draughtsman/vision"
	"draughtsman/vision/squares"
)

// Kings returns which squares hold a king, by number, where that can be seen in the picture in which a board was
// read. In a game the rules know better.
func (r *Reader) Kings(picture gocv.Mat, seen BoardReading) ([]bool, error) {
	evidence, err := squares.Look(picture, r.cal.Camera, r.cal.Board)
	if err != nil {
		return nil, err
	}
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
	return crowned, nil
}
