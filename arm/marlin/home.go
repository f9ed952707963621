package marlin

import (
	"context"

	"draughtsman/arm/session"
)

// home finds the machine's position at its switches. Where that is Marlin reports by itself.
func (d *Driver) home(ctx context.Context) error {
	reports := 0
	d.conn.Do(func() { reports = d.reports })
	a, err := d.conn.Send(session.Line{Text: "G28", Takes: d.cfg.Homing})
	if err != nil {
		return err
	}
	limited, cancel := d.cfg.LimitHoming(ctx, "is an axis blocked or a limit switch off?")
	defer cancel()
	if err := d.conn.Await(limited, a); err != nil {
		return err
	}
	d.conn.Do(func() {
		if at := d.at; d.reports > reports {
			d.conn.At = &at
		}
	})
	return nil
}

// listening makes sure that the controller takes lines and that its answers are matched. What has been reset, or lost
// an answer, is set up anew, and so is what others may have set up otherwise.
func (d *Driver) listening(ctx context.Context) error {
	if err := d.conn.Dead(); err != nil {
		return err
	}
	var fresh, restart bool
	d.conn.Do(func() { fresh, restart = d.fresh && !d.cfg.Shared && len(d.conn.Open) == 0, d.restart })
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
