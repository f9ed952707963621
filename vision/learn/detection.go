package learn

import (
	"errors"
	"fmt"
	"math"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision"
	"draughtsman/vision/calibrated"
	"draughtsman/vision/detect"
	"draughtsman/vision/squares"
)

// Setup is what is known of a table before its camera has seen it.
type Setup struct {
	Board       calibration.Board
	Disc        calibration.Disc
	BlackPieces calibration.Shade
	Lens        *calibration.LensFile // nil: the picture has to tell it
}

// Detection is the board as a picture shows it, and where Black sits.
type Detection struct {
	detect.Board                  // as found; without crossings where a person has set the corners
	Black        calibration.Edge // the edge of the picture's board at which Black sits
	Guessed      bool             // Black's edge could not be told from the pieces
}

// NoBoard is the error for a picture in which no board is seen where the start position should be. It wraps the
// *detect.Refusal.
type NoBoard struct {
	Squares int // along an edge of the board that was looked for
	*detect.Refusal
}

// Error says what to do.
func (n *NoBoard) Error() string {
	return fmt.Sprintf("no board of %[1]d×%[1]d squares is seen (%[2]s): let the camera see all of it, with the start "+
		"position set up and nothing in front of it", n.Squares, n.Reason)
}

// Unwrap is the refusal.
func (n *NoBoard) Unwrap() error { return n.Refusal }

// Detect finds the board and, from the start position, Black's side. A *NoBoard says that no board is seen.
func Detect(image gocv.Mat, s Setup) (Detection, error) {
	board, err := detect.Find(image, detect.Options{Squares: s.Board.Squares})
	if refusal := new(detect.Refusal); errors.As(err, &refusal) {
		return Detection{}, &NoBoard{s.Board.Squares, refusal}
	}
	if err != nil {
		return Detection{}, err
	}
	d := Detection{Board: board}
	return d, d.TellSide(image, s)
}

// TellSide sets Black's side: the one with which the start position explains the picture best. Guessed says that it
// does not explain it well, whichever side is Black's.
func (d *Detection) TellSide(image gocv.Mat, s Setup) (err error) {
	game, none := vision.GameOn(s.Board)
	if none != nil {
		d.Guessed = true
		return nil
	}
	start := calibrated.KnownOf(game.Start(), s.BlackPieces)
	reader, err := squares.NewReader(d.Board, image.Cols(), image.Rows(), nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, reader.Close()) }()
	if _, err := reader.Look(image); err != nil {
		return err
	}
	evidence := reader.Evidence()
	best, most := math.Inf(-1), 0
	for edge := calibration.Top; edge <= calibration.Left; edge++ {
		likelihood, right := 0.0, 0
		for i, e := range evidence {
			row, column := i/d.Squares, i%d.Squares
			is := start[s.Board.Number(calibration.OnBoard(d.Squares, row, column, edge))].Content
			likelihood += math.Log(e.Odds[is])
			if seen, _ := e.Best(); seen == is {
				right++
			}
		}
		if likelihood > best {
			d.Black, best, most = edge, likelihood, right
		}
	}
	d.Guessed = float64(most) < plainlyStart*float64(len(evidence))
	return nil
}

// geometry is a calibration that has the camera over the board, and none of the colours.
func (d Detection) geometry(image gocv.Mat, s Setup) (calibration.Calibration, error) {
	fitted, residual, err := d.Camera(image, s)
	return calibration.Calibration{
		Version: calibration.Version,
		Board:   s.Board, Disc: s.Disc, BlackPieces: s.BlackPieces,
		Camera: fitted, CameraResidualPX: residual,
	}, err
}

// WithCorner is the detection with one of its corners elsewhere, set by a person; the crossings that were measured
// are dropped.
func (d Detection) WithCorner(corner int, at calibration.Pixel) Detection {
	d.Corners[corner] = at
	d.Crossings = nil
	return d
}

// Camera is the camera that took the picture, and the root mean square distance of the board's crossings from where
// it has them, px. The error says that the board fits no camera, or not the given lens.
func (d Detection) Camera(image gocv.Mat, s Setup) (calibration.Camera, float64, error) {
	return fit(d.Board, s, d.Black, image, startResidual)
}

// fit is the camera that sees a board as it was found in a picture, and the residual, px: at most so many for each
// 1000 of the picture's longer side.
func fit(found detect.Board, s Setup, black calibration.Edge, image gocv.Mat, most float64) (fitted calibration.Camera,
	residual float64, err error) {
	width, height := image.Cols(), image.Rows()
	seen := found.Corresponding(s.Board, black)
	if s.Lens == nil {
		fitted, residual, err = calibration.FitCamera(width, height, seen)
	} else if err = s.Lens.Fits(width, height); err == nil {
		fitted.Lens = s.Lens.Lens
		fitted.Pose, residual, err = calibration.FitPose(fitted.Lens, seen)
	}
	if err != nil {
		return calibration.Camera{}, 0, err
	}
	worst := most * float64(max(width, height)) / 1000
	if residual > worst && s.Lens == nil { // somebody may have resized or cut the picture
		if altered, off, err := calibration.FitAltered(width, height, seen); err == nil && off <= worst {
			return altered, off, nil
		}
	}
	switch {
	case residual > worst && s.Lens != nil:
		return fitted, residual, fmt.Errorf("the board's lines lie %.1f px from where the lens would show them (at most "+
			"%.1f): is it the lens of this camera, with the same zoom and focus? If not, calibrate the lens again", residual,
			worst)
	case residual > worst:
		return fitted, residual, fmt.Errorf("the board's lines lie %.1f px from where a flat board's would (at most %.1f): "+
			"is the board flat, and is each corner where it should be?", residual, worst)
	}
	return fitted, residual, nil
}
