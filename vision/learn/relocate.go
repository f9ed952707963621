package learn

import (
	"errors"
	"math"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision/calibrated"
	"draughtsman/vision/detect"
)

// ErrNotMoved says that the board is where the calibration has it.
var ErrNotMoved = errors.New("the board is where it was")

// Relocate returns a calibration for a picture by another camera, or taken after the camera or the board has been
// moved. Squares and pieces keep their colours, but the light may have changed, the board may be turned, and the
// pieces may stand on the squares of the other colour; of these what explains the picture best is returned. A
// *detect.Refusal says that no board is seen, ErrNotMoved that it is where it was.
func Relocate(image gocv.Mat, known calibration.Calibration) (calibration.Calibration, error) {
	found, err := detect.Find(image, detect.Options{Squares: known.Board.Squares})
	if err != nil {
		return known, err
	}
	if off := cornerDistance(known, found); off < leastMoved && image.Cols() == known.Camera.Lens.Width &&
		image.Rows() == known.Camera.Lens.Height {
		return known, ErrNotMoved
	}
	best, least := known, math.Inf(1)
	var failed error
	for _, black := range nearestEdges(known, found) {
		camera, residual, err := fit(found, Setup{Board: known.Board}, black, image, anyResidual)
		if err != nil {
			failed = err
			continue
		}
		for _, colours := range []calibration.Colours{known.Colours.Levelled(), known.Colours.Levelled().Exchanged()} {
			candidate := known
			candidate.Camera, candidate.CameraResidualPX, candidate.Colours = camera, residual, &colours
			strange, err := strangeness(image, candidate)
			if err != nil {
				failed = err
				continue
			}
			if strange < least {
				best, least = candidate, strange
			}
		}
	}
	if math.IsInf(least, 1) {
		return known, failed
	}
	return best, nil
}

// strangeness is the fraction of the board that a calibration does not explain, 0 to 1.
func strangeness(image gocv.Mat, known calibration.Calibration) (float64, error) {
	reader, err := calibrated.NewReader(known)
	if err != nil {
		return 0, err
	}
	defer reader.Close()
	board, err := reader.ReadBoard(image)
	return board.Strange, err
}

// cornerDistance is the largest distance of a found board's corner from the nearest calibrated one, in squares.
func cornerDistance(known calibration.Calibration, found detect.Board) float64 {
	corners := known.Board.Corners()
	worst := 0.0
	for _, at := range found.Corners {
		nearest := math.Inf(1)
		for _, p := range known.Camera.ProjectAll(corners[:]) {
			nearest = min(nearest, math.Hypot(p.X-at.X, p.Y-at.Y))
		}
		worst = max(worst, nearest)
	}
	return worst / found.SquarePX()
}

// nearestEdges are two neighbouring edges of a found board at which Black may sit: the one that faces as Black's
// side did before the calibrated camera, and the next one, with which the squares of the other colour are played on.
func nearestEdges(known calibration.Calibration, found detect.Board) [2]calibration.Edge {
	far, middle := calibration.BoardPoint{Y: known.Board.Half()}, calibration.BoardPoint{}
	a, b := known.Camera.Project(far), known.Camera.Project(middle)
	best, edge := math.Inf(-1), calibration.Top
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
	return [2]calibration.Edge{edge, (edge + 1) % 4}
}
