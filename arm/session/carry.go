package session

import (
	"context"
	"errors"
	"math"
	"time"

	"draughtsman/arm"
)

// runner carries out steps over a session, whose lock guards what it knows.
type runner struct {
	s      *Session
	course arm.Way   // what the tool was sent along last; no Steps: it stands at the end
	began  time.Time // when it was
}

// Run is arm.Runner. Motions run into one another as far as Words.Lines says.
func (r *runner) Run(ctx context.Context, steps []arm.Step) error {
	giveBack, err := r.s.Take(ctx)
	if err == nil {
		defer giveBack()
		err = r.carry(ctx, steps)
	}
	return Doing(steps, err)
}

// carry carries out steps, a leg at a time: motions that follow each other, or one use of the tool. Nothing is done
// at the end of a way before it is certain that it was reached.
func (r *runner) carry(ctx context.Context, steps []arm.Step) error {
	var from *arm.Point
	r.s.Do(func() { from = r.s.At })
	if _, err := r.s.dialect.Words.Lines(r.s.dialect.Limits, from, steps); err != nil {
		return err
	}
	r.s.Do(func() { r.s.Carrying = true })
	defer r.s.settled(func() { r.s.Carrying = false })
	for len(steps) > 0 {
		n := 1
		for steps[0].Verb == arm.VerbMove && n < len(steps) && steps[n].Verb == arm.VerbMove {
			n++
		}
		if err := r.leg(ctx, steps[:n]); err != nil {
			return err
		}
		steps = steps[n:]
	}
	return nil
}

// leg carries out some motions, or one use of the tool. What is left of it when the arm was held is carried out
// afterwards.
func (r *runner) leg(ctx context.Context, steps []arm.Step) error {
	var unread bool
	look := func() { unread = r.s.halted }
	for begun := false; ; begun = true {
		err := r.resumed(ctx)
		for r.s.Do(look); err == nil && unread; r.s.Do(look) {
			left, cut := r.afresh(ctx, steps)
			switch {
			case cut == nil:
				steps = left
			case !errors.Is(cut, errHeld):
				err = cut
			}
			if err == nil {
				err = r.resumed(ctx) // it may have been held again meanwhile
			}
		}
		switch {
		case err != nil && begun && ctx.Err() != nil:
			return r.s.Interrupt(ctx)
		case err != nil:
			return err
		}
		if err := r.try(ctx, steps); !errors.Is(err, errHeld) {
			return err
		}
	}
}

// try carries out a leg.
func (r *runner) try(ctx context.Context, steps []arm.Step) error {
	var from *arm.Point
	r.s.Do(func() { from = r.s.At })
	steps = r.s.dialect.Limits.Slowed(from, steps)
	lines, err := r.s.dialect.Words.Lines(r.s.dialect.Limits, from, steps)
	if err != nil {
		return err
	}
	arm.Begins(ctx, arm.Motion{From: from, Steps: steps})
	if steps[0].Verb != arm.VerbMove {
		return r.s.Exchange(ctx, lines)
	}
	if err := r.undisturbed(ctx, from); err != nil {
		return err
	}
	to := steps[len(steps)-1].To
	r.s.Do(func() {
		r.s.At, r.s.Way = nil, way(from, steps)
		r.course, r.began = arm.Way{From: from, Steps: steps}, arm.Now()
	})
	if err = r.s.Exchange(ctx, lines); err == nil {
		err = r.s.dialect.Arrived(ctx, to)
	}
	r.s.Do(func() {
		if r.s.Way = nil; err == nil {
			r.s.At, r.course = &to, arm.Way{}
		} else {
			r.s.rest = arm.Now()
		}
	})
	return err
}

// way is the corners of some motions; nil if it is not known where they begin.
func way(from *arm.Point, steps []arm.Step) []arm.Point {
	if from == nil {
		return nil
	}
	corners := []arm.Point{*from}
	for _, s := range steps {
		corners = append(corners, s.To)
	}
	return corners
}

// afresh returns the steps that are left of a leg after the arm was brought to rest, from where it measures that it
// is. A machine that may have lost steps (Dialect.Rough) is homed and brought back to where it stood, from above.
func (r *runner) afresh(ctx context.Context, steps []arm.Step) ([]arm.Step, error) {
	var course arm.Way
	r.s.Do(func() { course, r.s.halted = r.course, false })
	again := func(err error) ([]arm.Step, error) {
		r.s.Do(func() { r.s.halted = true })
		return nil, err
	}
	at, err := r.place(ctx)
	if err != nil {
		return again(err)
	}
	if len(course.Steps) == 0 {
		return steps, nil // it was not in motion, and to switch a tool twice changes nothing
	}
	steps = remaining(course.From, *at, steps)
	if !r.s.dialect.Rough {
		r.s.Do(func() { r.s.At, r.course = at, arm.Way{} })
		return steps, nil
	}
	if err := r.home(ctx); err != nil {
		return again(err)
	}
	back := inside(r.s.dialect.Limits, *at)
	above := back
	above.Z = r.s.dialect.Limits.Max.Z
	return append([]arm.Step{
		{Verb: arm.VerbMove, To: above, Speed: r.s.dialect.Limits.MaxSpeed},
		{Verb: arm.VerbMove, To: back, Speed: steps[0].Speed},
	}, steps...), nil
}

// inside returns the point of the limits' box that is nearest to p.
func inside(l arm.Limits, p arm.Point) arm.Point {
	return arm.Point{
		X: min(max(p.X, l.Min.X), l.Max.X),
		Y: min(max(p.Y, l.Min.Y), l.Max.Y),
		Z: min(max(p.Z, l.Min.Z), l.Max.Z),
	}
}

// wayToleranceMM is how far beside a way the place that a machine reports may be, mm.
const wayToleranceMM = 0.5

// remaining returns the steps that are left for an arm that stands at a place on their way: the first whose line
// passes the place within wayToleranceMM of the nearest line, and those after it. from, where the way begins, may be
// nil for unknown: a place on none of the lines is then on the way to the first corner.
func remaining(from *arm.Point, at arm.Point, steps []arm.Step) []arm.Step {
	nearest := math.Inf(1)
	off := make([]float64, len(steps))
	for i, s := range steps {
		start := s.To
		if i > 0 {
			start = steps[i-1].To
		} else if from != nil {
			start = *from
		}
		off[i] = at.Beside(start, s.To)
		nearest = min(nearest, off[i])
	}
	if from == nil && nearest > wayToleranceMM {
		return steps
	}
	for i := range steps {
		if off[i] <= nearest+wayToleranceMM {
			return steps[i:]
		}
	}
	return steps
}
