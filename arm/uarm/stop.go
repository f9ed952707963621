package uarm

import (
	"context"
	"errors"
	"fmt"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

// halt brings the arm to rest; the pump stays on. The firmware answers nothing before what the motion's own request
// has come to, and says that it moves as long as it would drop another.
func (d *Driver) halt(ctx context.Context) (cut bool, err error) {
	var busy, unsure bool
	d.conn.Do(func() {
		busy, unsure = d.conn.Carrying || d.conn.Homing, d.conn.Distrust != nil && d.fresh
	})
	switch {
	case !busy && unsure: // it may be going on with what was given up
		return false, d.abort()
	case !busy:
		return false, nil
	}
	if err := d.abort(); err != nil {
		return false, err
	}
	err = d.conn.Wait(ctx, stopTimeout, func() bool { return len(d.conn.Open) == 0 })
	for began := arm.Now(); err == nil && arm.Since(began) < stopTimeout; {
		var moving bool
		if moving, err = d.senses.moving(ctx); err == nil && !moving {
			return true, nil
		}
		if err == nil {
			err = d.conn.Pause(ctx, motionEndTime)
		}
	}
	if err == nil || errors.Is(err, session.ErrTimeout) {
		err = d.conn.Lost(fmt.Errorf("%w: it did not come to rest within %v when told to; switch it off", arm.ErrPositionLost,
			stopTimeout))
	}
	return true, err
}

// abort stops the arm at once. From then on its firmware is wrong about where it is.
func (d *Driver) abort() error {
	d.conn.Do(func() { d.angular, d.quick = true, arm.Now() })
	return d.conn.Write(abort(false))
}

func abort(bool) []byte { return []byte(quickStop + "\n") }
