package marlin

import (
	"context"
	"fmt"

	"draughtsman/arm"
	"draughtsman/arm/line"
)

// Home finds the machine's position at its switches (G28). It is the way back
// from lost answers, stops, and resets; from a halt only after somebody has
// reset the controller. When ctx ends the controller is stopped, which Marlin
// may take for failed homing and halt.
func (d *Driver) Home(ctx context.Context) error {
	giveBack, err := d.conn.Take(ctx)
	if err == nil {
		defer giveBack()
		err = d.home(ctx)
	}
	if err != nil {
		return fmt.Errorf("home the arm: %w", err)
	}
	return nil
}

func (d *Driver) home(ctx context.Context) error {
	if err := d.listening(ctx); err != nil {
		return err
	}
	d.conn.Do(func() {
		d.homing, d.target = true, nil
		d.conn.Distrust, d.conn.Stopped, d.conn.Stopping = arm.ErrNotHomed, nil, nil
	})
	defer d.conn.Do(func() { d.homing = false })
	a, err := d.conn.Send(line.Line{Text: "G28", Takes: d.cfg.Homing})
	if err != nil {
		return err
	}
	late := fmt.Errorf("%w: homing has not ended within %v, is an axis blocked or a limit switch off?", arm.ErrNoAnswer, d.cfg.Homing)
	limited, cancel := context.WithTimeoutCause(ctx, d.cfg.Homing, late)
	defer cancel()
	if err := d.conn.Await(limited, a); err != nil {
		return err
	}
	d.conn.Do(func() { d.conn.Distrust = nil })
	return nil
}

// listening makes sure that the controller takes lines and that its answers are
// matched. What has been reset, or lost an answer, is set up anew.
func (d *Driver) listening(ctx context.Context) error {
	if err := d.dead(); err != nil {
		return err
	}
	var fresh, restart bool
	d.conn.Do(func() { fresh, restart = d.fresh && len(d.conn.Open) == 0, d.restart })
	if fresh {
		return nil
	}
	if restart {
		if err := d.identify(ctx); err != nil {
			return err
		}
	}
	return d.setUp(ctx)
}
