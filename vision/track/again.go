package track

import (
	"errors"
	"math"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision/detect"
)

// again looks for the board in the whole picture. Its pose is false where none
// is found, or one that has been turned so far that it might as well be the
// other way around.
func again(picture gocv.Mat, board calibration.Board, camera calibration.Camera) (calibration.Pose, bool, error) {
	const mostTurn = 60 // degrees
	found, err := detect.Find(picture, detect.Options{Squares: board.Squares})
	var refusal *detect.Refusal
	if errors.As(err, &refusal) {
		return calibration.Pose{}, false, nil
	}
	if err != nil {
		return calibration.Pose{}, false, err
	}
	pose, _, err := camera.Refit(found.Corresponding(board, found.NearestEdge(board, camera)))
	if err != nil || math.Abs(board.Drift(camera.Pose, pose).TurnDeg) > mostTurn {
		return calibration.Pose{}, false, nil //nolint:nilerr // it is not there
	}
	return pose, true, nil
}
