package arm

import (
	"context"
	"fmt"
	"io"
)

// DryRun is an arm that prints a line for each request and does nothing else. It refuses what a real arm refuses:
// targets outside the limits, motion before homing. It is not made for use by several goroutines at once.
type DryRun struct {
	out    io.Writer
	limits Limits
	home   Point

	homed bool
	at    Point
	count int
}

var (
	_ Arm        = (*DryRun)(nil)
	_ Positioner = (*DryRun)(nil)
	_ Stopper    = (*DryRun)(nil)
	_ Announcer  = (*DryRun)(nil)
)

// NewDryRun makes an arm that prints to out. It imagines its tool at home after homing.
func NewDryRun(out io.Writer, limits Limits, home Point) *DryRun {
	return &DryRun{out: out, limits: limits, home: home}
}

// Announce prints what the motions that follow would do, for the person who does it.
func (d *DryRun) Announce(ctx context.Context, sentence string) error {
	if err := ctx.Err(); err != nil {
		return context.Cause(ctx)
	}
	if _, err := fmt.Fprintf(d.out, "\n%s\n", sentence); err != nil {
		return fmt.Errorf("print what is to be done: %w", err)
	}
	return nil
}

// Home prints and is at home.
func (d *DryRun) Home(ctx context.Context) error {
	if err := d.say(ctx, Step{Verb: VerbHome}, ""); err != nil {
		return err
	}
	d.homed, d.at = true, d.home
	return nil
}

// Move prints the target with the length of the way there.
func (d *DryRun) Move(ctx context.Context, to Point, speed float64) error {
	if err := d.limits.Check(to, speed); err != nil {
		return err
	}
	step := d.limits.Slowed(&d.at, []Step{{Verb: VerbMove, To: to, Speed: speed}})[0]
	if err := d.say(ctx, step, fmt.Sprintf(" (%.1f mm)", d.at.Distance(to))); err != nil {
		return err
	}
	d.at = to
	return nil
}

// Grip prints.
func (d *DryRun) Grip(ctx context.Context) error {
	return d.say(ctx, Step{Verb: VerbGrip}, "")
}

// Release prints.
func (d *DryRun) Release(ctx context.Context) error {
	return d.say(ctx, Step{Verb: VerbRelease}, "")
}

// Stop has nothing to stop.
func (d *DryRun) Stop(context.Context) error { return nil }

// Position is where the tool would be.
func (d *DryRun) Position(context.Context) (Point, error) {
	if !d.homed {
		return Point{}, ErrNotHomed
	}
	return d.at, nil
}

// Close has nothing to close.
func (d *DryRun) Close() error { return nil }

func (d *DryRun) say(ctx context.Context, s Step, remark string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if !d.homed && s.Verb != VerbHome {
		return ErrNotHomed
	}
	if _, err := fmt.Fprintf(d.out, "%4d  %v%s\n", d.count+1, s, remark); err != nil {
		return fmt.Errorf("print step %d of the dry run: %w", d.count+1, err)
	}
	d.count++
	return nil
}
