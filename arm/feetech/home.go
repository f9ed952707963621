package feetech

import (
	"context"
	"fmt"
	"math"

	"draughtsman/arm"
)

// How fast the arm goes home: a joint's angle in rad/s, and the tool in mm/s.
const (
	homeTurn  = 0.6
	homeSpeed = 100.0
)

// Home takes hold of the arm where it is, raises the tool, brings it to the place where it waits, and opens the jaws
// there, which lets fall what they hold. It is the way back from every stop and fault, and ends a hold.
func (d *Driver) Home(ctx context.Context) error {
	giveBack, err := d.take(ctx)
	if err == nil {
		defer giveBack()
		d.control.Do(func() { d.control.held = false })
		err = d.motion(ctx, func() error {
			arm.Begins(ctx, arm.Motion{Steps: []arm.Step{{Verb: arm.VerbHome}}})
			return d.home(ctx)
		})
	}
	if err != nil {
		return fmt.Errorf("home the arm: %w", err)
	}
	d.control.Do(func() { d.control.distrust = nil })
	return nil
}

func (d *Driver) home(ctx context.Context) error {
	if err := d.pose.hold(ctx); err != nil {
		return err
	}
	for _, next := range []func() (path, bool){d.pose.up, d.pose.round, d.pose.direct} {
		way, ok := next()
		if !ok {
			continue
		}
		speed, accel := homeSpeed, d.cfg.Accel
		if way.turn {
			speed, accel = homeTurn, 3*homeTurn
		}
		if err := d.follow(ctx, way, speed, accel); err != nil {
			return err
		}
	}
	return d.openJaws(ctx)
}

// hold switches the servos on with their goals where they are, so that nothing jumps, and makes sure that they have
// understood.
func (p *pose) hold(ctx context.Context) error {
	states, err := p.servos.revive(ctx)
	if err != nil {
		return err
	}
	if err := p.servos.cfg.healthy(states); err != nil {
		return err
	}
	p.bias = [joints]int{}
	p.angles = p.servos.cfg.anglesOf(states)
	p.opening = p.servos.cfg.Gripper.opening(states[joints].position)
	ids := p.servos.cfg.ids()
	var goals, accels, on []setting
	for i, id := range ids {
		if i < joints {
			p.sent[i] = states[i].position
		}
		goals = append(goals, setting{id, goal(states[i].position, minGoalSpeed)})
		accels = append(accels, setting{id, []byte{servoAccel}})
		on = append(on, setting{id, []byte{1}})
	}
	torque := p.servos.cfg.Gripper.Torque
	limit := []setting{{p.servos.cfg.Gripper.ID, []byte{byte(torque), byte(torque >> 8)}}}
	for range patientAttempts {
		for _, s := range []struct {
			address  int
			settings []setting
		}{{regAccel, accels}, {regLimit, limit}, {regGoal, goals}, {regTorque, on}} {
			if err := p.servos.bus.putAll(s.address, s.settings); err != nil {
				return err
			}
		}
		if states, err = p.servos.look(ctx); err != nil {
			return err
		}
		if err = p.servos.cfg.firm(states); err == nil {
			return nil
		}
	}
	return err
}

// servoAccel is the acceleration of the servos themselves, in 100 steps/s²: the tool's is made by the goals.
const servoAccel = 254

// revive looks at the servos. Those that were overloaded are told to hold again where they are, which clears that.
func (s *servos) revive(ctx context.Context) ([joints + 1]state, error) {
	states, err := s.look(ctx)
	for try := 0; try < patientAttempts && clearable(err); try++ {
		replies, err := s.bus.getAll(ctx, s.cfg.ids(), regPresent, 2, patientAttempts)
		if err != nil {
			return states, err
		}
		var goals, on []setting
		for id, p := range replies {
			goals = append(goals, setting{id, goal(word(p), minGoalSpeed)})
			on = append(on, setting{id, []byte{1}})
		}
		if err := s.bus.putAll(regGoal, goals); err != nil {
			return states, err
		}
		if err := s.bus.putAll(regTorque, on); err != nil {
			return states, err
		}
		states, err = s.look(ctx)
		if !clearable(err) {
			return states, err
		}
	}
	return states, err
}

// up is the way straight up to the height at which nothing stands, if the arm is low and can go it.
func (p *pose) up() (path, bool) {
	from := p.servos.cfg.Arm.Tip(p.angles)
	if !p.upright() || from.Z >= p.servos.cfg.Raise {
		return path{}, false
	}
	to := from
	to.Z = p.servos.cfg.Raise
	way, err := p.servos.cfg.straight(p.servos.cfg.Arm, from, []arm.Step{{To: to, Speed: homeSpeed}}, p.angles)
	return way, err == nil
}

// round is the way about the arm's axis to where it waits, if the arm is where that can begin.
func (p *pose) round() (path, bool) {
	if !p.upright() {
		return path{}, false
	}
	way, err := round(p.servos.cfg.Arm, p.servos.cfg.Arm.Tip(p.angles), p.servos.cfg.Home, p.angles)
	return way, err == nil
}

// direct turns every joint evenly to what it has to be where the arm waits, if it is not there already.
func (p *pose) direct() (path, bool) {
	end, err := p.servos.cfg.Arm.Solve(p.servos.cfg.Home, p.servos.cfg.Arm.Ready())
	way := turn(p.angles, end)
	return way, err == nil && way.length > p.servos.cfg.Tolerance
}

// upright reports whether the joints are about where they would be for the place where the tool is: folded up, they
// are not.
func (p *pose) upright() bool {
	q, err := p.servos.cfg.Arm.Solve(p.servos.cfg.Arm.Tip(p.angles), p.servos.cfg.Arm.Ready())
	if err != nil {
		return false
	}
	for i := range q {
		if math.Abs(q[i]-p.angles[i]) > 0.2 {
			return false
		}
	}
	return true
}
