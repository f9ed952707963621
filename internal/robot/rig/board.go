package rig

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/config"
	"draughtsman/vision/camera"
	"draughtsman/vision/cold"
	"draughtsman/vision/find"
	"draughtsman/vision/follow"
	"draughtsman/vision/read"
)

// worstResidual is how far, in pixels for each 1000 of the picture's width, the
// board's crossings may lie from where the fitted camera sees them.
const worstResidual = 2.0

// attempts is how many pictures CalibrateBoard tries before it gives up: a hand
// may still be in the first ones.
const attempts = 20

// CalibrateBoard learns camera and colours from a picture of the start
// position. What an earlier calibration knows of the arm is kept.
func CalibrateBoard(ctx context.Context, table config.Table, cam *camera.Camera, before *calibration.Calibration, now time.Time) (calibration.Calibration, error) {
	var last error
	for range attempts {
		frame, err := cam.Next(ctx)
		if errors.Is(err, io.EOF) && last != nil { // a file has fewer pictures
			break
		}
		if err != nil {
			return calibration.Calibration{}, err
		}
		made, err := CalibrateFrom(table, frame, now)
		if closing := frame.Close(); err == nil {
			err = closing
		}
		if err == nil {
			if before != nil {
				made.Arm = before.Arm
			}
			return made, nil
		}
		last = err
	}
	var refusal *find.Refusal
	if errors.As(last, &refusal) {
		return calibration.Calibration{}, fmt.Errorf("no board of %[1]d×%[1]d squares is seen (%[2]s): let the camera see all of it, with the start position set up and nothing in front of it", table.Board.Squares, refusal.Reason)
	}
	return calibration.Calibration{}, last
}

// CalibrateFrom makes a calibration from one picture of the start position.
func CalibrateFrom(table config.Table, frame camera.Frame, now time.Time) (calibration.Calibration, error) {
	board, err := find.Find(frame.Image, find.Options{Squares: table.Board.Squares})
	if err != nil {
		return calibration.Calibration{}, err
	}
	reading, err := cold.Read(frame.Image, board)
	if err != nil {
		return calibration.Calibration{}, err
	}
	black, err := calibration.BlackEdge(reading.Grid, table.BlackPieces)
	if err != nil {
		return calibration.Calibration{}, err
	}
	seen := table.Board.OuterCorners(board.Corners, black)
	for _, c := range board.Crossings {
		seen = append(seen, calibration.Correspondence{Pixel: c.At, BoardPoint: table.Board.Crossing(c.Row, c.Column, black)})
	}
	width, height := frame.Image.Cols(), frame.Image.Rows()
	fitted, residual, err := calibration.FitCamera(width, height, seen)
	if err != nil {
		return calibration.Calibration{}, err
	}
	if worst := worstResidual * float64(width) / 1000; residual > worst {
		return calibration.Calibration{}, fmt.Errorf("the board's lines lie %.1f px from where a flat board's would (at most %.1f): look at the picture with `draughtsman see --overlay`", residual, worst)
	}
	made := calibration.Calibration{
		Version: calibration.Version, Made: now,
		Board: table.Board, Disc: table.Disc, BlackPieces: table.BlackPieces,
		Camera: fitted, CameraResidualPX: residual,
	}
	colours, err := read.LearnColours(frame.Image, made, checkers.Start())
	if err != nil {
		return calibration.Calibration{}, err
	}
	made.Colours = &colours
	return made, confirm(made, frame)
}

// confirm reads the picture that a calibration was made from with it.
func confirm(made calibration.Calibration, frame camera.Frame) error {
	reader, err := read.NewReader(made)
	if err != nil {
		return err
	}
	defer reader.Close()
	sighting, err := reader.Read(frame.Image, frame.Time)
	if err != nil {
		return err
	}
	want := follow.PictureOf(checkers.Start(), made.BlackPieces)
	for s := checkers.Square(1); s <= checkers.Squares; s++ {
		if got, _ := sighting.Odds[s].Best(); got != want[s] {
			return fmt.Errorf("square %d does not look as in the start position: set up all 24 men, take your hand away, and check that black_pieces is %s", s, made.BlackPieces)
		}
	}
	return nil
}
