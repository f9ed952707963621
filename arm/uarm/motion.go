package uarm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

// arrived returns when nothing moves any more, and makes sure that the arm was told to go where it was sent, since
// its lines have no checksums, and that it is there.
func (d *Driver) arrived(ctx context.Context, to arm.Point) error {
	if err := d.still(ctx); err != nil {
		return err
	}
	at, err := d.senses.sensed(ctx)
	if err == nil {
		err = d.heard(ctx, to)
	}
	if err = cmp.Or(err, d.conn.Ready()); err != nil {
		return err
	}
	if at != nil && at.Distance(to) > encoderToleranceMM {
		err = d.conn.Lost(fmt.Errorf("%w: it was sent to %v and is at %v; is something in its way?", arm.ErrPositionLost, to,
			at))
	}
	return err
}

// heard makes sure that the firmware has taken in where a motion was to lead.
func (d *Driver) heard(ctx context.Context, to arm.Point) error {
	taken, err := d.senses.believed(ctx)
	if err == nil && taken.Distance(to) > targetToleranceMM {
		err = d.conn.Lost(fmt.Errorf("%w: it was sent to %v and was told to go to %v, its line is noisy; see that it is "+
			"free, then home it", arm.ErrPositionLost, to, taken))
	}
	return err
}

// turns returns when the arm is sure to come by a corner: a motion is answered a little before it ends. What is sent
// then begins where it should, but for less than a tool passes over the pieces higher than it must.
func (d *Driver) turns(ctx context.Context, corner arm.Point) error {
	err := d.heard(ctx, corner)
	if ctx.Err() != nil {
		return d.conn.Interrupt(ctx)
	}
	return cmp.Or(err, d.conn.Ready())
}

// still returns when nothing moves any more. Without "@9" it asks now and then.
func (d *Driver) still(ctx context.Context) error {
	var stops int
	d.conn.Do(func() { stops = d.stops })
	for began := arm.Now(); arm.Since(began) < d.cfg.Answer; {
		moving, err := d.senses.moving(ctx)
		switch {
		case ctx.Err() != nil:
			return d.conn.Interrupt(ctx)
		case err != nil:
			return err
		case !moving:
			return d.conn.Ready()
		}
		err = d.conn.Wait(ctx, motionEndTime, func() bool { return d.stops > stops || d.conn.Barred() != nil })
		switch {
		case err == nil || errors.Is(err, session.ErrTimeout):
		case ctx.Err() != nil:
			return d.conn.Interrupt(ctx)
		default:
			return err
		}
		if err := d.conn.Ready(); err != nil {
			return err
		}
		d.conn.Do(func() { stops = d.stops })
	}
	return d.conn.Lost(fmt.Errorf("%w: it says that it still moves, %v after it said that it had arrived; home it before "+
		"it moves again", arm.ErrNoAnswer, d.cfg.Answer))
}

// Holding reports whether the pump or the gripper feels something: it is then under load.
func (d *Driver) Holding(ctx context.Context) (bool, error) {
	giveBack, err := d.conn.Take(ctx)
	if err != nil {
		return false, fmt.Errorf("ask what the arm holds: %w", err)
	}
	defer giveBack()
	v, err := d.senses.value(ctx, d.cfg.feel())
	if err != nil {
		return false, fmt.Errorf("ask what the arm holds: %w", err)
	}
	const grabbing = 2
	return v == grabbing, nil
}

// where is the place of an arm at rest, read anew from its encoders. After a quick stop the firmware takes the joints'
// angles for it, and would go on from there: it is made to read the encoders first, and is held to what they say. An
// arm that is stopped once more meanwhile says angles again, and is asked anew when it stands.
func (d *Driver) where(ctx context.Context) (*arm.Point, error) {
	angular := false
	d.conn.Do(func() { angular, d.angular = d.angular, false })
	if angular {
		if err := d.readAnew(ctx); err != nil {
			d.conn.Do(func() { d.angular = true })
			var rejected *RejectedError
			if errors.As(err, &rejected) {
				return nil, nil // homing reads them, too
			}
			return nil, err
		}
	}
	taken, err := d.senses.believed(ctx)
	if err != nil {
		return nil, err
	}
	at, err := d.senses.sensed(ctx)
	if err != nil {
		return nil, err
	}
	again := false
	d.conn.Do(func() { again = d.angular })
	switch {
	case again:
		if err := d.conn.Wait(ctx, time.Hour, func() bool { return d.conn.Stopping == nil }); err != nil {
			return nil, err
		}
		return d.where(ctx)
	case at == nil:
		return taken, nil
	case at.Distance(*taken) > encoderToleranceMM:
		return nil, d.conn.Lost(fmt.Errorf("%w: its firmware takes it to be at %v, and its encoders have it at %v; home it "+
			"before it moves again", arm.ErrPositionLost, taken, at))
	}
	return at, nil
}

// readAnew has the firmware take the place for its tool's that the encoders have. It stops what moves, and forgets
// requests that wait. Whether it has obeyed is seen afterwards: an answer that does not come is asked for once more,
// and then done without.
func (d *Driver) readAnew(ctx context.Context) error {
	for range 2 {
		a, err := d.conn.Send(session.Line{Text: readAnew})
		if err != nil {
			return err
		}
		var outcome error
		err = d.conn.Wait(ctx, d.cfg.Answer/3, func() bool {
			outcome = a.Err
			return a.Done
		})
		d.conn.Do(func() {
			d.conn.Deliver(a, nil)
			d.quick = arm.Now()
		})
		if !errors.Is(err, session.ErrTimeout) {
			return errors.Join(err, outcome)
		}
	}
	d.cfg.Log.Debug().Msgf("nothing has come to %s", readAnew)
	return nil
}

// takesMotions returns when the firmware does not drop motions any more.
func (d *Driver) takesMotions(ctx context.Context) error {
	var left time.Duration
	d.conn.Do(func() {
		if !d.quick.IsZero() {
			left = stopDeadTime - arm.Since(d.quick)
		}
	})
	if left <= 0 {
		return nil
	}
	err := d.conn.Pause(ctx, left)
	if ctx.Err() != nil {
		return d.conn.Interrupt(ctx)
	}
	return err
}
