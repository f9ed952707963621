package feetech

import (
	"context"
	"fmt"
	"math"

	"draughtsman/arm"
	"draughtsman/arm/kinematics"
)

// pose is where the servos were sent.
type pose struct {
	servos  *servos
	angles  kinematics.Joints // where the joints were sent
	bias    [joints]int       // steps that each is sent beyond, against gravity
	sent    [joints]int       // the goals that were sent last, steps
	opening float64           // of the jaws, as they were sent
	holds   bool              // they stopped at something; written inside the control's Do
}

// geometry is the arm's, its tool's point in the middle of what is held, or of what will be.
func (p *pose) geometry() kinematics.Arm {
	a := p.servos.cfg.Arm
	if p.holds {
		a.Links.Aside = p.servos.cfg.Gripper.Held
	}
	return a
}

// send makes angles the joints' goals, which they should reach within a tick.
func (p *pose) send(q kinematics.Joints) error {
	p.angles = q
	return p.servos.bus.putAll(regGoal, p.servos.cfg.goals(q, p.bias, &p.sent))
}

// goals are what is written to the joints' servos for angles that they should reach within a tick, beyond which they
// are sent by a bias. What was sent before decides how fast they go, and is updated.
func (c Config) goals(q kinematics.Joints, bias [joints]int, sent *[joints]int) []setting {
	settings := make([]setting, joints)
	for i, j := range c.Joints {
		at := min(max(j.steps(q[i])+bias[i], 0), StepsPerTurn-1)
		// A little faster than it needs to be, so that no joint lags behind, and all by the same share, so that they
		// arrive together.
		speed := int(math.Ceil(1.1*math.Abs(float64(at-sent[i]))/c.Tick.Seconds())) + minGoalSpeed/4
		settings[i] = setting{j.ID, goal(at, speed)}
		sent[i] = at
	}
	return settings
}

// minGoalSpeed is the speed for a goal that is nearly reached, steps/s.
const minGoalSpeed = 60

// sendJaws makes an opening the gripper's goal.
func (p *pose) sendJaws(opening, speed float64) error {
	g := p.servos.cfg.Gripper
	p.opening = opening
	at := min(max(g.steps(opening), 0), StepsPerTurn-1)
	return p.servos.bus.putAll(regGoal, []setting{{g.ID, goal(at, int(speed*stepsPerRadian))}})
}

// freeze makes the place where the arm is its goal, and waits until it stands still. An arm that does not is let go.
func (p *pose) freeze() error {
	ctx := context.Background() // whatever ended the motion must not end this
	if err := p.servos.bus.Err(); err != nil {
		return nil // which the caller learns anyway; goals end a tick ahead of where it was
	}
	ids := p.servos.cfg.ids()
	replies, err := p.servos.bus.getAll(ctx, ids, sram, stateLength, hastyAttempts)
	if err != nil {
		return err
	}
	var settings []setting
	for i, id := range ids {
		if id == p.servos.cfg.Gripper.ID && p.holds {
			continue // its goal lies beyond what it holds, and has to stay there
		}
		if reply, ok := replies[id]; ok {
			s, err := parseState(reply.Params)
			if err != nil {
				return err
			}
			settings = append(settings, setting{id, goal(s.position, minGoalSpeed)})
			if i < joints {
				p.sent[i], p.bias[i] = s.position, 0
				p.angles[i] = p.servos.cfg.Joints[i].angle(s.position)
			}
		}
	}
	if len(settings) == 0 {
		return fmt.Errorf("%w: no servo answered when the arm was to stand still; its goals end where it was",
			arm.ErrNoAnswer)
	}
	if err := p.servos.bus.putAll(regGoal, settings); err != nil {
		return err
	}
	return p.servos.standing(ctx)
}
