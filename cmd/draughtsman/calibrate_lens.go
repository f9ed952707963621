package main

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"time"

	"draughtsman/calibration"
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

// lens is what the lens is worth; left are the numbers of the pictures that were not used.
func (d dialogue) lens(left []int) (text string, object map[string]any, err error) {
	lens, err := calibration.LoadLens(d.table.Camera.Lens)
	if err != nil {
		return "", nil, err
	}
	if len(left) > 0 {
		text = fmt.Sprintf("Left out, because the target was bent or moving: %s.\n", strings.Trim(fmt.Sprint(left), "[]"))
	}
	worth := "as good as it gets"
	switch relative := 1000 * lens.ResidualPX / float64(lens.Lens.Width); {
	case relative > 0.8:
		worth = "coarse, and will do: a flatter target and more light make it better"
	case relative > 0.3:
		worth = "good"
	}
	return text + fmt.Sprintf("The lens fits %d pictures to %.2f px, which is %s. Focal length %.1f ± %.1f px, bend "+
			"%+.3f.\nWritten to %s.\n", lens.Pictures, lens.ResidualPX, worth, lens.Lens.FocalPX, lens.FocalSpreadPX,
			lens.Lens.K1, d.table.Camera.Lens), map[string]any{
			"file": d.table.Camera.Lens, "pictures": lens.Pictures, "left_out": left, "residual_px": lens.ResidualPX,
			"focal_px": lens.Lens.FocalPX, "focal_spread_px": lens.FocalSpreadPX, "k1": lens.Lens.K1,
		}, nil
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
