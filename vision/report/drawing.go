package report

import (
	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision"
	"draughtsman/vision/detect"
	"draughtsman/vision/overlay"
)

// Report is a record and what is needed to draw it on its picture.
type Report struct {
	Record
	geometry overlay.Geometry
	drawing  overlay.Drawing
}

// Save writes the picture, with what was read drawn on it, to a file.
func (r Report) Save(path string, image gocv.Mat) error {
	drawn := gocv.NewMat()
	defer drawn.Close()
	if err := r.draw(image, &drawn); err != nil {
		return err
	}
	return overlay.Save(path, drawn)
}

// draw draws the record; a picture without a board stays as it is.
func (r Report) draw(image gocv.Mat, into *gocv.Mat) error {
	if r.Board == nil {
		return image.CopyTo(into)
	}
	return overlay.Draw(image, r.geometry, r.drawing, into)
}

// What a board counts as of which no sizes are known, mm.
var (
	drawnSquare = 40.0
	drawnDisc   = calibration.Disc{DiameterMM: 30, HeightMM: 7}
)

// drawingOf prepares the drawing of a board that was found: its rows and columns are those of the picture.
func drawingOf(image gocv.Mat, found detect.Board, grid []string) (overlay.Geometry, overlay.Drawing, error) {
	board := calibration.Board{Squares: found.Squares, SquareMM: drawnSquare}
	camera, _, err := calibration.FitCamera(image.Cols(), image.Rows(), found.Corresponding(board, calibration.Top))
	if err != nil {
		return overlay.Geometry{}, overlay.Drawing{}, err
	}
	var d overlay.Drawing
	for row, line := range grid {
		for column, letter := range []byte(line) {
			if letter != '.' {
				d.Marks = append(d.Marks, markOf(overlay.Cell{Row: row, Column: column}, letter))
			}
		}
	}
	return overlay.Geometry{Camera: camera, Board: board, Disc: drawnDisc}, d, nil
}

// markOf is the mark for a letter of a grid.
func markOf(at overlay.Cell, letter byte) overlay.Mark {
	m := overlay.Mark{Cell: at, Confidence: 1, King: letter == 'L' || letter == 'D', Unknown: letter == '?'}
	switch letter {
	case 'l', 'L':
		m.Content = vision.LightPiece
	case 'd', 'D':
		m.Content = vision.DarkPiece
	}
	return m
}
