package marlin

import (
	"context"
	"fmt"

	"draughtsman/arm"
	"draughtsman/arm/line"
)

// Move goes to a point in a straight line and returns when the tool stands
// still there. When ctx ends the arm is stopped as by Stop.
func (d *Driver) Move(ctx context.Context, to arm.Point, speed float64) error {
	return d.do(ctx, arm.Step{Verb: arm.VerbMove, To: to, Speed: speed})
}

// Grip switches the tool on and waits until it has settled.
func (d *Driver) Grip(ctx context.Context) error {
	return d.do(ctx, arm.Step{Verb: arm.VerbGrip})
}

// Release switches the tool off and waits until it has settled.
func (d *Driver) Release(ctx context.Context) error {
	return d.do(ctx, arm.Step{Verb: arm.VerbRelease})
}

// Run carries out steps other than homing, as many lines ahead as Marlin's
// buffers hold.
func (d *Driver) Run(ctx context.Context, steps []arm.Step) error {
	return d.do(ctx, steps...)
}

func (d *Driver) do(ctx context.Context, steps ...arm.Step) error {
	return line.Doing(steps, d.carry(ctx, steps))
}

func (d *Driver) carry(ctx context.Context, steps []arm.Step) error {
	giveBack, err := d.conn.Take(ctx)
	if err != nil {
		return err
	}
	defer giveBack()
	var from *arm.Point
	seen := 0
	d.conn.Do(func() { from, seen = d.target, d.reports })
	lines, err := words(d.cfg).Lines(d.cfg.Limits, from, steps)
	if err != nil {
		return err
	}
	var to *arm.Point
	for i, s := range steps {
		if s.Verb == arm.VerbMove {
			to = &steps[i].To
		}
	}
	if to == nil {
		return d.conn.Run(ctx, lines)
	}
	d.conn.Do(func() { d.target = nil })
	if err := d.conn.Run(ctx, lines); err != nil {
		return err
	}
	return d.arrived(ctx, *to, seen)
}

// arrived compares where the controller says it is after motions have ended
// with where it was sent. The report that came with the end of the last may
// have been garbled.
func (d *Driver) arrived(ctx context.Context, to arm.Point, seen int) (err error) {
	reported := false
	d.conn.Do(func() { reported = d.reports > seen })
	if !reported {
		if err := d.conn.Ask(ctx, line.Line{Text: "M114"}); err != nil {
			return err
		}
	}
	d.conn.Do(func() {
		switch {
		case d.reports == seen:
			err = fmt.Errorf("%w: no position came to M114", arm.ErrNoAnswer)
			d.conn.Lose(err)
		case d.at.Distance(to) > clamped:
			err = &ClampError{To: to, At: d.at}
		default:
			d.target = &to
		}
	})
	return err
}
