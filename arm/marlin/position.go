package marlin

import (
	"context"
	"fmt"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

// where is the position at rest: in mid-motion Marlin tells only where its motions will end.
func (d *Driver) where(ctx context.Context) (_ *arm.Point, err error) {
	if _, err := d.conn.Ask(ctx, session.Line{Text: "M114"}); err != nil {
		return nil, err
	}
	var p arm.Point
	d.conn.Do(func() {
		if p = d.at; d.reports == d.before {
			if err = fmt.Errorf("%w: no position came to M114", arm.ErrNoAnswer); d.cfg.Shared {
				err = session.Foreign("M114 was answered without a position")
				d.conn.Lose(err)
			}
		}
	})
	return &p, err
}

// arrived compares where the controller says it is after motions have ended with where it was sent. The report that
// came with the end of the last may have been garbled, and is then asked for again.
func (d *Driver) arrived(ctx context.Context, to arm.Point) error {
	at := arm.Point{}
	reported := false
	d.conn.Do(func() { at, reported = d.at, d.reports > d.before })
	if !reported {
		p, err := d.where(ctx)
		if err != nil {
			return d.conn.Lost(err)
		}
		at = *p
	}
	if at.Distance(to) > targetToleranceMM {
		return &ClampError{To: to, At: at}
	}
	return nil
}
