package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"draughtsman/calibration"
	"draughtsman/internal/app"
	"draughtsman/internal/guide"
	"draughtsman/internal/robot/rig"
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
	table, known, err := app.Load(c.Config, "delay")
	if err != nil {
		return err
	}
	if table.ByHand() {
		return errors.New("where moves are carried out by hand (arm.driver: hands) no arm moves that the camera could be " +
			"late for")
	}
	return converse(ctx, s, c.onTable, func(ctx context.Context, d dialogue) error {
		made, err := d.delay(ctx, known)
		if err != nil {
			return err
		}
		if made.Latency == nil {
			_, err = fmt.Fprintln(d.out, "Nothing was measured. Play measures it from the first transfer on.")
			return err
		}
		if c.JSON {
			return json.NewEncoder(d.out).Encode(map[string]any{
				"file": d.table.Calibration, "least_ms": made.Latency.Least.Milliseconds(),
				"most_ms": made.Latency.Most.Milliseconds(),
			})
		}
		_, err = fmt.Fprintf(d.out, "The camera %s.\nWritten to %s.\n", guide.Late(*made.Latency), d.table.Calibration)
		return err
	})
}

// delay measures the camera's latency and saves it.
func (d dialogue) delay(ctx context.Context, known calibration.Calibration) (_ calibration.Calibration, err error) {
	text := "Camera: the arm homes and moves over the board now, to see how late the pictures come. Take your hands " +
		"away and press Enter, or type skip."
	answer, err := d.pressed(ctx, text, "press Enter, or type skip",
		errors.New("the input ended; nothing was measured"), "skip")
	if err != nil || answer == "skip" {
		return known, err
	}
	driver, err := rig.OpenArm(ctx, d.table, d.log)
	if err != nil {
		return known, err
	}
	defer func() { err = errors.Join(err, driver.Close()) }()
	if err := driver.Home(ctx); err != nil {
		return known, err
	}
	cam, err := d.camera(ctx)
	if err != nil {
		return known, err
	}
	defer cam.Close()
	d.console.say("The arm moves: keep clear of it.")
	latency, err := rig.MeasureLatency(ctx, cam, driver, d.table, known)
	if err != nil {
		return known, err
	}
	known.Latency, known.Made = &latency, time.Now()
	return known, known.Save(d.table.Calibration)
}
