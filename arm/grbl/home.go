package grbl

import (
	"context"
	"errors"
	"fmt"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

// home finds the machine's position at its switches. When ctx ends the controller is reset.
func (d *Driver) home(ctx context.Context) error {
	d.conn.Do(func() { d.astray = nil })
	a, err := d.conn.Send(session.Line{Text: "$H"})
	if err != nil {
		return err
	}
	// While it homes Grbl answers nothing at all, not even '?'.
	err = d.conn.Wait(ctx, d.cfg.Homing, func() bool { return a.Done })
	var rejected *RejectedError
	switch {
	case errors.Is(err, session.ErrTimeout):
		failed := d.cfg.LateHoming("is an axis blocked or a limit switch off?")
		return session.Both(failed, d.cutOff(failed))
	case ctx.Err() != nil:
		stopped := fmt.Errorf("%w while homing: %w", arm.ErrStopped, context.Cause(ctx))
		return session.Both(stopped, d.cutOff(stopped))
	case err != nil:
		return err
	case errors.As(a.Err, &rejected) && rejected.Code == 5 && rejected.Firmware != FluidNC:
		return fmt.Errorf("%w: connect limit switches and switch homing on with $22=1", a.Err)
	case a.Err != nil:
		return a.Err
	}
	// The machine, which stands at its switches, has to be able to go where the configuration lets it.
	s, err := d.ask(ctx)
	if err != nil {
		return err
	}
	d.conn.Do(func() {
		if at, known := d.reported.place(s); known {
			err = d.reported.settings.fits(d.cfg.Limits, at)
		}
	})
	return err
}

// listening makes sure that the controller takes lines: it does in Idle and in an alarm that is not critical, and
// after a reset, which brings it back from alarms, lost answers and stops. The relatives tell their place behind a
// critical alarm too: one that they had before they were connected is reset.
func (d *Driver) listening(ctx context.Context) error {
	var fresh, started bool
	d.conn.Do(func() {
		fresh = !d.deaf && !d.held && d.conn.Stopped == nil && len(d.conn.Open) == 0 && d.blanks == 0
		started = d.banners > 0 || d.firmware == Grbl
	})
	if fresh {
		s, err := d.ask(ctx)
		if err == nil && (s.State == StateIdle || s.State == StateAlarm && started) {
			return nil
		}
		if err != nil && !errors.Is(err, arm.ErrNoAnswer) && !errors.Is(err, arm.ErrAlarm) {
			return err
		}
	}
	return d.reset(ctx)
}

// reset restarts the controller and waits until it listens. The position is lost, since Grbl does not always tell
// whether it was at rest.
func (d *Driver) reset(ctx context.Context) error {
	numbed := time.Duration(0)
	d.conn.Do(func() { numbed = alarmDeadTime - arm.Since(d.alarmed) })
	if numbed > 0 {
		if err := d.conn.Pause(ctx, numbed); err != nil {
			return err
		}
	}
	seen := 0
	d.conn.Do(func() {
		seen = d.banners
		d.resetting, d.deaf = true, true
		d.conn.Lose(fmt.Errorf("%w: its controller was reset; home it before it moves again", arm.ErrPositionLost))
	})
	defer d.conn.Do(func() { d.resetting = false })
	if err := d.signal(softReset); err != nil {
		return err
	}
	err := d.conn.Wait(ctx, d.cfg.Boot, func() bool { return d.banners > seen })
	if errors.Is(err, session.ErrTimeout) {
		return fmt.Errorf("%w: no greeting came within %v after a reset; "+
			"switch the controller off and on, then connect again", arm.ErrNoAnswer, d.cfg.Boot)
	}
	if err != nil {
		return err
	}
	// A failed homing resets the controller too: its banner may have been the one seen. A status report comes after
	// every banner that is on its way.
	if _, err := d.ask(ctx); err != nil {
		return err
	}
	d.conn.Do(func() { d.deaf, d.conn.Stopped, d.held = false, nil, false })
	return nil
}
