package robot

import (
	"context"
	"errors"
	"slices"

	"draughtsman/arm"
)

// homed is Robot.Home.
func (a *guardedArm) homed(ctx context.Context) error {
	for {
		sureOnly, err := a.awaitHandGone(ctx)
		if err != nil {
			return err
		}
		if err := a.watched(ctx, sureOnly, a.home); !errors.Is(err, errHand) || ctx.Err() != nil {
			return err
		}
	}
}

func (a *guardedArm) home(ctx context.Context) error {
	if err := a.Home(ctx); err != nil {
		return err
	}
	return a.Move(ctx, arm.Point(a.machine.Park), a.machine.VerticalSpeed)
}

// recover homes the arm after an error for which Recoverable is true. One that is in the way of what may be a hand gets
// out of it first, upwards and slowly; if nothing lies on the table then, it was the arm.
func (a *guardedArm) recover(ctx context.Context, err error) error {
	if !errors.Is(err, errUnmoved) {
		return a.homed(ctx)
	}
	if err := a.watched(ctx, true, a.home); err != nil {
		return err
	}
	_, hand, err := a.guard.Begin(ctx)
	if err == nil && !hand {
		a.mistaken()
	}
	return err
}

// move has the arm make motions, and holds it where it is while a picture shows a hand, or no picture comes: any
// other way might lead into what is there. It goes on when the table has been free for a while.
func (a *guardedArm) move(ctx context.Context, steps []arm.Step) error {
	steps = noFaster(steps, a.fastest)
	return a.watched(ctx, false, func(ctx context.Context) error { return arm.Run(ctx, a.Arm, steps) })
}

// holds reports whether the tool holds something; one that cannot tell is taken to.
func (a *guardedArm) holds(ctx context.Context) (bool, error) {
	feeler, ok := a.Arm.(arm.Feeler)
	if !ok {
		return true, nil
	}
	return feeler.Holding(ctx)
}

// noFaster are the steps with no motion faster than a speed in mm/s; 0 is no bound.
func noFaster(steps []arm.Step, fastest float64) []arm.Step {
	if fastest <= 0 {
		return steps
	}
	steps = slices.Clone(steps)
	for i := range steps {
		steps[i].Speed = min(steps[i].Speed, fastest)
	}
	return steps
}
