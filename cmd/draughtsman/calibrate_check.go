package main

import (
	"context"
	"encoding/json"
	"errors"

	"draughtsman/calibration"
	"draughtsman/internal/calibrating"
	"draughtsman/internal/guide"
)

type calibrateCheckCommand struct {
	onTable
	JSON bool `name:"json" help:"Print the result as JSON."`
}

func (calibrateCheckCommand) Help() string {
	return `Takes a picture, finds the board anew, and says how far everything is from where the
calibration has it, in pixels and millimetres, how clearly the pieces are told apart,
and how exactly the arm knows the board. Whatever stands on the board will do; the
exit status is 1 when something is to be done again.

  draughtsman calibrate check --config table.yaml`
}

// Run checks the calibration.
func (c calibrateCheckCommand) Run(ctx context.Context, s *session) error {
	table, err := c.load()
	if err != nil {
		return err
	}
	known, err := calibration.Load(table.Calibration)
	if err != nil {
		return err
	}
	if err := known.CheckBoard(table.Board); err != nil {
		return err
	}
	d := dialogue{s, table, c.onTable}
	seen, err := d.calibrate(ctx, calibrating.Options{Only: calibrating.Checking}, calibrating.Check{})
	if err != nil {
		return err
	}
	report := *seen.Report
	if c.JSON {
		if err := json.NewEncoder(s.out).Encode(report); err != nil {
			return err
		}
	} else {
		d.tellReport(report)
	}
	return verdict(report)
}

// verdict is an error where something is to be done again.
func verdict(r guide.Report) error {
	if r.Holds {
		return nil
	}
	return errors.New("the calibration does not hold: see what to repeat above")
}
