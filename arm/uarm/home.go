package uarm

import (
	"context"
	"errors"
	"fmt"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

// home stops what may move, switches the motors on, reads the encoders, and goes to the home point, upwards first, so
// that nothing on the table is in the way.
func (d *Driver) home(ctx context.Context) error {
	ctx, cancel := d.cfg.LimitHoming(ctx, "is the arm blocked?")
	defer cancel()
	if err := d.wake(ctx); err != nil {
		return err
	}
	at, err := d.where(ctx)
	if err != nil {
		return err
	}
	if err := d.rise(ctx, *at); err != nil {
		return err
	}
	if err := d.goTo(ctx, d.cfg.Rest); err != nil {
		return err
	}
	if err := d.arrived(ctx, d.cfg.Rest); err != nil {
		return err
	}
	d.conn.Do(func() { d.conn.At = &d.cfg.Rest })
	return nil
}

// rise lifts the tool straight up to the height of the home point, if it can from where it is.
func (d *Driver) rise(ctx context.Context, from arm.Point) error {
	if from.Z >= d.cfg.Rest.Z {
		return nil
	}
	above := from
	above.Z = d.cfg.Rest.Z
	err := d.goTo(ctx, above)
	var rejected *RejectedError
	if errors.As(err, &rejected) && rejected.Code == codeUnreachable {
		d.cfg.Log.Warn().Msgf("the arm cannot rise at %v; it goes to its home point in a straight line", from)
		return nil
	}
	if err != nil {
		return err
	}
	return d.still(ctx)
}

// wake stops the arm, and switches its motors on. Both have the firmware read the encoders; older ones know only the
// second.
func (d *Driver) wake(ctx context.Context) error {
	d.conn.Do(func() { d.angular = false })
	err := d.readAnew(ctx)
	var rejected *RejectedError
	if err != nil && !errors.As(err, &rejected) {
		return err
	}
	_, err = d.conn.Ask(ctx, session.Line{Text: motorsOn, Takes: 2 * time.Second})
	return err
}

// goTo goes to a place, and returns shortly before it is there.
func (d *Driver) goTo(ctx context.Context, to arm.Point) error {
	return d.conn.Exchange(ctx, []session.Line{{Text: motion(to, homingSpeed(d.cfg)), Takes: d.cfg.Homing}})
}

// listening makes sure that the arm takes requests, and sets it up if it was reset.
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
	on, err := d.senses.value(ctx, askPower)
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
