package dobot

import (
	"context"
	"errors"
	"fmt"
	"time"

	"draughtsman/arm"
)

// halt brings the arm to rest; what the tool holds it keeps.
func (d *Driver) halt(ctx context.Context) (cut bool, err error) {
	var busy, unsure bool
	d.conn.Do(func() {
		busy, unsure = d.conn.Carrying || d.conn.Homing, d.conn.Distrust != nil &&
			!errors.Is(d.conn.Distrust, arm.ErrNotHomed)
	})
	if !busy && !unsure {
		return false, nil
	}
	return busy, d.stand(ctx) // an arm that was given up may be going on
}

// stopTimeout is the longest time that the arm may take to stand still once it was told to.
const stopTimeout = 2 * time.Second

// stand stops the arm, empties its queue, and waits until it stands still. The queue goes on with what comes next.
func (d *Driver) stand(ctx context.Context) error {
	for _, id := range []byte{idForceStop, idEmpty} {
		if _, err := d.link.ask(ctx, setting(id)); err != nil {
			return fmt.Errorf("%w; it may still move: switch it off", err)
		}
	}
	d.conn.Do(func() { d.link.counted = false })
	before, err := d.where(ctx)
	if err != nil {
		return err
	}
	for began := arm.Now(); arm.Since(began) < stopTimeout; {
		if err := d.conn.Pause(ctx, pollInterval); err != nil {
			return err
		}
		at, err := d.where(ctx)
		if err != nil {
			return err
		}
		if at.Distance(*before) < 0.01 {
			_, err = d.link.ask(ctx, setting(idStart))
			return err
		}
		before = at
	}
	return d.conn.Lost(fmt.Errorf("%w: it did not come to rest within %v when told to; switch it off",
		arm.ErrPositionLost, stopTimeout))
}

// abort is stand without waiting.
func abort(bool) (b []byte) {
	for _, id := range []byte{idForceStop, idEmpty} {
		b = append(b, wire(setting(id).text())...)
	}
	return b
}
