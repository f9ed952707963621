package feetech

import (
	"fmt"
	"strings"

	"draughtsman/arm"
	"draughtsman/arm/kinematics"
)

// Program is the goals that some steps send to the servos, in hexadecimal, a packet a line, one line every Tick; the
// arm begins where it waits. What a person should know of a step stands before it, after a '#'. Questions to the
// servos are left out, and so is what the driver makes of the answers: the further ways of joints that stop short,
// and where the jaws meet something. A step outside the limits is an error.
func Program(c Config, steps []arm.Step) (string, error) {
	c, err := c.withDefaults()
	if err != nil {
		return "", err
	}
	start, err := c.Arm.Solve(c.Home, c.Arm.Ready())
	if err != nil {
		return "", err
	}
	w := writer{c: c, at: start, opening: c.Gripper.Open}
	for i, j := range c.Joints {
		w.sent[i] = j.steps(start[i])
	}
	for i, s := range steps {
		fmt.Fprintf(&w.text, "# %v\n", s)
		if err := w.step(s); err != nil {
			return "", fmt.Errorf("step %d, %v: %w", i+1, s, err)
		}
	}
	return w.text.String(), nil
}

// writer writes down what would be sent.
type writer struct {
	c       Config
	at      kinematics.Joints
	sent    [joints]int
	opening float64
	held    bool
	text    strings.Builder
}

func (w *writer) step(s arm.Step) error {
	switch s.Verb {
	case arm.VerbHome:
		end, err := w.c.Arm.Solve(w.c.Home, w.c.Arm.Ready())
		if err != nil {
			return err
		}
		return w.follow(turn(w.at, end), homeTurn, 3*homeTurn)
	case arm.VerbMove:
		if err := w.c.Limits.Check(s.To, s.Speed); err != nil {
			return err
		}
		a := w.c.Arm
		if w.held {
			a.Links.Aside = w.c.Gripper.Held
		}
		from := a.Tip(w.at)
		way, err := w.c.straight(a, from, w.c.Limits.Slowed(&from, []arm.Step{s}), w.at)
		if err != nil {
			return err
		}
		return w.follow(way, w.c.Limits.MaxSpeed, w.c.Accel)
	case arm.VerbGrip:
		w.held = true // as it is hoped
		return w.jaws(0)
	case arm.VerbRelease:
		w.held = false
		return w.jaws(w.c.Gripper.Open)
	}
	return fmt.Errorf("there are no packets for an arm step of kind %d", s.Verb)
}

func (w *writer) follow(way path, speed, accel float64) error {
	p := w.c.pace(way, speed, accel)
	for done := false; !done; done = p.done() {
		p.next(w.c.Tick, false)
		w.at = way.at(p.at)
		if err := w.packet(w.c.goals(w.at, [joints]int{}, &w.sent)); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) jaws(to float64) error {
	g := w.c.Gripper
	step := g.Speed * w.c.Tick.Seconds()
	for w.opening != to {
		w.opening = min(max(to, w.opening-step), w.opening+step)
		if err := w.packet([]setting{{g.ID, goal(g.steps(w.opening), int(g.Speed*stepsPerRadian))}}); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) packet(settings []setting) error {
	p, err := toAll(regGoal, settings)
	if err != nil {
		return err
	}
	b, err := p.Encode()
	if err == nil {
		fmt.Fprintf(&w.text, "% X\n", b)
	}
	return err
}
