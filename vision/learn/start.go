package learn

import (
	"errors"
	"fmt"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision"
	"draughtsman/vision/calibrated"
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
	game, err := vision.GameOn(known.Board)
	if err != nil {
		return known, err
	}
	made, unlike, err := calibrated.Learn(image, known, calibrated.KnownOf(game.Start(), known.BlackPieces))
	if err != nil {
		return known, err
	}
	if len(unlike) > 0 {
		return known, fmt.Errorf("square %d does not look as in the start position: set up all %d men, take your "+
			"hand away, and check that black_pieces is %s", unlike[0].Number, 2*game.Board().PiecesASide(), known.BlackPieces)
	}
	made.Made = now
	return made, free(image, made)
}

// free returns an error where something is over the board of a calibration in the picture that it was made from.
func free(image gocv.Mat, made calibration.Calibration) error {
	reader, err := calibrated.NewReader(made)
	if err != nil {
		return err
	}
	defer reader.Close()
	board, err := reader.ReadBoard(image)
	if err == nil && board.Obstructed {
		return errors.New("something is over the board: take it away")
	}
	return err
}
