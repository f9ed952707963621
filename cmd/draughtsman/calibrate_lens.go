package main

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"draughtsman/internal/calibrating"
	"draughtsman/internal/files"
	"draughtsman/internal/guide"
	"draughtsman/vision/detect"
)

type calibrateLensCommand struct {
	onTable
	lensPictures
	JSON bool `name:"json" help:"Print the result as JSON."`
}

// lensPictures say what is shown to the camera.
type lensPictures struct {
	Camera  string `help:"Take the pictures from here, not from the description's camera: anything that a camera can be, such as numbered pictures poses/%02d.jpg." placeholder:"SOURCE"`
	Squares int    `help:"Squares along an edge of what is shown: 9 for the printed target, 8 for a game board." default:"9" placeholder:"N"`
}

func (calibrateLensCommand) Help() string {
	return `Print the target (draughtsman calibrate target), fix it to something flat, and
show it to the camera; or show a game board, with --squares 8. Each time it is held
still in a new pose, a picture is taken. Watch the picture file: it shows where the
target has been and where it should come.

At the keyboard: Enter ends the session with the pictures there are; undo forgets
the last one.

  draughtsman calibrate lens --config table.yaml
  draughtsman calibrate lens --config table.yaml --camera poses/%02d.jpg --squares 8`
}

// Run learns the lens.
func (c calibrateLensCommand) Run(ctx context.Context, s *session) error {
	if err := c.validate(); err != nil {
		return err
	}
	return c.locked(s, func(d dialogue) error {
		o := calibrating.Options{LensCamera: c.Camera, Squares: c.Squares}
		return d.only(ctx, calibrating.Lens, o, nil, c.JSON)
	})
}

func (l lensPictures) validate() error {
	if l.Squares < detect.SmallestBoard || l.Squares > detect.LargestBoard {
		return wrongUsage("--squares %d: boards have %d to %d squares along an edge", l.Squares, detect.SmallestBoard,
			detect.LargestBoard)
	}
	return nil
}

type calibrateTargetCommand struct {
	Out      string  `type:"path" default:"target.pdf" help:"The PDF to write." placeholder:"FILE"`
	Paper    string  `enum:"a4,letter" default:"a4" help:"a4 or letter."`
	SquareMM float64 `name:"square-mm" help:"Side of a square, mm." default:"20" placeholder:"MM"`
}

func (calibrateTargetCommand) Help() string {
	return `Print it at 100 % ("actual size"), measure the line below the squares, and fix the
page to something flat:

  draughtsman calibrate target --out target.pdf
  draughtsman calibrate lens --config table.yaml`
}

// Run writes the target.
func (c calibrateTargetCommand) Run(s *session) error {
	paper := map[string]guide.Paper{"a4": guide.A4, "letter": guide.Letter}[c.Paper]
	var page bytes.Buffer
	if err := guide.WriteTarget(&page, paper, c.SquareMM, time.Now()); err != nil {
		return wrongUsage("--square-mm: %w", err)
	}
	if err := mayReplace("out", c.Out, targets); err != nil {
		return err
	}
	if err := files.Replace(c.Out, page.Bytes()); err != nil {
		return fmt.Errorf("the target was not written to %s: %w", c.Out, err)
	}
	fmt.Fprintf(s.out, "Written to %s: %d×%d squares of %g mm. Print it at 100 %% and fix it to something flat.\n", c.Out,
		guide.TargetSquares, guide.TargetSquares, c.SquareMM)
	return nil
}
