package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"draughtsman/arm"
	"draughtsman/internal/robot/rig"
)

// stepper waits for a key before each motion.
type stepper struct {
	out   io.Writer
	key   <-chan struct{} // closed: nobody will press any more
	count int
}

// await says what comes next and waits until somebody lets it happen.
func (s *stepper) await(ctx context.Context, next arm.Step) error {
	s.count++
	fmt.Fprintf(s.out, "%4d  %v: press Enter. ", s.count, next)
	select {
	case _, ok := <-s.key:
		if !ok {
			return errors.New("nobody is at the keyboard to let the arm go on: --step needs a terminal")
		}
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// pressed sends a value for each line that is entered while somebody waits for
// it, and is closed when the input ends.
func pressed(ctx context.Context, in io.Reader) <-chan struct{} {
	key := make(chan struct{})
	go func() {
		defer close(key)
		for lines := bufio.NewScanner(in); lines.Scan(); {
			select {
			case key <- struct{}{}:
			case <-ctx.Done():
				return
			default:
			}
		}
	}()
	return key
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
