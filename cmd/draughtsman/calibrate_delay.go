package main

import (
	"context"
	"errors"
	"fmt"

	"draughtsman/internal/app"
	"draughtsman/internal/calibrating"
)

type calibrateDelayCommand struct {
	onTable
	JSON bool `name:"json" help:"Print the result as JSON."`
}

func (calibrateDelayCommand) Help() string {
	return `Has the arm move over the board twice, and tells from the pictures how late they come.
Who plays is seen that much later, so the arm moves no faster than fits. It is measured
in play all the time as well, from the first transfer on. Anything may stand on the board;
keep your hands away meanwhile.

  draughtsman calibrate delay --config table.yaml`
}

// Run measures the camera's latency.
func (c calibrateDelayCommand) Run(ctx context.Context, s *session) error {
	table, _, err := app.Load(c.Config, "delay")
	if err != nil {
		return err
	}
	if table.ByHand() {
		return errors.New("where moves are carried out by hand (arm.driver: hands) no arm moves that the camera could be " +
			"late for")
	}
	return c.locked(s, func(d dialogue) error {
		now, err := d.calibrate(ctx, calibrating.Options{Only: calibrating.Delay}, nil)
		if err == nil && !now.Camera.Measured {
			_, err = fmt.Fprintln(d.out, "Nothing was measured. Play measures it from the first transfer on.")
			return err
		}
		if err != nil {
			return err
		}
		return d.print(calibrating.Delay, now, c.JSON)
	})
}
