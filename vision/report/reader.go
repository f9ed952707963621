package report

import (
	"errors"
	"math"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision/detect"
	"draughtsman/vision/learn"
	"draughtsman/vision/squares"
)

// leastChequered is the fraction of the squares that must show themselves beside their neighbours where a board was not
// found in the picture, and is believed to be where it was.
const leastChequered = 0.6

// Calibrated reads a picture of a table with a calibration: the squares are compared with what they showed when the
// pieces were learnt. Where the board is not where the calibration has it, or the picture has another size, the board
// is found anew for this picture alone, and Black sits at the edge that is nearest to where it was. The error says
// that the picture cannot be worked on at all.
func Calibrated(image gocv.Mat, known calibration.Calibration, now func() time.Time) (Report, error) {
	began := now()
	board, edges, found, err := locate(image, known)
	var refusal *detect.Refusal
	if errors.As(err, &refusal) {
		return refused(refusal.Reason, began, now), nil
	}
	if err != nil {
		return Report{}, err
	}
	reading, err := squares.Read(image, board, known.Examples)
	if err != nil {
		return Report{}, err
	}
	if !found && reading.Chequered < leastChequered {
		return refused("something is over the board, or it is not where it was calibrated", began, now), nil
	}
	black := edges[0]
	if row, column := learn.OnBoard(board.Squares, 0, reading.Played, black); (row+column)%2 == 0 {
		black = edges[1]
	}
	return readingOf(image, board, reading, fen(reading.Grid, black, known.BlackPieces), began, now)
}

// leastMoved is how far, in squares, a board must lie from where it was to count as moved; less is the measurement.
const leastMoved = 0.06

// locate returns the board as a picture shows it, the edges at which Black may sit, the likelier one first, for the
// pieces may stand on the squares of the other colour now, and whether it was found. What is in front of a board may
// keep it from being so: it is believed to be where it was, if the picture is of the calibrated camera.
func locate(image gocv.Mat, known calibration.Calibration) (board detect.Board, black [2]calibration.Edge, is bool,
	err error) {
	calibrated, edge := squares.BoardOf(known)
	same := known.Camera.Lens.Fits(image.Cols(), image.Rows()) == nil
	board, err = detect.Find(image, detect.Options{Squares: known.Board.Squares})
	var refusal *detect.Refusal
	hidden := errors.As(err, &refusal) && same
	switch {
	case hidden, err == nil && same && apart(calibrated, board) < leastMoved:
		return calibrated, [2]calibration.Edge{edge, edge}, !hidden, nil
	case err != nil:
		return board, black, false, err
	}
	edge = nearestEdge(known, board)
	return board, [2]calibration.Edge{edge, (edge + 1) % 4}, true, nil
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

// nearestEdge is the edge of a found board that faces as Black's side did before the calibrated camera.
func nearestEdge(known calibration.Calibration, found detect.Board) (edge calibration.Edge) {
	far, middle := calibration.BoardPoint{Y: known.Board.Half()}, calibration.BoardPoint{}
	a, b := known.Camera.Project(far), known.Camera.Project(middle)
	best := math.Inf(-1)
	var centre calibration.Pixel
	for _, c := range found.Corners {
		centre.X, centre.Y = centre.X+c.X/4, centre.Y+c.Y/4
	}
	for e := calibration.Top; e <= calibration.Left; e++ {
		p, q := found.Corners[e], found.Corners[(e+1)%4]
		x, y := (p.X+q.X)/2-centre.X, (p.Y+q.Y)/2-centre.Y
		if along := ((a.X-b.X)*x + (a.Y-b.Y)*y) / math.Hypot(x, y); along > best {
			best, edge = along, e
		}
	}
	return edge
}
