package guide

import (
	"context"
	"errors"
	"io/fs"
	"time"

	"draughtsman/calibration"
	"draughtsman/internal/config"
	"draughtsman/vision/camera"
	"draughtsman/vision/learn"
)

// Setup is what a table's description tells of the table, with the lens of its camera if one has been fitted.
func Setup(table config.Table) (learn.Setup, error) {
	s := learn.Setup{Board: table.Board, Disc: table.Disc, BlackPieces: table.BlackPieces}
	lens, err := calibration.LoadLens(table.Camera.Lens)
	switch {
	case err == nil:
		s.Lens = &lens
	case !errors.Is(err, fs.ErrNotExist):
		return s, err
	}
	return s, nil
}

// Known is what a file knows of a table, but for what has to be found out anew; nil: nothing, or there is no such file.
func Known(path string) (*calibration.Calibration, error) {
	known, err := calibration.Load(path)
	var redo *calibration.RedoError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case errors.As(err, &redo):
		return redo.Rest, nil
	}
	return &known, err
}

// CalibrateBoard learns camera and colours from one of a camera's next pictures of the start position.
func CalibrateBoard(ctx context.Context, table config.Table, cam *camera.Camera,
	now time.Time) (made calibration.Calibration, err error) {
	setup, err := Setup(table)
	if err != nil {
		return made, err
	}
	err = cam.Try(ctx, func(frame camera.Frame) (err error) {
		made, err = learn.FromStart(frame.Image, setup, now)
		return err
	})
	return made, err
}
