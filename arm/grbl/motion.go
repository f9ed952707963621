package grbl

import (
	"context"

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

// Run carries out steps other than homing, as many lines ahead as Grbl's
// buffer holds.
func (d *Driver) Run(ctx context.Context, steps []arm.Step) error {
	return d.do(ctx, steps...)
}

func (d *Driver) do(ctx context.Context, steps ...arm.Step) error {
	lines, err := words(d.cfg).Lines(d.cfg.Limits, nil, steps)
	if err == nil {
		var giveBack func()
		if giveBack, err = d.conn.Take(ctx); err == nil {
			defer giveBack()
			err = d.run(ctx, lines)
		}
	}
	return line.Doing(steps, err)
}
