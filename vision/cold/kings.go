package cold

import (
	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision/crown"
	"draughtsman/vision/find"
)

// anySquare is the side that squares count as having, mm: a picture shows proportions only.
const anySquare = 40.0

// crownKings writes the kings of a grid that was read in capitals. Where no camera
// explains how the board is seen, there are none to be told.
func crownKings(grid [][]byte, image gocv.Mat, found find.Board) error {
	board := calibration.Board{Squares: found.Squares, SquareMM: anySquare}
	seen := board.OuterCorners(found.Corners, calibration.Top)
	for _, c := range found.Crossings {
		seen = append(seen, calibration.Correspondence{Pixel: c.At, BoardPoint: board.Crossing(c.Row, c.Column, calibration.Top)})
	}
	camera, _, err := calibration.FitCamera(image.Cols(), image.Rows(), seen)
	if err != nil {
		return nil
	}
	var pieces []crown.Piece
	for row, line := range grid {
		for column, letter := range line {
			if letter == 'l' || letter == 'd' {
				pieces = append(pieces, crown.Piece{Row: row, Column: column, Dark: letter == 'd'})
			}
		}
	}
	measures, _, err := crown.Look(image, camera, board, pieces, calibration.Disc{})
	if err != nil {
		return err
	}
	for i, king := range crown.Kings(pieces, measures, nil) {
		if p := pieces[i]; king {
			grid[p.Row][p.Column] -= 'a' - 'A'
		}
	}
	return nil
}
