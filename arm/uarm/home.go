package uarm

import (
	"context"
	"errors"
	"fmt"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/line"
)

// Home switches the motors on, rises where the arm is, and goes to the point
// where it rests. It is the way back from lost answers, stops, and resets; from
// a halt only after the arm was switched off and on. What the pump holds it
// keeps. When ctx ends the arm is stopped.
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
		d.conn.Distrust, d.conn.Stopped, d.conn.Stopping = nil, nil, nil
	})
	err := d.toRest(ctx)
	d.conn.Do(func() {
		if d.homing = false; err != nil && d.conn.Distrust == nil && d.conn.Stopped == nil {
			d.conn.Distrust = arm.ErrNotHomed
		}
	})
	return err
}

// toRest goes to the home point, upwards first, so that nothing on the table is
// in the way.
func (d *Driver) toRest(ctx context.Context) error {
	late := fmt.Errorf("%w: homing has not ended within %v, is the arm blocked?", arm.ErrNoAnswer, d.cfg.Homing)
	ctx, cancel := context.WithTimeoutCause(ctx, d.cfg.Homing, late)
	defer cancel()
	if err := d.conn.Run(ctx, []line.Line{{Text: motorsOn, Takes: 2 * time.Second}}); err != nil {
		return err
	}
	at, err := d.where(ctx)
	if err != nil {
		return err
	}
	speed := homingSpeed(d.cfg)
	if at.Z < d.cfg.Rest.Z {
		above := at
		above.Z = d.cfg.Rest.Z
		var rejected *RejectedError
		if err := d.goTo(ctx, above, speed); errors.As(err, &rejected) && rejected.Code == unreachable {
			d.cfg.Log.Warn().Msgf("the arm cannot rise at %v; it goes to its home point in a straight line", at)
		} else if err != nil {
			return err
		}
	}
	if err := d.goTo(ctx, d.cfg.Rest, speed); err != nil {
		return err
	}
	d.conn.Do(func() { d.target = &d.cfg.Rest })
	return nil
}

func (d *Driver) goTo(ctx context.Context, to arm.Point, speed float64) error {
	err := d.conn.Run(ctx, []line.Line{{Text: motion(to, speed), Takes: d.cfg.Homing}})
	if err != nil {
		return err
	}
	return d.arrive(ctx, to)
}

// listening makes sure that the arm takes requests, and sets it up if it was
// reset.
func (d *Driver) listening(ctx context.Context) error {
	var fresh, powered bool
	d.conn.Do(func() { fresh, powered = d.fresh, d.powered })
	if err := d.stranger(); err != nil {
		return err
	}
	if !fresh {
		if err := d.identify(ctx); err != nil {
			return err
		}
		if err := d.setUp(ctx); err != nil {
			return err
		}
		d.conn.Do(func() { powered = d.powered })
	}
	if !powered {
		return fmt.Errorf("%w: the arm's own power supply is off; switch it on", arm.ErrPositionLost)
	}
	return nil
}
