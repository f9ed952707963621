package learn

import (
	"errors"
	"fmt"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/vision/calibrated"
	"draughtsman/vision/moves"
)

// Start makes a calibration from a picture of the start position. A *NoBoard says that
// no board is seen.
func Start(image gocv.Mat, s Setup, now time.Time) (calibration.Calibration, error) {
	p, err := FindPlace(image, s)
	if err != nil {
		return calibration.Calibration{}, err
	}
	return p.Learn(image, s, now)
}

// Learn makes a calibration from a picture of the start position in which the board has
// this place.
func (p Place) Learn(image gocv.Mat, s Setup, now time.Time) (calibration.Calibration, error) {
	if p.Guessed {
		return calibration.Calibration{},
			errors.New("the light and the dark pieces do not stand at opposite edges of the board: set up the start position")
	}
	made, err := p.aimed(image, s)
	if err != nil {
		return calibration.Calibration{}, err
	}
	return Pieces(image, made, now)
}

// Pieces learns what squares and pieces look like from a picture of the
// start position on a board whose place is known.
func Pieces(image gocv.Mat, known calibration.Calibration, now time.Time) (calibration.Calibration, error) {
	colours, err := calibrated.LearnColours(image, known, checkers.Start())
	if err != nil {
		return known, err
	}
	known.Colours, known.Made = &colours, now
	return known, confirm(image, known)
}

// confirm reads the picture that a calibration was made from with it.
func confirm(image gocv.Mat, made calibration.Calibration) error {
	reader, err := calibrated.NewReader(made)
	if err != nil {
		return err
	}
	defer reader.Close()
	board, err := reader.ReadBoard(image)
	if err != nil {
		return err
	}
	want := moves.PictureOf(checkers.Start(), made.BlackPieces)
	for s := checkers.Square(1); s <= checkers.Squares; s++ {
		if got, _ := board.Odds[s].Best(); got != want[s] {
			return fmt.Errorf("square %d does not look as in the start position: set up all 24 men, take your hand away, and "+
				"check that black_pieces is %s", s, made.BlackPieces)
		}
	}
	if board.Obstructed {
		return errors.New("something is over the board: take it away")
	}
	return nil
}
