package squares

import (
	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision/detect"
)

// WeighKnown returns what a picture by itself says of each square of a board that lies where a calibration has it. They
// are counted as calibration.Board counts them; the first square is number 1. The picture is of the calibrated camera's
// size.
func WeighKnown(picture gocv.Mat, known calibration.Calibration) ([]Evidence, error) {
	n := known.Board.Squares
	evidence, err := Weigh(picture, boardOf(known))
	if err != nil {
		return nil, err
	}
	numbered := make([]Evidence, 1, n*n/2+1)
	for i, e := range evidence {
		if (i/n+i%n)%2 == 1 {
			numbered = append(numbered, e)
		}
	}
	return numbered, nil
}

// boardOf is a board as it would have been found where a calibration has it, by rows from Black's side and columns from
// White's left.
func boardOf(known calibration.Calibration) detect.Board {
	n := known.Board.Squares
	found := detect.Board{Squares: n, Confidence: 1}
	for i, corner := range known.Board.Corners() {
		found.Corners[i] = known.Camera.Project(corner)
	}
	for row := 1; row < n; row++ {
		for column := 1; column < n; column++ {
			at := known.Camera.Project(known.Board.Crossing(row, column, calibration.Top))
			found.Crossings = append(found.Crossings, detect.Crossing{Row: row, Column: column, At: at})
		}
	}
	return found
}
