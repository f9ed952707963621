package main

import (
	"bytes"
	"fmt"
	"time"

	"draughtsman/internal/files"
	"draughtsman/internal/guide"
)

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
