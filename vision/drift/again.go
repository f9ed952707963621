package drift

import (
	"errors"
	"math"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision/find"
)

// again looks for the board in the whole picture. Its pose is false where none
// is found, or one that has been turned so far that it might as well be the
// other way around.
func again(picture gocv.Mat, board calibration.Board, camera calibration.Camera) (calibration.Pose, bool, error) {
	const mostTurn = 60 // degrees
	found, err := find.Find(picture, find.Options{Squares: board.Squares})
	var refusal *find.Refusal
	if errors.As(err, &refusal) {
		return calibration.Pose{}, false, nil
	}
	if err != nil {
		return calibration.Pose{}, false, err
	}
	least, best := math.Inf(1), []calibration.Correspondence(nil)
	for edge := range calibration.Edge(4) {
		seen := board.OuterCorners(found.Corners, edge)
		sum := 0.0
		for _, s := range seen {
			p := camera.Project(s.BoardPoint)
			sum += math.Hypot(p.X-s.Pixel.X, p.Y-s.Pixel.Y)
		}
		if sum >= least {
			continue
		}
		least, best = sum, seen
		for _, c := range found.Crossings {
			best = append(best, calibration.Correspondence{Pixel: c.At, BoardPoint: board.Crossing(c.Row, c.Column, edge)})
		}
	}
	pose, _, err := camera.Refit(best)
	if err != nil || math.Abs(board.Drift(camera.Pose, pose).TurnDeg) > mostTurn {
		return calibration.Pose{}, false, nil //nolint:nilerr // it is not there
	}
	return pose, true, nil
}
