package rig

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"draughtsman/calibration"
	"draughtsman/internal/config"
	"draughtsman/internal/guide"
	"draughtsman/vision/camera"
	"draughtsman/vision/find"
)

// attempts is how many pictures TryStart tries before it gives up: a hand may still
// be in the first ones.
const attempts = 20

// CalibrateBoard learns camera and colours from a picture of the start
// position. What an earlier calibration knows of the arm is kept.
func CalibrateBoard(ctx context.Context, table config.Table, cam *camera.Camera, before *calibration.Calibration,
	now time.Time) (made calibration.Calibration, err error) {
	err = TryStart(ctx, table.Board, cam, func(frame camera.Frame) (err error) {
		made, err = CalibrateFrom(table, frame, now)
		return err
	})
	if err == nil && before != nil {
		made.Arm = before.Arm
	}
	return made, err
}

// TryStart does something with a picture of the start position: with the first for
// which that succeeds.
func TryStart(ctx context.Context, board calibration.Board, cam *camera.Camera, do func(camera.Frame) error) error {
	var last error
	for range attempts {
		frame, err := cam.Next(ctx)
		if errors.Is(err, io.EOF) && last != nil { // a file has fewer pictures
			break
		}
		if err != nil {
			return err
		}
		last = do(frame)
		if closing := frame.Close(); last == nil {
			return closing
		}
	}
	var refusal *find.Refusal
	if errors.As(last, &refusal) {
		return fmt.Errorf("no board of %[1]d×%[1]d squares is seen (%[2]s): let the camera see all of it, with the start "+
			"position set up and nothing in front of it", board.Squares, refusal.Reason)
	}
	return last
}

// CalibrateFrom makes a calibration from one picture of the start position.
func CalibrateFrom(table config.Table, frame camera.Frame, now time.Time) (calibration.Calibration, error) {
	place, err := guide.FindPlace(frame, table)
	if err != nil {
		return calibration.Calibration{}, err
	}
	lens, err := guide.LoadLens(table)
	if err != nil {
		return calibration.Calibration{}, err
	}
	return guide.LearnBoard(frame, table, place, lens, now)
}
