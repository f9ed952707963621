package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"draughtsman/calibration"
	"draughtsman/vision/camera"
	"draughtsman/vision/find"
	"draughtsman/vision/learn"
)

type calibratePiecesCommand struct {
	Image    string  `required:"" help:"A picture of the board, or anything that a camera can be." placeholder:"FILE"`
	Grid     string  `required:"" help:"What stands on the squares, as seen in the picture." placeholder:"ROW/ROW/…"`
	Out      string  `required:"" type:"path" help:"The calibration to write." placeholder:"FILE"`
	Squares  int     `help:"Squares along an edge of the board; the grid's rows if not given." placeholder:"N"`
	SquareMM float64 `name:"square-mm" help:"Side of a square, mm; counts as 40 if not given." placeholder:"MM"`
	DiscMM   float64 `name:"disc-mm" help:"Diameter of a piece, mm; measured in the picture if not given." placeholder:"MM"`
	HeightMM float64 `name:"height-mm" help:"Height of a man, mm; measured in the picture if not given." placeholder:"MM"`
	JSON     bool    `name:"json" help:"Print the result as JSON."`
}

func (calibratePiecesCommand) Help() string {
	return `One picture of a board and what is known to stand on it are enough to read all
other pictures by the same camera:

  draughtsman calibrate pieces --image start.jpg --out table.yaml \
      --grid '.d.d.d.d/d.d.d.d./.d.d.d.d/......../......../l.l.l.l./.l.l.l.l/l.l.l.l.'
  draughtsman see --calibration table.yaml later.jpg

The grid has a row for each row of the picture, from the board's corner nearest
to the top left of the picture: . for an empty square, l and L for a man and a
king of the lighter side, d and D of the darker one, ? for what is not known. Any
even number of squares will do.`
}

func (c calibratePiecesCommand) Run(ctx context.Context, s *session) error {
	grid, err := learn.ParseGrid(c.Grid)
	if err != nil {
		return wrongUsage("--grid: %w", err)
	}
	if c.Squares != 0 && c.Squares != len(grid) {
		return wrongUsage("--squares %d: the grid has %d rows", c.Squares, len(grid))
	}
	for name, mm := range map[string]float64{"square-mm": c.SquareMM, "disc-mm": c.DiscMM, "height-mm": c.HeightMM} {
		if !(mm >= 0) || math.IsInf(mm, 0) {
			return wrongUsage("--%s %g: a length in millimetres is needed", name, mm)
		}
	}
	cam, err := camera.Open(ctx, c.Image, camera.Options{Log: s.log})
	if err != nil {
		return err
	}
	defer cam.Close()
	frame, err := cam.Next(ctx)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Image, err)
	}
	defer frame.Close()
	made, err := learn.Table(frame.Image, grid, learn.Sizes{SquareMM: c.SquareMM, DiscMM: c.DiscMM, HeightMM: c.HeightMM}, time.Now())
	var refusal *find.Refusal
	if errors.As(err, &refusal) {
		return fmt.Errorf("no board of %[1]d×%[1]d squares is seen in %[2]s (%[3]s): let the picture show all of it, with nothing in front of it", len(grid), c.Image, refusal.Reason)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", c.Image, err)
	}
	if err := made.Save(c.Out); err != nil {
		return err
	}
	return c.print(s, made)
}

func (c calibratePiecesCommand) print(s *session, made calibration.Calibration) error {
	if c.JSON {
		return json.NewEncoder(s.out).Encode(map[string]any{
			"file": c.Out, "residual_px": made.CameraResidualPX, "tilt_deg": made.Camera.Tilt() * 180 / math.Pi,
			"disc_mm": made.Disc.DiameterMM, "height_mm": made.Disc.HeightMM,
		})
	}
	fmt.Fprintf(s.out, "The board was found; its lines fit to %.2f px. The pieces are %.0f %% of a square wide and %.0f %% high.\nWritten to %s.\n",
		made.CameraResidualPX, 100*made.Disc.DiameterMM/made.Board.SquareMM, 100*made.Disc.HeightMM/made.Board.SquareMM, c.Out)
	return nil
}
