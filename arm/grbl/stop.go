package grbl

import (
	"context"
	"errors"
	"fmt"

	"draughtsman/arm"
)

// Stop brings the arm to rest with a feed hold. Its position stays known and
// the vacuum on. What it was doing returns ErrStopped; the rest of that motion
// stays in the controller, which would go on with it, so that everything but
// Position and Home is refused from then on. An arm that did nothing is ready
// for more. Homing cannot be held: it is cut off with a reset.
func (d *Driver) Stop(ctx context.Context) error {
	var homing bool
	d.conn.Do(func() { homing = d.homing })
	if homing {
		return d.cutOff(fmt.Errorf("%w while homing", arm.ErrStopped))
	}
	if err := d.halt(ctx); err != nil {
		return fmt.Errorf("stop the arm: %w", err)
	}
	return nil
}

// Hold brings the arm to rest with a feed hold and returns when it is. Calls
// under way and later ones wait until Resume.
func (d *Driver) Hold(ctx context.Context) error {
	var homing bool
	d.conn.Do(func() { homing = d.homing; d.held = !homing })
	if homing {
		return fmt.Errorf("hold the arm: %w, it is just homing, which can only be stopped", arm.ErrNotHomed)
	}
	err := d.signal(feedHold)
	if err == nil {
		_, err = d.rest(ctx)
	}
	if err != nil {
		return fmt.Errorf("hold the arm: %w", err)
	}
	return nil
}

// Resume lets a held arm go on.
func (d *Driver) Resume(context.Context) error {
	var err error
	d.conn.Do(func() {
		if err = d.conn.Stopped; err == nil {
			d.held = false
		}
	})
	if err == nil {
		err = d.signal(cycleStart)
	}
	if err != nil {
		return fmt.Errorf("resume the arm's motion: %w", err)
	}
	return nil
}

// interrupt stops a motion whose context has ended.
func (d *Driver) interrupt(ctx context.Context) error {
	cause := context.Cause(ctx)
	if err := d.halt(context.WithoutCancel(ctx)); err != nil {
		return fmt.Errorf("%w: %w", err, cause)
	}
	if err := d.conn.Ready(); err != nil {
		return fmt.Errorf("%w: %w", err, cause)
	}
	return cause // the motion had just ended
}

// halt brings the arm to rest. If a motion is unfinished the arm counts as
// stopped from then on. An arm that does not come to rest is reset, and its
// position with it.
func (d *Driver) halt(ctx context.Context) error {
	d.conn.Do(func() { d.halting = true })
	defer d.conn.Do(func() { d.halting = false })
	if err := d.signal(feedHold); err != nil {
		return err
	}
	s, err := d.rest(ctx)
	if errors.Is(err, arm.ErrNoAnswer) {
		lost := fmt.Errorf("%w: it did not come to rest when told to, and was reset", arm.ErrPositionLost)
		return both(lost, d.reset(ctx))
	}
	if err != nil {
		return err
	}
	goOn := false
	d.conn.Do(func() {
		if len(d.conn.Open) > 0 {
			d.conn.Stopped = fmt.Errorf("%w in the middle of a motion; home it before it moves again", arm.ErrStopped)
			return
		}
		// Grbl holds also when it is idle, and its report may be older than that.
		goOn = (s.State == StateHold || s.State == StateIdle) && !d.held
	})
	if goOn {
		return d.signal(cycleStart)
	}
	return nil
}

// rest waits until the controller reports that nothing moves. Idle with a line
// unanswered is none: that line may have come too late to be held.
func (d *Driver) rest(ctx context.Context) (Status, error) {
	for waited := every / 2; waited < resting; waited += every / 2 {
		s, err := d.ask(ctx)
		if err != nil {
			return Status{}, err
		}
		var busy bool
		d.conn.Do(func() { busy = s.State == StateIdle && len(d.conn.Open) > 0 })
		if s.AtRest() && !busy {
			return s, nil
		}
		if err := d.conn.Pause(ctx, every/2); err != nil {
			return Status{}, err
		}
	}
	return Status{}, fmt.Errorf("%w: it has not come to rest within %v", arm.ErrNoAnswer, resting)
}

// cutOff resets without waiting for what the controller says to it.
func (d *Driver) cutOff(reason error) error {
	d.conn.Do(func() {
		d.deaf = true
		d.conn.Lose(reason)
	})
	return d.signal(softReset)
}
