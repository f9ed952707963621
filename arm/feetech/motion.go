package feetech

import (
	"context"
	"fmt"
	"math"

	"draughtsman/arm"
)

// Move brings the tool to a point in a straight line at speed mm/s, and returns when every joint stands where it
// should. A line on which a joint would have to turn faster than it may is travelled more slowly. A target outside
// the limits, or one that the arm does not reach, or a line that leaves its reach, is refused before anything moves.
func (d *Driver) Move(ctx context.Context, to arm.Point, speed float64) error {
	return d.leg(ctx, []arm.Step{{Verb: arm.VerbMove, To: to, Speed: speed}})
}

// Run carries out steps other than homing. Motions that follow each other run into one another: the tool slows down
// at their corners and stands still at the last of them. Every target is checked before anything moves.
func (d *Driver) Run(ctx context.Context, steps []arm.Step) error {
	for i, s := range steps {
		if s.Verb == arm.VerbMove {
			if err := d.cfg.Limits.Check(s.To, s.Speed); err != nil {
				return fmt.Errorf("step %d, %v: %w", i+1, s, err)
			}
		}
	}
	for len(steps) > 0 {
		n := 0
		for n < len(steps) && steps[n].Verb == arm.VerbMove {
			n++
		}
		err := error(nil)
		if n > 0 {
			err = d.leg(ctx, steps[:n])
		} else {
			n, err = 1, steps[0].Do(ctx, d)
		}
		if err != nil {
			return err
		}
		steps = steps[n:]
	}
	return nil
}

// leg is motions that follow each other.
func (d *Driver) leg(ctx context.Context, steps []arm.Step) error {
	giveBack, err := d.take(ctx)
	if err == nil {
		defer giveBack()
		err = d.move(ctx, steps)
	}
	switch {
	case err != nil && len(steps) == 1:
		return fmt.Errorf("move the arm to %v: %w", steps[0].To, err)
	case err != nil:
		return fmt.Errorf("move the arm by way of %d places to %v: %w", len(steps)-1, steps[len(steps)-1].To, err)
	}
	return nil
}

// move makes motions that follow each other.
func (d *Driver) move(ctx context.Context, steps []arm.Step) error {
	for _, s := range steps {
		if err := d.cfg.Limits.Check(s.To, s.Speed); err != nil {
			return err
		}
	}
	if err := d.control.ready(); err != nil {
		return err
	}
	a := d.pose.geometry()
	from := a.Tip(d.pose.angles)
	steps = d.cfg.Limits.Slowed(&from, steps)
	way, err := d.cfg.straight(a, from, steps, d.pose.angles)
	if err != nil {
		return err
	}
	return d.motion(ctx, func() error {
		if err := d.pose.inPlace(ctx); err != nil {
			return err
		}
		arm.Begins(ctx, arm.Motion{Steps: steps})
		return d.follow(ctx, way, d.cfg.Limits.MaxSpeed, d.cfg.Accel)
	})
}

// inPlace tells whether the arm is where it was left.
func (p *pose) inPlace(ctx context.Context) error {
	states, err := p.servos.lookFirm(ctx)
	if err != nil {
		return err
	}
	if err := p.servos.cfg.healthy(states); err != nil {
		return err
	}
	if err := p.near(states); err != nil {
		return err
	}
	return p.stands(states)
}

// stanceToleranceMM is by how many mm a tool may stand beside where it was sent: joints give way to the arm's own
// weight.
const stanceToleranceMM = 25.0

// stands tells whether the tool of an arm at rest is about where it was sent.
func (p *pose) stands(states [joints + 1]state) error {
	a := p.geometry()
	sent := a.Tip(p.angles)
	return arm.Way{From: &sent}.Check(p.servos.cfg.Limits, a.Tip(p.servos.cfg.anglesOf(states)), stanceToleranceMM)
}

// near tells whether the joints are about where they were sent.
func (p *pose) near(states [joints + 1]state) error {
	for i, j := range p.servos.cfg.Joints {
		if off := math.Abs(j.angle(states[i].position) - p.angles[i]); off > p.servos.cfg.Astray {
			return &BlockedError{Servo: p.servos.cfg.name(j.ID), Off: degrees(off)}
		}
	}
	return nil
}

// ticksPerLook is how many ticks pass between two looks at an arm in motion.
const ticksPerLook = 5

// follow takes the joints along a path and waits until they stand at its end. After a hold it looks whether they
// still stand where they were held. Speed and acceleration are those along the path.
func (d *Driver) follow(ctx context.Context, way path, speed, accel float64) error {
	p := d.cfg.pace(way, speed, accel)
	tick := 0
	waited := false
	err := d.every(ctx, func(held bool) (bool, error) {
		if waited && !held {
			if err := d.pose.inPlace(ctx); err != nil {
				return false, err
			}
		}
		waited = held
		if tick++; tick%ticksPerLook == 0 {
			states, err := d.servos.lookFirm(ctx)
			if err == nil {
				err = d.pose.near(states)
			}
			if err != nil {
				return false, err
			}
		}
		p.next(d.cfg.Tick, held)
		if err := d.pose.send(way.at(p.at)); err != nil {
			return false, err
		}
		return p.done(), nil
	})
	if err != nil {
		return err
	}
	return d.settled(ctx)
}

// Position is where the tool is, by the joints' angles, also in mid-motion and before homing: the servos always know.
// With something in the jaws it is the middle of that.
func (d *Driver) Position(ctx context.Context) (arm.Point, error) {
	ids := d.cfg.ids()[:joints]
	replies, err := d.servos.bus.getAll(ctx, ids, regPresent, 2, patientAttempts)
	if err != nil {
		return arm.Point{}, fmt.Errorf("ask the arm's position: %w", err)
	}
	var states [joints + 1]state
	for i, id := range ids {
		p, ok := replies[id]
		if !ok {
			return arm.Point{}, fmt.Errorf("ask the arm's position: %w: %s is silent; check its plug and the power supply",
				arm.ErrNoAnswer, d.cfg.name(id))
		}
		states[i].position = word(p)
	}
	var at arm.Point
	d.control.Do(func() { at = d.pose.geometry().Tip(d.cfg.anglesOf(states)) })
	return at, nil
}
