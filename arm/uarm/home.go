package uarm

import (
	"context"
	"errors"
	"fmt"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/line"
)

// home switches the motors on and goes to the home point, upwards first, so that
// nothing on the table is in the way.
func (d *Driver) home(ctx context.Context) error {
	late := fmt.Errorf("%w: homing has not ended within %v, is the arm blocked?", arm.ErrNoAnswer, d.cfg.Homing)
	ctx, cancel := context.WithTimeoutCause(ctx, d.cfg.Homing, late)
	defer cancel()
	if _, err := d.conn.Exchange(ctx, []line.Line{{Text: motorsOn, Takes: 2 * time.Second}}); err != nil {
		return err
	}
	began, err := d.sensed(ctx)
	if err != nil {
		return err
	}
	speed := homingSpeed(d.cfg)
	if began.Z < d.cfg.Rest.Z {
		above := *began
		above.Z = d.cfg.Rest.Z
		var rejected *RejectedError
		if err := d.goTo(ctx, above, speed); errors.As(err, &rejected) && rejected.Code == unreachable {
			d.cfg.Log.Warn().Msgf("the arm cannot rise at %v; it goes to its home point in a straight line", *began)
		} else if err != nil {
			return err
		}
	}
	if err := d.goTo(ctx, d.cfg.Rest, speed); err != nil {
		return err
	}
	at, err := d.sensed(ctx)
	if err != nil {
		return err
	}
	return d.rested(*began, *at)
}

// rested compares where homing has ended with where it should have. Sensors
// that say the same before and after a way are none; that the supply is on was
// asked before.
func (d *Driver) rested(began, at arm.Point) error {
	blind := at == began && at.Distance(d.cfg.Rest) > 2*beside
	if blind {
		d.cfg.Log.Warn().Msg("the arm's position does not follow its motions: whether it arrives is not checked")
	} else if at.Distance(d.cfg.Rest) > beside {
		return fmt.Errorf("%w: it was sent to %v and is at %v; is something in its way?", arm.ErrPositionLost, d.cfg.Rest, at)
	}
	d.conn.Do(func() { d.blind, d.conn.At = blind, &d.cfg.Rest })
	return nil
}

func (d *Driver) goTo(ctx context.Context, to arm.Point, speed float64) error {
	if _, err := d.conn.Exchange(ctx, []line.Line{{Text: motion(to, speed), Takes: d.cfg.Homing}}); err != nil {
		return err
	}
	return d.still(ctx)
}

// listening makes sure that the arm takes requests, and sets it up if it was
// reset.
func (d *Driver) listening(ctx context.Context) error {
	fresh := false
	d.conn.Do(func() { fresh = d.fresh })
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
	}
	on, err := d.value(ctx, askPower)
	var rejected *RejectedError
	switch {
	case errors.As(err, &rejected): // then only its events tell
		d.conn.Do(func() {
			if d.powered {
				on = 1
			}
		})
	case err != nil:
		return err
	}
	if on == 0 {
		return fmt.Errorf("%w: the arm's own power supply is off; switch it on", arm.ErrPositionLost)
	}
	return nil
}
