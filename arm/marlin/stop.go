package marlin

import (
	"context"
	"errors"
	"fmt"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/line"
)

// quickStop stops all motions and forgets them. Marlin acts on it as it is
// read, not in its turn.
const quickStop = "M410"

// Stop brings the arm to rest at once, without slowing down; what switches the
// tool stays on. What it was doing returns ErrStopped, and since motors that
// stop so may lose steps, everything but Position and Home is refused from then
// on. An arm that did nothing is ready for more. Homing that is stopped may
// make Marlin halt.
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

// halfway brings the arm to rest. If a line is unanswered the arm counts as
// stopped from then on.
func (d *Driver) halfway(ctx context.Context) error {
	reason := fmt.Errorf("%w in the middle of a motion; home it before it moves again", arm.ErrStopped)
	busy := false
	d.conn.Do(func() {
		if d.homing {
			reason = fmt.Errorf("%w while homing", arm.ErrStopped)
		}
		if busy = len(d.conn.Open) > 0; busy {
			d.conn.Stopping = reason
		}
	})
	if !busy {
		return nil
	}
	a, err := d.conn.Send(line.Line{Text: quickStop})
	if err != nil {
		return err
	}
	err = d.conn.Wait(ctx, resting, func() bool { return a.Done })
	if errors.Is(err, line.ErrTimeout) {
		err = fmt.Errorf("%w: it did not come to rest within %v when told to; switch it off", arm.ErrPositionLost, resting.Round(time.Second))
		d.conn.Do(func() {
			d.fresh = false
			d.conn.Lose(err)
		})
	}
	if err != nil {
		return err
	}
	return d.settled(reason)
}

// settled is the end of a stop: the arm is at rest, unless the controller has
// halted or restarted meanwhile.
func (d *Driver) settled(reason error) (err error) {
	d.conn.Do(func() {
		switch {
		case d.halted && !d.homing:
			err = d.conn.Distrust
		case d.conn.Stopping != nil:
			d.conn.Stopped, d.conn.Stopping = reason, nil
		}
	})
	return err
}
