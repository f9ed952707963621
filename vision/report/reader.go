package report

import (
	"errors"
	"math"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision/detect"
	"draughtsman/vision/squares"
)

// leastChequered is the fraction of the squares that must show themselves beside their neighbours where a board was not
// found in the picture, and is believed to be where it was.
const leastChequered = 0.6

// leastMoved is how far, in squares, a board must lie from where it was to count as moved; less is the measurement.
const leastMoved = 0.06

// Calibrated reads a picture of a table with a calibration: the squares are compared with what they showed when the
// pieces were learnt. Where the board is not where the calibration has it, or the picture has another size, the board
// is found anew for this picture alone, and Black sits at the edge that is nearest to where it was, or at the next one
// if the pieces stand on the squares of the other colour. What is in front of a board may keep it from being found: it
// is believed to be where it was, if that can be seen. The error says that the picture cannot be worked on at all.
func Calibrated(image gocv.Mat, known calibration.Calibration, now func() time.Time) (Report, error) {
	began := now()
	there, black := squares.BoardOf(known)
	same := known.Camera.Lens.Fits(image.Cols(), image.Rows()) == nil
	found, err := detect.Find(image, detect.Options{Squares: known.Board.Squares})
	var refusal *detect.Refusal
	hidden := errors.As(err, &refusal)
	if hidden && !same {
		return refused(refusal.Reason, began, now), nil
	}
	if err != nil && !hidden {
		return Report{}, err
	}
	if hidden {
		chequered, err := squares.Chequered(image, there)
		if err != nil {
			return Report{}, err
		}
		if chequered < leastChequered {
			return refused("something is over the board, or it is not where it was calibrated", began, now), nil
		}
	}
	moved := !hidden && !(same && apart(there, found) < leastMoved)
	if moved {
		there, black = found, found.NearestEdge(known.Board, known.Camera)
	}
	reading, err := squares.Read(image, there, known.Examples)
	if err != nil {
		return Report{}, err
	}
	if known.Board.Number(calibration.OnBoard(there.Squares, 0, reading.Played, black)) == 0 && moved {
		black = (black + 1) % 4
	}
	return readingOf(image, there, reading, fen(reading.Grid, known.Board, black, known.BlackPieces), began, now)
}

// apart is the largest distance of a found board's corner from the nearest calibrated one, in squares.
func apart(calibrated, found detect.Board) (worst float64) {
	for _, at := range found.Corners {
		nearest := math.Inf(1)
		for _, p := range calibrated.Corners {
			nearest = min(nearest, math.Hypot(p.X-at.X, p.Y-at.Y))
		}
		worst = max(worst, nearest)
	}
	return worst / found.SquarePX()
}
