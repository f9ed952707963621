package report

import (
	"fmt"
	"math"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision"
	"draughtsman/vision/calibrated"
	"draughtsman/vision/squares"
)

// calibrationPower is the power to which the odds of a calibration count when they are multiplied with what the picture
// says by itself. The tones, textures and corners that a calibration goes by err together, in the light of another hour
// for instance, and are surer than they should be. How it was chosen is in docs/notes/seeing.md.
const calibrationPower = 0.7

// hiddenProbability is how probable a content must be by both together for it to be told of a square over which
// something seems to lie.
const hiddenProbability = 0.95

// together has what a picture says by itself join in a reading by a calibration, and returns by the numbers of the
// squares on which of them a king stands.
func together(image gocv.Mat, known calibration.Calibration, board *calibrated.BoardReading) (kings []bool, err error) {
	alone, err := squares.WeighKnown(image, known)
	if err != nil {
		return nil, fmt.Errorf("reading the squares: %w", err)
	}
	kings = make([]bool, len(board.Odds))
	for number := 1; number < len(board.Odds); number++ {
		odds := product(board.Odds[number], alone[number].Odds)
		content, p := odds.Best()
		kings[number] = content != vision.Nothing && alone[number].King > 0.5
		board.Odds[number], board.Hidden[number] = odds, board.Hidden[number] && p < hiddenProbability
	}
	return kings, nil
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
