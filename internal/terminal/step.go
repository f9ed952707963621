package terminal

import (
	"context"
	"errors"
	"fmt"
	"io"

	"draughtsman/arm"
	"draughtsman/internal/robot/rig"
)

// Stepper waits for a key before each motion.
type Stepper struct {
	out        io.Writer
	any        bool // any key will do; otherwise Enter
	key, ended <-chan struct{}
	count      int
}

// Stepper is one that waits for this console's keys, but for what asks for something.
func (c *Console) Stepper(ctx context.Context, say Talker) *Stepper {
	key, ended := presses(WithoutWords(ctx, c.Keys, say))
	return &Stepper{out: c.Out, any: c.Screen, key: key, ended: ended}
}

// await says what comes next and waits until somebody lets it happen.
func (s *Stepper) await(ctx context.Context, next arm.Step) error {
	s.count++
	press, end := "Enter", ""
	if s.any { // which is not shown
		press, end = "a key", "\n"
	}
	select {
	case <-s.key: // which was pressed for nothing that was said
	default:
	}
	fmt.Fprintf(s.out, "%4d  %v: press %s. ", s.count, next, press)
	defer fmt.Fprint(s.out, end)
	select {
	case <-s.key:
		return nil
	case <-s.ended:
		return errors.New("nobody is at the keyboard to let the arm go on: --step needs a terminal")
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// stepwise is an arm that does nothing before it is let.
type stepwise struct {
	*rig.Arm
	arm.Single
	steps *Stepper
}

// NewStepwise has an arm take its steps by those of a stepper.
func NewStepwise(a *rig.Arm, steps *Stepper) *stepwise {
	s := &stepwise{Arm: a, steps: steps}
	s.Runner = s
	return s
}

// Home homes when it is let.
func (a *stepwise) Home(ctx context.Context) error {
	if err := a.steps.await(ctx, arm.Step{Verb: arm.VerbHome}); err != nil {
		return err
	}
	return a.Arm.Home(ctx)
}

// Run takes the steps one by one, each when it is let.
func (a *stepwise) Run(ctx context.Context, steps []arm.Step) error {
	for _, step := range steps {
		if err := a.steps.await(ctx, step); err != nil {
			return err
		}
		if err := a.Arm.Run(ctx, []arm.Step{step}); err != nil {
			return err
		}
	}
	return nil
}
