package marlin

import (
	"context"
	"errors"
	"fmt"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

// quickStop stops all motions and forgets them, without slowing down. Marlin acts on it as it is read, not in its
// turn.
const quickStop = "M410"

// halt brings the arm to rest. What switches the tool stays as it is. Homing that is stopped may make Marlin halt for
// good.
func (d *Driver) halt(ctx context.Context) (cut bool, err error) {
	var busy, unsure bool
	d.conn.Do(func() {
		busy, unsure = d.conn.Carrying || d.conn.Homing, d.conn.Distrust != nil && d.numbered
		if !busy && unsure {
			d.fresh = false // the answer to this must not be taken for another's
		}
	})
	switch {
	case !busy && unsure: // it may be going on with what was given up
		return false, d.conn.Write(abort(false))
	case !busy:
		return false, nil
	}
	a, err := d.conn.Send(session.Line{Text: quickStop})
	if err != nil {
		return false, err
	}
	err = d.conn.Wait(ctx, stopTimeout, func() bool { return a.Done })
	if errors.Is(err, session.ErrTimeout) {
		err = fmt.Errorf("%w: it did not come to rest within %v when told to; switch it off", arm.ErrPositionLost,
			stopTimeout.Round(time.Second))
		d.conn.Do(func() {
			d.fresh = false
			d.conn.Lose(err)
		})
	}
	if err == nil {
		d.conn.Do(func() {
			if d.conn.Halted && !d.conn.Homing {
				err = d.conn.Distrust
			}
		})
	}
	return true, err
}

func abort(bool) []byte { return []byte(quickStop + "\n") }
