package main

import (
	"context"
	"fmt"

	"draughtsman/calibration"
	"draughtsman/internal/calibrating"
	"draughtsman/internal/simulation"
)

type calibrateBoardCommand struct {
	onTable
	Park bool `help:"Home the arm and park it out of the picture first."`
	Yes  bool `short:"y" help:"Ask nothing: the start position is on the table."`
	JSON bool `name:"json" help:"Print the result as JSON."`
}

func (calibrateBoardCommand) Help() string {
	return `Set up the start position, take your hands away, and run:

  draughtsman calibrate board --config table.yaml

The board is found by itself; Enter takes it. Where it is not found, or not as it
should be, correct it: the picture file names its corners A, B, C and D, clockwise.

  a 412 97       corner A is at this pixel of the picture
  Tab            the next corner is selected, and ringed; the arrow keys nudge it
  + and -        farther and less far
  turn           Black sits at the next edge, clockwise
  find           look for the board again

What is learnt goes into the calibration file that the description names. The arm
must not hide the board: --park lets it home and move out of the picture.`
}

// Run learns the board and the pieces on it.
func (c calibrateBoardCommand) Run(ctx context.Context, s *session) error {
	return c.locked(s, func(d dialogue) error {
		if c.Park {
			if err := simulation.Park(ctx, d.table, d.log); err != nil {
				return err
			}
		}
		var first calibrating.Command
		if c.Yes {
			first = calibrating.Accept{OnlyCamera: true}
		}
		if err := d.only(ctx, calibrating.Board, calibrating.Options{}, first, c.JSON); err != nil || c.JSON {
			return err
		}
		made, err := calibration.Load(d.table.Calibration)
		switch {
		case err != nil || d.table.ByHand():
		case made.Arm == nil:
			fmt.Fprintf(d.out, "Next: draughtsman calibrate arm --config %s\n", c.Config)
		default:
			fmt.Fprintf(d.out, "Unless only the camera was moved: draughtsman calibrate arm --config %s\n", c.Config)
		}
		return err
	})
}
