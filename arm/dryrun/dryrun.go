// Package dryrun is an arm that only says what it would do.
package dryrun

import (
	"context"
	"fmt"
	"io"

	"draughtsman/arm"
)

// Arm prints a line for each request and does nothing else. It refuses what a real arm refuses: targets outside the
// limits, motion before homing. It is not made for use by several goroutines at once.
type Arm struct {
	out    io.Writer
	limits arm.Limits
	home   arm.Point

	homed bool
	at    arm.Point
	count int
}

var (
	_ arm.Arm        = (*Arm)(nil)
	_ arm.Positioner = (*Arm)(nil)
	_ arm.Stopper    = (*Arm)(nil)
	_ arm.Announcer  = (*Arm)(nil)
)

// New makes an arm that prints to out. It imagines its tool at home after homing.
func New(out io.Writer, limits arm.Limits, home arm.Point) *Arm {
	return &Arm{out: out, limits: limits, home: home}
}

// Announce prints what the motions that follow would do, for the person who does it.
func (a *Arm) Announce(ctx context.Context, sentence string) error {
	if err := ctx.Err(); err != nil {
		return context.Cause(ctx)
	}
	if _, err := fmt.Fprintf(a.out, "\n%s\n", sentence); err != nil {
		return fmt.Errorf("print what is to be done: %w", err)
	}
	return nil
}

// Home prints and is at home.
func (a *Arm) Home(ctx context.Context) error {
	if err := a.say(ctx, arm.Step{Verb: arm.VerbHome}, ""); err != nil {
		return err
	}
	a.homed, a.at = true, a.home
	return nil
}

// Move prints the target with the length of the way there.
func (a *Arm) Move(ctx context.Context, to arm.Point, speed float64) error {
	if err := a.limits.Check(to, speed); err != nil {
		return err
	}
	step := a.limits.Slowed(&a.at, []arm.Step{{Verb: arm.VerbMove, To: to, Speed: speed}})[0]
	if err := a.say(ctx, step, fmt.Sprintf(" (%.1f mm)", a.at.Distance(to))); err != nil {
		return err
	}
	a.at = to
	return nil
}

// Grip prints.
func (a *Arm) Grip(ctx context.Context) error {
	return a.say(ctx, arm.Step{Verb: arm.VerbGrip}, "")
}

// Release prints.
func (a *Arm) Release(ctx context.Context) error {
	return a.say(ctx, arm.Step{Verb: arm.VerbRelease}, "")
}

// Stop has nothing to stop.
func (a *Arm) Stop(context.Context) error { return nil }

// Position is where the tool would be.
func (a *Arm) Position(context.Context) (arm.Point, error) {
	if !a.homed {
		return arm.Point{}, arm.ErrNotHomed
	}
	return a.at, nil
}

// Close has nothing to close.
func (a *Arm) Close() error { return nil }

func (a *Arm) say(ctx context.Context, s arm.Step, remark string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if !a.homed && s.Verb != arm.VerbHome {
		return arm.ErrNotHomed
	}
	if _, err := fmt.Fprintf(a.out, "%4d  %v%s\n", a.count+1, s, remark); err != nil {
		return fmt.Errorf("print step %d of the dry run: %w", a.count+1, err)
	}
	a.count++
	return nil
}
