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

// calibrationPower is the power to which the odds of a calibration count when they are multiplied with what the picture
// says by itself. The tones, textures and corners that a calibration goes by err together, in the light of another hour
// for instance, and are surer than they should be. How it was chosen is in docs/notes/reading.md.
const calibrationPower = 0.7

// hiddenProbability is how probable a content must be by both together for it to be told of a square over which
// something seems to lie.
const hiddenProbability = 0.95

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
				board.Odds[number], board.Hidden[number] = odds, board.Hidden[number] && p < hiddenProbability
			}
		}
	}
	return nil
}

// product is what the odds by a calibration and those by a picture alone say together.
func product(known, alone vision.Odds) (odds vision.Odds) {
	total := 0.0
	for c := range odds {
		odds[c] = math.Pow(known[c], calibrationPower) * alone[c]
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
