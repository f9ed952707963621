package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"draughtsman/arm"
	"draughtsman/internal/robot/rig"
)

// stepper waits for a key before each motion.
type stepper struct {
	out        io.Writer
	key, ended <-chan struct{} // of enterKey
	count      int
}

// await says what comes next and waits until somebody lets it happen.
func (s *stepper) await(ctx context.Context, next arm.Step) error {
	s.count++
	fmt.Fprintf(s.out, "%4d  %v: press Enter. ", s.count, next)
	select {
	case <-s.key:
		return nil
	case <-s.ended:
		return errors.New("nobody is at the keyboard to let the arm go on: --step needs a terminal")
	case <-ctx.Done():
		return ctx.Err()
	}
}

// stepwise is an arm that does nothing before it is let.
type stepwise struct {
	*rig.Arm
	steps *stepper
}

// Home homes when it is let.
func (a stepwise) Home(ctx context.Context) error {
	if err := a.steps.await(ctx, arm.Step{Verb: arm.VerbHome}); err != nil {
		return err
	}
	return a.Arm.Home(ctx)
}

// Move moves when it is let.
func (a stepwise) Move(ctx context.Context, to arm.Point, speed float64) error {
	return a.Run(ctx, []arm.Step{{Verb: arm.VerbMove, To: to, Speed: speed}})
}

// Grip grips when it is let.
func (a stepwise) Grip(ctx context.Context) error {
	return a.Run(ctx, []arm.Step{{Verb: arm.VerbGrip}})
}

// Release lets go when it is let.
func (a stepwise) Release(ctx context.Context) error {
	return a.Run(ctx, []arm.Step{{Verb: arm.VerbRelease}})
}

// Run takes the steps one by one, each when it is let.
func (a stepwise) Run(ctx context.Context, steps []arm.Step) error {
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
