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
	p, err := d.position(ctx)
	if err != nil {
		return arm.Point{}, fmt.Errorf("ask the arm's position: %w", err)
	}
	return p, nil
}

func (d *Driver) position(ctx context.Context) (arm.Point, error) {
	for range offsetReports {
		var distrust error
		d.conn.Do(func() { distrust = d.conn.Distrust })
		if distrust != nil {
			return arm.Point{}, distrust
		}
		s, err := d.ask(ctx)
		if err != nil {
			return arm.Point{}, err
		}
		var p arm.Point
		var known bool
		d.conn.Do(func() { p, known = machine(s, d.offset, d.settings) })
		if known {
			return p, nil
		}
	}
	return arm.Point{}, errors.New("the controller reports work positions without their offset: set $10=1")
}

// where is the position of a machine at rest.
func (d *Driver) where(ctx context.Context) (*arm.Point, error) {
	p, err := d.position(ctx)
	return &p, err
}

// arrived makes sure that the tool stands where it was sent, to the step: Grbl's lines have no checksums, and a digit
// that was garbled on the way makes a line as good as any other. In a hold Grbl answers that motions have ended while
// it still brakes (Hold:1): the tool stands with Hold:0.
func (d *Driver) arrived(ctx context.Context, to arm.Point) error {
	at, err := d.position(ctx)
	if err == nil && d.brakes() {
		if _, err = d.rest(ctx); err == nil {
			at, err = d.position(ctx)
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
		if early = d.cfg.Shared && d.status.State == StateRun; early {
			d.deaf = true // until it is reset it would go on with what it was told
			err = session.Foreign("it moves, and what it has to do was answered as done")
			d.conn.Lose(err)
		} else if !d.settings.same(at, to) {
			err = fmt.Errorf("%w: it was sent to %v and stands at %v, a line was garbled on its way or another program moved "+
				"it; home it before it moves again", arm.ErrPositionLost, to, at)
			d.conn.Lose(err)
		}
	})
	if early {
		return both(err, d.signal(feedHold))
	}
	return err
}

// brakes reports whether the machine comes to rest in a hold, and does not stand yet.
func (d *Driver) brakes() (brakes bool) {
	d.conn.Do(func() {
		brakes = (d.status.State == StateHold || d.status.State == StateDoor) && !d.status.AtRest()
	})
	return brakes
}

// wayToleranceMM is by how many mm a tool may be reported beside its way.
const wayToleranceMM = 1.0

// strays notes a report that has the tool beside the way on which it was sent. Call it with the lock held.
func (d *Driver) strays(s Status) {
	at, known := machine(s, d.offset, d.settings)
	if corners := d.conn.Way; known && corners != nil {
		for i := range corners[1:] {
			if at.Beside(corners[i], corners[i+1]) <= wayToleranceMM {
				return
			}
		}
		d.astray = &at
	}
}

// machine is the machine position of a report, in millimetres. With $10 set for work positions it needs the offset,
// which not every report has.
func machine(s Status, offset *arm.Point, settings Settings) (arm.Point, bool) {
	scale := 1.0
	if settings[reportInches] == 1 {
		scale = 25.4
	}
	switch {
	case s.MPos != nil:
		return arm.Point{X: scale * s.MPos.X, Y: scale * s.MPos.Y, Z: scale * s.MPos.Z}, true
	case s.WPos != nil && offset != nil:
		return arm.Point{X: scale * (s.WPos.X + offset.X), Y: scale * (s.WPos.Y + offset.Y),
			Z: scale * (s.WPos.Z + offset.Z)}, true
	}
	return arm.Point{}, false
}
