package uarm

import (
	"context"
	"errors"
	"fmt"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/line"
)

// arrived returns when nothing moves any more, and makes sure that the arm is
// where it was sent: its lines have no checksums.
func (d *Driver) arrived(ctx context.Context, to arm.Point) error {
	if err := d.still(ctx); err != nil {
		return err
	}
	at, err := d.where(ctx)
	if err == nil {
		err = d.conn.Ready()
	}
	if err != nil || at == nil {
		return err
	}
	if at.Distance(to) > beside {
		err = fmt.Errorf("%w: it was sent to %v and is at %v; is something in its way, or the line noisy?", arm.ErrPositionLost, to, at)
		d.conn.Do(func() { d.conn.Lose(err) })
	}
	return err
}

// turns returns when the arm is about to come by a corner, or stands there: a
// motion is answered a little before it ends. What is sent then begins where it
// should, but for less than a tool passes over the pieces higher than it must.
func (d *Driver) turns(ctx context.Context, corner arm.Point) error {
	at, err := d.where(ctx)
	switch {
	case ctx.Err() != nil:
		return d.conn.Interrupt(ctx)
	case err != nil:
		return err
	case at != nil && at.Distance(corner) <= near:
		return d.conn.Ready()
	}
	return d.arrived(ctx, corner)
}

// still returns when nothing moves any more. Without "@9" it asks now and then.
func (d *Driver) still(ctx context.Context) error {
	var stops int
	d.conn.Do(func() { stops = d.stops })
	for began := time.Now(); time.Since(began) < d.cfg.Answer; {
		moving, err := d.moving(ctx)
		switch {
		case ctx.Err() != nil:
			return d.conn.Interrupt(ctx)
		case err != nil:
			return err
		case !moving:
			return d.conn.Ready()
		}
		err = d.conn.Wait(ctx, stopping, func() bool { return d.stops > stops || d.conn.Barred() != nil })
		switch {
		case err == nil || errors.Is(err, line.ErrTimeout):
		case ctx.Err() != nil:
			return d.conn.Interrupt(ctx)
		default:
			return err
		}
		if err := d.conn.Ready(); err != nil {
			return err
		}
		d.conn.Do(func() { stops = d.stops })
	}
	err := fmt.Errorf("%w: it says that it still moves, %v after it said that it had arrived; home it before it moves again", arm.ErrNoAnswer, d.cfg.Answer)
	d.conn.Do(func() { d.conn.Lose(err) })
	return err
}

// moving asks the arm whether anything moves.
func (d *Driver) moving(ctx context.Context) (bool, error) {
	v, err := d.value(ctx, askMoving)
	return v != 0, err
}

// value is the V of an answer.
func (d *Driver) value(ctx context.Context, question string) (float64, error) {
	text, err := d.ask(ctx, line.Line{Text: question})
	if err != nil {
		return 0, err
	}
	v, found := values(text)['V']
	if !found {
		return 0, fmt.Errorf("%w: %s is answered with %q", arm.ErrNoAnswer, question, text)
	}
	return v, nil
}

// Holding tells whether the pump or the gripper feels something: it is then
// under load.
func (d *Driver) Holding(ctx context.Context) (bool, error) {
	giveBack, err := d.conn.Take(ctx)
	if err != nil {
		return false, fmt.Errorf("ask what the arm holds: %w", err)
	}
	defer giveBack()
	v, err := d.value(ctx, d.cfg.feel())
	if err != nil {
		return false, fmt.Errorf("ask what the arm holds: %w", err)
	}
	const grabbing = 2
	return v == grabbing, nil
}

// where is the position that the arm's sensors tell, nil if they do not follow
// its motions.
func (d *Driver) where(ctx context.Context) (*arm.Point, error) {
	blind := false
	d.conn.Do(func() { blind = d.blind })
	if blind {
		return nil, nil
	}
	return d.sensed(ctx)
}

func (d *Driver) sensed(ctx context.Context) (*arm.Point, error) {
	text, err := d.ask(ctx, line.Line{Text: askPosition})
	if err != nil {
		return nil, err
	}
	p, ok := point(text)
	if !ok {
		return nil, fmt.Errorf("%w: %s is answered with %q", arm.ErrNoAnswer, askPosition, text)
	}
	return &p, nil
}
