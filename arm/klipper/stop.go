package klipper

import (
	"context"
	"errors"
	"fmt"
	"time"

	"draughtsman/arm"
)

// stopTimeout is the longest time from the last piece of a motion until the tool stands.
const stopTimeout = 3 * time.Second

// halt sends nothing more, which Stopping sees to, and waits until the tool stands. Homing is cut off by a shutdown,
// and so is what does not come to rest.
func (d *Driver) halt(ctx context.Context) (cut bool, err error) {
	var carrying bool
	var homing error
	d.conn.Do(func() {
		if carrying = d.conn.Carrying; d.conn.Homing {
			homing = d.conn.Stopping
		}
	})
	switch {
	case homing != nil:
		d.conn.Do(func() { d.conn.Lose(homing) })
		return false, d.shutDown(ctx)
	case !carrying:
		return false, nil
	}
	for began := arm.Now(); arm.Since(began) < stopTimeout; {
		s, err := d.status(ctx)
		if err != nil {
			return false, err
		}
		quiet := false
		d.conn.Do(func() { quiet = len(d.conn.Open) == 0 })
		if quiet && s.left() <= 0 {
			return true, nil
		}
		if err := d.conn.Pause(ctx, pollInterval); err != nil {
			return false, err
		}
	}
	err = d.conn.Lost(fmt.Errorf("%w: it did not come to rest within %v, and Klipper was shut down", arm.ErrPositionLost,
		stopTimeout))
	return false, errors.Join(err, d.shutDown(ctx))
}

// shutDown is an emergency stop.
func (d *Driver) shutDown(ctx context.Context) error {
	if err := d.ask(ctx, "printer.emergency_stop", nil, nil); err != nil {
		return fmt.Errorf("%w; it may still move: switch it off", err)
	}
	return nil
}

// abort is what is sent when the connection ends in mid-motion. A motion ends by itself, when no more of it is sent;
// homing does not.
func (d *Driver) abort(homing bool) (b []byte) {
	method := "server.info"
	if homing {
		method = "printer.emergency_stop"
	}
	d.conn.Do(func() { b = []byte(d.question(method, nil, &reply{})) })
	return b
}
