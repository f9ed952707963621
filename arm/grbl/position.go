package grbl

import (
	"context"
	"errors"
	"fmt"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

// offsetReports is of how many status reports in a row one has the work coordinate offset
// (REPORT_WCO_REFRESH_BUSY_COUNT).
const offsetReports = 30

// Position is the machine position of the tool, also in mid-motion. While it is not known the error says why.
func (d *Driver) Position(ctx context.Context) (arm.Point, error) {
	p, err := d.where(ctx)
	if err != nil {
		return arm.Point{}, fmt.Errorf("ask the arm's position: %w", err)
	}
	return *p, nil
}

func (d *Driver) where(ctx context.Context) (*arm.Point, error) {
	for range offsetReports {
		var distrust error
		d.conn.Do(func() { distrust = d.conn.Distrust })
		if distrust != nil {
			return nil, distrust
		}
		s, err := d.ask(ctx)
		if err != nil {
			return nil, err
		}
		var p arm.Point
		var known bool
		d.conn.Do(func() { p, known = d.reported.place(s) })
		if known {
			return &p, nil
		}
	}
	return nil, errors.New("the controller reports work positions without their offset: set $10=1")
}

// arrived makes sure that the tool stands where it was sent, to the step: Grbl's lines have no checksums, and a digit
// that was garbled on the way makes a line as good as any other. In a hold Grbl answers that motions have ended while
// it still brakes (Hold:1): the tool stands with Hold:0.
func (d *Driver) arrived(ctx context.Context, to arm.Point) error {
	at, err := d.where(ctx)
	brakes := false
	d.conn.Do(func() { brakes = d.reported.status.brakes() })
	if err == nil && brakes {
		if _, err = d.rest(ctx); err == nil {
			at, err = d.where(ctx)
		}
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return d.conn.Interrupt(ctx)
	case err != nil:
		return err
	}
	if err := d.conn.Ready(); err != nil {
		return err
	}
	early := false
	d.conn.Do(func() {
		if early = d.cfg.Shared && d.reported.status.State == StateRun; early {
			d.deaf = true // until it is reset it would go on with what it was told
			err = session.Foreign("it moves, and what it has to do was answered as done")
			d.conn.Lose(err)
		} else if !d.reported.settings.same(*at, to) {
			err = fmt.Errorf("%w: it was sent to %v and stands at %v, a line was garbled on its way or another program moved "+
				"it; home it before it moves again", arm.ErrPositionLost, to, *at)
			d.conn.Lose(err)
		}
	})
	if early {
		return session.Both(err, d.signal(feedHold))
	}
	return err
}

// wayToleranceMM is by how many mm a tool may be reported beside its way.
const wayToleranceMM = 1.0

// beside reports whether a place is beside the way through some corners; none are unknown.
func beside(at arm.Point, corners []arm.Point) bool {
	for i := 1; i < len(corners); i++ {
		if at.Beside(corners[i-1], corners[i]) <= wayToleranceMM {
			return false
		}
	}
	return corners != nil
}
