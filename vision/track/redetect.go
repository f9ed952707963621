package track

import (
	"errors"
	"math"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision/detect"
)

// redetect looks for the board in the whole picture and returns its pose. It is false where no board is found, or
// one that has been turned so far that it might as well be the other way around.
func redetect(picture gocv.Mat, board calibration.Board, camera calibration.Camera) (calibration.Pose, bool, error) {
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
