package uarm

import (
	"context"
	"errors"
	"fmt"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/line"
)

// Stop brings the arm to rest; the pump stays on. What it was doing returns
// ErrStopped, and everything but Position and Home is refused from then on. An
// arm that did nothing is ready for more.
func (d *Driver) Stop(ctx context.Context) error {
	if err := d.halfway(ctx); err != nil {
		return fmt.Errorf("stop the arm: %w", err)
	}
	return nil
}

// interrupt stops a motion whose context has ended.
func (d *Driver) interrupt(ctx context.Context) error {
	cause := context.Cause(ctx)
	if err := d.halfway(context.WithoutCancel(ctx)); err != nil {
		return fmt.Errorf("%w: %w", err, cause)
	}
	var stopped error
	d.conn.Do(func() { stopped = d.conn.Stopped })
	switch {
	case errors.Is(cause, arm.ErrNoAnswer): // homing that took too long
		return cause
	case stopped != nil:
		return fmt.Errorf("%w: %w", stopped, cause)
	}
	return cause // the motion had just ended
}

// halfway brings the arm to rest. If a motion is under way the arm counts as
// stopped from then on. The firmware answers nothing before what the motion's
// own request has come to.
func (d *Driver) halfway(ctx context.Context) error {
	reason := fmt.Errorf("%w in the middle of a motion; home it before it moves again", arm.ErrStopped)
	busy := false
	d.conn.Do(func() {
		if d.homing {
			reason = fmt.Errorf("%w while homing", arm.ErrStopped)
		}
		if busy = d.active || d.homing; busy {
			d.conn.Stopping = reason
		}
	})
	if !busy {
		return nil
	}
	if err := d.conn.Write([]byte(quickStop + "\n")); err != nil {
		return err
	}
	err := d.conn.Wait(ctx, resting, func() bool { return len(d.conn.Open) == 0 })
	for began := time.Now(); err == nil && time.Since(began) < resting; {
		var moving bool
		if moving, err = d.moving(ctx); err == nil && !moving {
			d.conn.Do(func() {
				if d.conn.Stopping != nil {
					d.conn.Stopped, d.conn.Stopping = reason, nil
				}
			})
			return nil
		}
		if err == nil {
			err = d.conn.Pause(ctx, stopping)
		}
	}
	if err == nil || errors.Is(err, line.ErrTimeout) {
		err = fmt.Errorf("%w: it did not come to rest within %v when told to; switch it off", arm.ErrPositionLost, resting)
		d.conn.Do(func() { d.conn.Lose(err) })
	}
	return err
}
