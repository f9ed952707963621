package uarm

import (
	"context"
	"errors"
	"fmt"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/line"
)

// Move goes to a point in a straight line and returns when the tool stands
// still there. When ctx ends the arm is stopped as by Stop.
func (d *Driver) Move(ctx context.Context, to arm.Point, speed float64) error {
	return d.Run(ctx, []arm.Step{{Verb: arm.VerbMove, To: to, Speed: speed}})
}

// Grip switches the tool on and waits until it has settled.
func (d *Driver) Grip(ctx context.Context) error {
	return d.Run(ctx, []arm.Step{{Verb: arm.VerbGrip}})
}

// Release switches the tool off and waits until it has settled.
func (d *Driver) Release(ctx context.Context) error {
	return d.Run(ctx, []arm.Step{{Verb: arm.VerbRelease}})
}

// Run carries out steps other than homing. A motion is sent when the one before
// it has been handed to the planner, not when it has ended. It is never sent
// earlier: the one before may be refused.
func (d *Driver) Run(ctx context.Context, steps []arm.Step) error {
	giveBack, err := d.conn.Take(ctx)
	if err == nil {
		d.conn.Do(func() { d.active = true })
		err = d.carry(ctx, steps)
		d.conn.Do(func() { d.active = false })
		giveBack()
	}
	return line.Doing(steps, err)
}

func (d *Driver) carry(ctx context.Context, steps []arm.Step) error {
	var from *arm.Point
	d.conn.Do(func() { from = d.target })
	w := words(d.cfg)
	w.Drain = nil // still asks as often as it takes
	if _, err := w.Lines(d.cfg.Limits, from, steps); err != nil {
		return err
	}
	for i, s := range steps {
		lines, err := w.Lines(d.cfg.Limits, from, steps[i:i+1])
		if err == nil {
			d.conn.Do(func() { d.target = nil })
			err = d.conn.Run(ctx, lines)
		}
		if err != nil {
			return err
		}
		if s.Verb == arm.VerbMove {
			from = &steps[i].To
			if i+1 < len(steps) && steps[i+1].Verb == arm.VerbMove {
				continue
			}
			err = d.arrive(ctx, *from)
		} else {
			err = d.settle(ctx, s.Verb)
		}
		if err != nil {
			return err
		}
		d.conn.Do(func() { d.target = from })
	}
	return nil
}

// settle waits until the tool has taken hold or let go.
func (d *Driver) settle(ctx context.Context, verb arm.Verb) error {
	if verb == arm.VerbGrip {
		return d.conn.Pause(ctx, d.cfg.GripSettle)
	}
	return d.conn.Pause(ctx, d.cfg.ReleaseSettle)
}

// arrive returns when nothing moves any more, and makes sure that the arm is
// where it was sent: its lines have no checksums.
func (d *Driver) arrive(ctx context.Context, to arm.Point) error {
	if err := d.still(ctx); err != nil || d.blindly() {
		return err
	}
	at, err := d.where(ctx)
	if err != nil {
		return err
	}
	if at.Distance(to) > beside {
		err = fmt.Errorf("%w: it was sent to %v and is at %v; is something in its way, or the line noisy?", arm.ErrPositionLost, to, at)
		d.conn.Do(func() { d.conn.Lose(err) })
	}
	return err
}

// blindly tells whether the arm's position says nothing.
func (d *Driver) blindly() (blind bool) {
	d.conn.Do(func() { blind = d.blind })
	return blind
}

// still returns when nothing moves any more. Without "@9" it asks now and then.
func (d *Driver) still(ctx context.Context) error {
	var stops int
	d.conn.Do(func() { stops = d.stops })
	for began := time.Now(); time.Since(began) < d.cfg.Answer; {
		moving, err := d.moving(ctx)
		switch {
		case ctx.Err() != nil:
			return d.interrupt(ctx)
		case err != nil:
			return err
		case !moving:
			return d.conn.Ready()
		}
		err = d.conn.Wait(ctx, stopping, func() bool { return d.stops > stops || d.conn.Distrust != nil || d.conn.Stopped != nil })
		switch {
		case err == nil || errors.Is(err, line.ErrTimeout):
		case ctx.Err() != nil:
			return d.interrupt(ctx)
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

// Position is where the arm's sensors have the tool. In mid-motion the arm does
// not answer: then the end is waited for. While the position is not known the
// error says why.
func (d *Driver) Position(ctx context.Context) (arm.Point, error) {
	giveBack, err := d.conn.Take(ctx)
	var p arm.Point
	if err == nil {
		defer giveBack()
		d.conn.Do(func() { err = d.conn.Distrust })
	}
	if err == nil {
		p, err = d.where(ctx)
	}
	if err != nil {
		return arm.Point{}, fmt.Errorf("ask the arm's position: %w", err)
	}
	return p, nil
}

func (d *Driver) where(ctx context.Context) (arm.Point, error) {
	text, err := d.ask(ctx, line.Line{Text: askPosition})
	if err != nil {
		return arm.Point{}, err
	}
	p, ok := point(text)
	if !ok {
		return arm.Point{}, fmt.Errorf("%w: %s is answered with %q", arm.ErrNoAnswer, askPosition, text)
	}
	return p, nil
}
