package grbl

import (
	"context"
	"errors"
	"fmt"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

// Hold brings the arm to rest with a feed hold and returns when it is. Calls under way and later ones wait until
// Resume.
func (d *Driver) Hold(ctx context.Context) error {
	var homing bool
	d.conn.Do(func() { homing = d.conn.Homing; d.held = !homing })
	if homing {
		return fmt.Errorf("hold the arm: %w, it is just homing, which can only be stopped", arm.ErrNotHomed)
	}
	err := d.signal(feedHold)
	var s Status
	if err == nil {
		s, err = d.rest(ctx)
	}
	if err != nil {
		return fmt.Errorf("hold the arm: %w", err)
	}
	d.conn.Do(func() {
		d.standing = nil
		if at, known := d.reported.place(s); known {
			d.standing = &at
		}
	})
	return nil
}

// Resume lets a held arm go on, if it still stands where it was held.
func (d *Driver) Resume(ctx context.Context) error {
	var err error
	d.conn.Do(func() { err = d.conn.Stopped })
	if err == nil {
		err = d.waits(ctx)
	}
	if err == nil {
		d.conn.Do(func() { d.held = false })
		err = d.signal(cycleStart)
	}
	if err != nil {
		return fmt.Errorf("resume the arm's motion: %w", err)
	}
	return nil
}

// waits makes sure that a held controller still has the rest of its way, and its place: a reset of which nothing was
// heard leaves neither, and Grbl does not always raise an alarm for one.
func (d *Driver) waits(ctx context.Context) error {
	s, err := d.ask(ctx)
	if err != nil {
		return err
	}
	d.conn.Do(func() {
		forgot := len(d.conn.Open) > 0 && (s.State == StateIdle || s.State == StateAlarm || s.State == StateSleep)
		at, known := d.reported.place(s)
		switch {
		case d.conn.Distrust != nil:
			err = d.conn.Distrust
			return
		case forgot:
			err = fmt.Errorf("%w: it does not hold any more and has forgotten the rest of its way, it was reset; home it "+
				"before it moves again", arm.ErrPositionLost)
		case s.State == StateHold && known && d.standing != nil:
			err = arm.Way{From: d.standing}.Check(d.cfg.Limits, at, wayToleranceMM)
		}
		if err != nil {
			d.deaf = true
			d.conn.Lose(err)
		}
	})
	return err
}

// halt brings the arm to rest with a feed hold: its position stays known and the vacuum on. The rest of a motion
// stays in the controller, which would go on with it. Homing cannot be held, and is cut off with a reset; so is what
// does not come to rest, and its position with it.
func (d *Driver) halt(ctx context.Context) (cut bool, err error) {
	var homing error
	d.conn.Do(func() {
		if d.conn.Homing {
			homing = d.conn.Stopping
		}
		d.halting = homing == nil
	})
	if homing != nil {
		return false, d.cutOff(homing)
	}
	defer d.conn.Do(func() { d.halting = false })
	if err := d.signal(feedHold); err != nil {
		return false, err
	}
	s, err := d.rest(ctx)
	if errors.Is(err, arm.ErrAlarm) {
		return false, nil // which has stopped it, and ended what was under way
	}
	if errors.Is(err, arm.ErrNoAnswer) {
		lost := fmt.Errorf("%w: it did not come to rest when told to, and was reset", arm.ErrPositionLost)
		return false, session.Both(lost, d.reset(ctx))
	}
	if err != nil {
		return false, err
	}
	goOn := false
	d.conn.Do(func() {
		cut = len(d.conn.Open) > 0
		// Grbl holds also when it is idle, and its report may be older than that.
		goOn = !cut && (s.State == StateHold || s.State == StateIdle) && !d.held
	})
	if goOn {
		return false, d.signal(cycleStart)
	}
	return cut, nil
}

// abort is what is sent when the connection ends in mid-motion.
func abort(homing bool) []byte {
	if homing {
		return []byte{softReset}
	}
	return []byte{feedHold}
}

// rest waits until the controller reports that nothing moves. Idle with a line unanswered is none: that line may have
// come too late to be held.
func (d *Driver) rest(ctx context.Context) (Status, error) {
	for range restLooks {
		s, err := d.ask(ctx)
		if err != nil {
			return Status{}, err
		}
		var busy bool
		d.conn.Do(func() { busy = s.State == StateIdle && len(d.conn.Open) > 0 })
		if s.AtRest() && !busy {
			return s, nil
		}
		if err := d.conn.Pause(ctx, restInterval); err != nil {
			return Status{}, err
		}
	}
	return Status{}, fmt.Errorf("%w: it has not come to rest within %v", arm.ErrNoAnswer, stopTimeout)
}

// cutOff resets without waiting for what the controller says to it.
func (d *Driver) cutOff(reason error) error {
	d.conn.Do(func() {
		d.deaf = true
		d.conn.Lose(reason)
	})
	return d.signal(softReset)
}
