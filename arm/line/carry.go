package line

import (
	"context"
	"errors"
	"math"

	"draughtsman/arm"
)

// Run is arm.Runner. Motions run into one another as far as Words.Lines says.
func (s *Session) Run(ctx context.Context, steps []arm.Step) error {
	giveBack, err := s.Take(ctx)
	if err == nil {
		defer giveBack()
		err = s.carry(ctx, steps)
	}
	return Doing(steps, err)
}

// carry carries out steps, a leg at a time: motions that follow each other, or
// one use of the tool. Nothing is done at the end of a way before it is certain
// that it was reached.
func (s *Session) carry(ctx context.Context, steps []arm.Step) error {
	var from *arm.Point
	s.Do(func() { from = s.At })
	if _, err := s.dialect.Words.Lines(s.dialect.Limits, from, steps); err != nil {
		return err
	}
	s.Do(func() { s.Carrying = true })
	defer s.Do(func() { s.Carrying = false })
	for len(steps) > 0 {
		n := 1
		for steps[0].Verb == arm.VerbMove && n < len(steps) && steps[n].Verb == arm.VerbMove {
			n++
		}
		if err := s.leg(ctx, steps[:n]); err != nil {
			return err
		}
		steps = steps[n:]
	}
	return nil
}

// leg carries out some motions, or one use of the tool. What is left of it when
// the arm was held is carried out afterwards.
func (s *Session) leg(ctx context.Context, steps []arm.Step) error {
	if err := s.resumed(ctx); err != nil {
		return err
	}
	for {
		done, err := s.try(ctx, steps)
		if !errors.Is(err, errHeld) {
			return err
		}
		err = s.resumed(ctx)
		if err == nil {
			steps, err = s.left(ctx, steps, done)
		}
		if err == nil {
			err = s.resumed(ctx) // it may have been held again while it homed
		}
		switch {
		case ctx.Err() != nil:
			return s.Interrupt(ctx)
		case err != nil:
			return err
		}
	}
}

// try carries out a leg, and says how many of its lines were done if it was not
// all of them.
func (s *Session) try(ctx context.Context, steps []arm.Step) (done int, err error) {
	var from *arm.Point
	s.Do(func() { from = s.At })
	lines, err := s.dialect.Words.Lines(s.dialect.Limits, from, steps)
	if err != nil {
		return 0, err
	}
	if steps[0].Verb != arm.VerbMove {
		return s.Exchange(ctx, lines)
	}
	to := steps[len(steps)-1].To
	s.Do(func() { s.At, s.Way = nil, way(from, steps) })
	if done, err = s.Exchange(ctx, lines); err == nil {
		err = s.dialect.Arrived(ctx, to)
	}
	s.Do(func() {
		if s.Way = nil; err == nil {
			s.At = &to
		} else if errors.Is(err, errHeld) {
			s.At = from
		}
	})
	return done, err
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

// left is what is left of a leg that was cut short when so many of its lines had
// been done. A machine that may have lost steps is homed and brought back to
// where it stood, from above.
func (s *Session) left(ctx context.Context, steps []arm.Step, done int) ([]arm.Step, error) {
	if steps[0].Verb != arm.VerbMove {
		return steps, nil // to switch a tool twice changes nothing
	}
	at, err := s.dialect.Where(ctx)
	if err != nil {
		return nil, err
	}
	if at == nil {
		s.Do(func() { s.At = nil })
		return steps[min(done, len(steps)-1):], nil
	}
	var from *arm.Point
	s.Do(func() { from = s.At })
	steps = remaining(from, *at, steps)
	if s.dialect.Rough {
		if err := s.home(ctx); err != nil {
			return nil, err
		}
		back := inside(s.dialect.Limits, *at)
		above := back
		above.Z = s.dialect.Limits.Max.Z
		return append([]arm.Step{
			{Verb: arm.VerbMove, To: above, Speed: s.dialect.Limits.MaxSpeed},
			{Verb: arm.VerbMove, To: back, Speed: steps[0].Speed},
		}, steps...), nil
	}
	s.Do(func() { s.At = at })
	return steps, nil
}

// inside is the point of the limits' box that is nearest to a point.
func inside(l arm.Limits, p arm.Point) arm.Point {
	return arm.Point{
		X: min(max(p.X, l.Min.X), l.Max.X),
		Y: min(max(p.Y, l.Min.Y), l.Max.Y),
		Z: min(max(p.Z, l.Min.Z), l.Max.Z),
	}
}

// onWay is how far from a way, in mm, the place may be that a machine tells.
const onWay = 0.5

// remaining are the motions that are left to one who stands at a place on their
// way: the first whose line the place is on, nearly as well as on any other, and
// those behind it. Where the way begins may not be known; who is on none of its
// lines is on the way to its first corner.
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
		off[i] = Beside(at, start, s.To)
		nearest = min(nearest, off[i])
	}
	if from == nil && nearest > onWay {
		return steps
	}
	for i := range steps {
		if off[i] <= nearest+onWay {
			return steps[i:]
		}
	}
	return steps
}

// Beside is how far a point is from the straight line between two others, mm.
func Beside(p, from, to arm.Point) float64 {
	length := from.Distance(to)
	if length == 0 {
		return p.Distance(to)
	}
	share := ((p.X-from.X)*(to.X-from.X) + (p.Y-from.Y)*(to.Y-from.Y) + (p.Z-from.Z)*(to.Z-from.Z)) / (length * length)
	share = min(max(share, 0), 1)
	return p.Distance(arm.Point{X: from.X + share*(to.X-from.X), Y: from.Y + share*(to.Y-from.Y), Z: from.Z + share*(to.Z-from.Z)})
}
