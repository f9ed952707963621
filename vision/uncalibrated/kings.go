package uncalibrated

import (
	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision/kings"
)

// markKings writes the kings of a grid that was read in capitals. If no camera explains how the board is seen, none
// can be told.
func markKings(grid [][]byte, image gocv.Mat, l projection) error {
	if l.camera == nil {
		return nil
	}
	var pieces []kings.Piece
	for row, line := range grid {
		for column, letter := range line {
			if letter == 'l' || letter == 'd' {
				pieces = append(pieces, kings.Piece{Row: row, Column: column, Dark: letter == 'd'})
			}
		}
	}
	measures, _, err := kings.MeasurePieces(image, *l.camera, l.board, pieces, calibration.Disc{})
	if err != nil {
		return err
	}
	for i, king := range kings.Classify(pieces, measures, nil) {
		if p := pieces[i]; king {
			grid[p.Row][p.Column] -= 'a' - 'A'
		}
	}
	return nil
}
