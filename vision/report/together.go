package report

import (
	"fmt"
	"math"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision"
	"draughtsman/vision/calibrated"
	"draughtsman/vision/detect"
	"draughtsman/vision/learn"
	"draughtsman/vision/squares"
)

// What a calibration says of a square and what the picture says by itself are multiplied. The tones, textures and
// corners that a calibration goes by err together, in the light of another hour for instance, and are surer than they
// should be: their odds count to this power. On drawn tables, each read by one of its pictures (make drawn), 0.5 leaves
// 32 squares of some 10,000 wrong, 0.7 leaves 44, and the calibration alone 161, kings aside. On the labelled photos
// 0.5 leaves more squares untold.
const believed = 0.7

// sureHidden is how sure both together must be of a square over which something seems to lie for it to be told.
const sureHidden = 0.95

// together has what a picture says by itself join in a reading by a calibration.
func together(image gocv.Mat, known calibration.Calibration, board *calibrated.BoardReading) error {
	corners, black := seenCorners(known)
	n := known.Board.Squares
	found := detect.Board{Squares: n, Confidence: 1}
	for i, c := range corners {
		found.Corners[i] = calibration.Pixel{X: c[0], Y: c[1]}
	}
	alone, err := squares.Odds(image, found)
	if err != nil {
		return fmt.Errorf("reading the squares: %w", err)
	}
	for row := range n {
		for column := range n {
			boardRow, boardColumn := learn.OnBoard(n, row, column, black)
			if number := learn.Number(n, boardRow, boardColumn); number != 0 {
				odds := product(board.Odds[number], alone[row*n+column])
				_, p := odds.Best()
				board.Odds[number], board.Hidden[number] = odds, board.Hidden[number] && p < sureHidden
			}
		}
	}
	return nil
}

// product is what the odds by a calibration and those by a picture alone say together.
func product(known, alone vision.Odds) (odds vision.Odds) {
	total := 0.0
	for c := range odds {
		odds[c] = math.Pow(known[c], believed) * alone[c]
		total += odds[c]
	}
	if total == 0 { // they exclude each other
		return known
	}
	for c := range odds {
		odds[c] /= total
	}
	return odds
}
