package learn

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/vision"
	"draughtsman/vision/calibrated"
	"draughtsman/vision/moves"
	"draughtsman/vision/squares"
)

// surely is the probability with which every square of a board must be read for a table to be learnt from it.
const surely = 0.9

// FromPosition makes a calibration from the picture in which the board was detected, of any position of a game in which
// both sides have pieces, and says what the squares show. Which side sits where is told by where most of its pieces
// are. The error says why the position is not sure.
func (d Detection) FromPosition(image gocv.Mat, s Setup, now time.Time) (made calibration.Calibration, is moves.Picture,
	err error) {
	if _, err := vision.GameOn(s.Board); err != nil {
		return made, is, err
	}
	reading, err := squares.Read(image, d.Board, nil)
	if err != nil {
		return made, is, err
	}
	if all := strings.Join(reading.Grid, ""); !strings.ContainsAny(all, "lL") || !strings.ContainsAny(all, "dD") {
		return made, is, errors.New("the pieces of both sides must be on the board")
	}
	if reading.Least < surely {
		return made, is, errors.New("what stands on the board is not plain to see")
	}
	d.Black = GuessBlackEdge(reading.Grid, s.Board.Mirrored)
	if s.BlackPieces == calibration.Light {
		d.Black = (d.Black + 2) % 4
	}
	known, err := contentsByNumber(reading.Grid, s.Board, d.Black)
	if err != nil {
		return made, is, err
	}
	if made, err = d.geometry(image, s); err != nil {
		return made, is, err
	}
	made, unlike, err := calibrated.Learn(image, made, known)
	if err != nil {
		return made, is, err
	}
	for number, k := range known {
		is[number] = k.Content
	}
	if len(unlike) > 0 {
		square := checkers.Square(unlike[0].Number)
		return made, is, fmt.Errorf("square %d seems to show %s, and by the looks of the others %s", square, is[square],
			unlike[0].Looks)
	}
	made.Made = now
	return made, is, free(image, made)
}
