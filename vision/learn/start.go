package learn

import (
	"errors"
	"fmt"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/vision"
	"draughtsman/vision/calibrated"
	"draughtsman/vision/moves"
	"draughtsman/vision/squares"
)

// FromStart makes a calibration from a picture of the start position. A *NoBoard says that no board is seen.
func FromStart(image gocv.Mat, s Setup, now time.Time) (calibration.Calibration, error) {
	d, err := Detect(image, s)
	if err != nil {
		return calibration.Calibration{}, err
	}
	return d.Calibrate(image, s, now)
}

// Calibrate makes a calibration from the picture of the start position in which the board was detected.
func (d Detection) Calibrate(image gocv.Mat, s Setup, now time.Time) (calibration.Calibration, error) {
	if d.Guessed {
		return calibration.Calibration{},
			errors.New("the light and the dark pieces do not stand at opposite edges of the board: set up the start position")
	}
	made, err := d.geometry(image, s)
	if err != nil {
		return calibration.Calibration{}, err
	}
	return Pieces(image, made, now)
}

// Pieces returns a calibration of which the camera is known with the colours of squares and pieces, from a picture
// of the start position.
func Pieces(image gocv.Mat, known calibration.Calibration, now time.Time) (calibration.Calibration, error) {
	colours, err := calibrated.LearnColours(image, known, checkers.Start())
	if err != nil {
		return known, err
	}
	known.Colours, known.Made = &colours, now
	board, black := squares.BoardOf(known)
	known.Examples, err = squares.Describe(image, board, startGrid(black, known.BlackPieces))
	if err != nil {
		return known, err
	}
	return known, confirm(image, known, moves.PictureOf(checkers.Start(), known.BlackPieces),
		func(square checkers.Square, _ vision.Content) error {
			return fmt.Errorf("square %d does not look as in the start position: set up all 24 men, take your hand away, and "+
				"check that black_pieces is %s", square, known.BlackPieces)
		})
}

// confirm reads the picture that a calibration was made from with it; the error says what is not read as it must be.
func confirm(image gocv.Mat, made calibration.Calibration, is moves.Picture,
	otherwise func(checkers.Square, vision.Content) error) error {
	reader, err := calibrated.NewReader(made)
	if err != nil {
		return err
	}
	defer reader.Close()
	board, err := reader.ReadBoard(image)
	if err != nil {
		return err
	}
	for s := checkers.Square(1); s <= checkers.Squares; s++ {
		if got, _ := board.Odds[s].Best(); got != is[s] {
			return otherwise(s, got)
		}
	}
	if board.Obstructed {
		return errors.New("something is over the board: take it away")
	}
	return nil
}
