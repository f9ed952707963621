package feetech

import (
	"context"
	"fmt"
	"math"

	"draughtsman/arm"
)

// contactLooks is for how many looks in a row the jaws have to feel something.
const contactLooks = 3

// gripSqueeze is how far beyond what they hold the jaws are sent, in radians: that far the servo's torque presses
// them together.
const gripSqueeze = 0.12

// Grip closes the jaws until they touch something, and returns when they press on it; Holding tells whether there was
// anything.
func (d *Driver) Grip(ctx context.Context) error { return d.use(ctx, arm.VerbGrip, d.closeJaws) }

// Release opens the jaws, and returns when they are open.
func (d *Driver) Release(ctx context.Context) error { return d.use(ctx, arm.VerbRelease, d.openJaws) }

// use moves the jaws.
func (d *Driver) use(ctx context.Context, verb arm.Verb, move func(context.Context) error) error {
	step := arm.Step{Verb: verb}
	giveBack, err := d.take(ctx)
	if err == nil {
		defer giveBack()
		if err = d.control.ready(); err == nil {
			err = d.motion(ctx, func() error {
				arm.Begins(ctx, arm.Motion{Steps: []arm.Step{step}})
				return move(ctx)
			})
		}
	}
	if err != nil {
		return fmt.Errorf("%v: %w", step, err)
	}
	return nil
}

// Holding reports whether there is something between the jaws: they were closed, are further open than on nothing, and
// press.
func (d *Driver) Holding(ctx context.Context) (bool, error) {
	giveBack, err := d.take(ctx)
	if err == nil {
		defer giveBack()
		var states [joints + 1]state
		if states, err = d.servos.look(ctx); err == nil {
			opening := d.cfg.Gripper.opening(states[joints].position)
			return d.pose.holds && opening > d.cfg.Gripper.Thin && opening-d.pose.opening > gripSqueeze/4, nil
		}
	}
	return false, fmt.Errorf("feel what the jaws hold: %w", err)
}

func (d *Driver) closeJaws(ctx context.Context) error {
	g := d.cfg.Gripper
	if err := d.pose.inPlace(ctx); err != nil {
		return err
	}
	feels, last, same := 0, 2*StepsPerTurn, 0
	return d.every(ctx, func(held bool) (bool, error) {
		states, err := d.servos.lookFirm(ctx)
		if err != nil {
			return false, err
		}
		jaws := states[joints]
		opening := g.opening(jaws.position)
		still := abs(jaws.position-last) <= 1
		last = jaws.position
		// Something is between the jaws when they work hard, or stay behind where they were sent, and have stopped.
		if feels++; !still || jaws.load < g.Load && opening-d.pose.opening < gripSqueeze {
			feels = 0
		}
		if same++; !still {
			same = 0
		}
		switch {
		case feels >= contactLooks && opening > g.Thin:
			d.control.Do(func() { d.pose.holds = true })
			return true, d.pose.sendJaws(max(opening-gripSqueeze, 0), g.Speed)
		case d.pose.opening == 0 && same >= contactLooks:
			d.control.Do(func() { d.pose.holds = false })
			return true, nil
		case held:
			return false, nil
		}
		return false, d.pose.sendJaws(max(d.pose.opening-g.Speed*d.cfg.Tick.Seconds(), 0, opening-2*gripSqueeze), g.Speed)
	})
}

func (d *Driver) openJaws(ctx context.Context) error {
	g := d.cfg.Gripper
	d.control.Do(func() { d.pose.holds = false })
	last, same := 2*StepsPerTurn, 0
	return d.every(ctx, func(held bool) (bool, error) {
		states, err := d.servos.lookFirm(ctx)
		if err != nil {
			return false, err
		}
		at := states[joints].position
		if same++; abs(at-last) > 1 {
			same = 0
		}
		last = at
		short := math.Abs(g.opening(at) - g.Open)
		switch {
		case d.pose.opening == g.Open && short < 4*d.cfg.Tolerance:
			return true, nil
		case d.pose.opening == g.Open && same >= 25:
			return false, &BlockedError{Servo: d.cfg.name(g.ID), Off: degrees(short)}
		case held:
			return false, nil
		}
		step := g.Speed * d.cfg.Tick.Seconds()
		return false, d.pose.sendJaws(min(max(g.Open, d.pose.opening-step), d.pose.opening+step), g.Speed)
	})
}
