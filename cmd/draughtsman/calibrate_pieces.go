package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"draughtsman/calibration"
	"draughtsman/internal/app"
	"draughtsman/internal/calibrating"
	"draughtsman/internal/terminal"
	"draughtsman/vision/detect"
	"draughtsman/vision/learn"
)

type calibratePiecesCommand struct {
	Config   string  `type:"path" help:"The table's description: one picture by its camera, of the start position." placeholder:"FILE"`
	Yes      bool    `short:"y" help:"Ask nothing: the start position is on the table."`
	Image    string  `help:"A picture of the board, or anything that a camera can be." placeholder:"FILE"`
	Grid     string  `help:"What stands on the squares, as seen in the picture." placeholder:"ROW/ROW/…"`
	Out      string  `type:"path" help:"The calibration to write." placeholder:"FILE"`
	Squares  int     `help:"Squares along an edge of the board; the grid's rows if not given." placeholder:"N"`
	SquareMM float64 `name:"square-mm" help:"Side of a square, mm; counts as 40 if not given." placeholder:"MM"`
	DiscMM   float64 `name:"disc-mm" help:"Diameter of a piece, mm; measured in the picture if not given." placeholder:"MM"`
	HeightMM float64 `name:"height-mm" help:"Height of a man, mm; measured in the picture if not given." placeholder:"MM"`
	JSON     bool    `name:"json" help:"Print the result as JSON."`
}

func (calibratePiecesCommand) Help() string {
	return `At a table whose board is known, when the light or the pieces have changed: set up
the start position, take your hands away, and run

  draughtsman calibrate pieces --config table.yaml

Without a table, one picture of a board and what is known to stand on it are enough
to read all other pictures by the same camera:

  draughtsman calibrate pieces --image start.jpg --out board.yaml \
      --grid '.d.d.d.d/d.d.d.d./.d.d.d.d/......../......../l.l.l.l./.l.l.l.l/l.l.l.l.'
  draughtsman see --calibration board.yaml later.jpg

The grid has a row for each row of the picture, from the board's corner nearest
to the top left of the picture: . for an empty square, l and L for a man and a
king of the lighter side, d and D of the darker one, ? for what is not known. Any
even number of squares will do.`
}

// Run learns what the pieces look like, from a table's camera or from a picture.
func (c calibratePiecesCommand) Run(ctx context.Context, s *session) error {
	if c.Config == "" && c.Image+c.Grid+c.Out == "" {
		c.Config = terminal.UsualTable(s.streams(), "")
	}
	switch {
	case c.Config != "" && c.Image+c.Grid+c.Out != "":
		return wrongUsage("--config takes the table's camera; leave out --image, --grid and --out, or it")
	case c.Config != "":
		return c.atTable(ctx, s)
	case c.Image == "" || c.Grid == "" || c.Out == "":
		return wrongUsage("say --config for a table, or --image, --grid and --out for a picture")
	}
	return c.fromImage(ctx, s)
}

// fromImage makes a calibration from a picture and what is known of it.
func (c calibratePiecesCommand) fromImage(ctx context.Context, s *session) error {
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
	if err := mayReplace("out", c.Out, calibration.Kind); err != nil {
		return err
	}
	frame, err := onePicture(ctx, s, c.Image)
	if err != nil {
		return err
	}
	defer frame.Close()
	made, err := learn.FromGrid(frame.Image, grid, learn.Sizes{SquareMM: c.SquareMM, DiscMM: c.DiscMM,
		HeightMM: c.HeightMM},
		time.Now())
	var refusal *detect.Refusal
	if errors.As(err, &refusal) {
		return fmt.Errorf("no board of %[1]d×%[1]d squares is seen in %[2]s (%[3]s): let the picture show all of it, with "+
			"nothing in front of it", len(grid), c.Image, refusal.Reason)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", c.Image, err)
	}
	if err := keepBefore(s, c.Out, calibration.Kind); err != nil {
		return err
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
	fmt.Fprintf(s.out, "The board was found; its lines fit to %.2f px. The pieces are %.0f %% of a square wide and %.0f "+
		"%% high.\nWritten to %s.\n",
		made.CameraResidualPX, 100*made.Disc.DiameterMM/made.Board.SquareMM, 100*made.Disc.HeightMM/made.Board.SquareMM,
		c.Out)
	return nil
}

// atTable learns from the table's camera.
func (c calibratePiecesCommand) atTable(ctx context.Context, s *session) error {
	if _, _, err := app.Load(c.Config, "pieces"); err != nil {
		return err
	}
	return onTable{Config: c.Config}.locked(s, func(d dialogue) error {
		var first calibrating.Command
		if c.Yes {
			first = calibrating.Learn{}
		}
		return d.only(ctx, calibrating.Pieces, calibrating.Options{}, first, c.JSON)
	})
}
