package robot

import (
	"context"
	"slices"

	"draughtsman/arm"
	"draughtsman/planner"
	"draughtsman/vision"
)

// attempt is one try at a transfer: the plan's own, or one that puts something right. Its table is that of the last
// look.
type attempt struct {
	transfer planner.Transfer
	table    planner.Table
	lower    float64 // mm that the tip goes down farther than usual to take hold
	held     bool    // the tool may have the disc already, and only sets it down; table is then as it should be
}

// run is what is sent to the arm in one go: a phase of an attempt.
type run struct {
	phase    Phase
	transfer planner.Transfer
	held     bool       // the disc, if the tool has it, is only set down
	steps    []arm.Step // not of a run that a log tells of
}

// mayHold reports whether a tool that was interrupted in this run may hold the disc.
func (r run) mayHold() bool { return r.phase != Leaving || r.held }

// do makes an attempt's motions. The log has each run before the arm begins it. The table is looked at when the guard
// is at work already, so that whatever changes it later is seen: if it is not as it should be, the error is errChanged.
func (g *game) do(ctx context.Context, a attempt, asItShould func(vision.Sighting) bool) error {
	runs, err := g.runs(a)
	if err != nil {
		return err
	}
	if err := g.beginGuarding(ctx); err != nil {
		return err
	}
	switch now, err := g.look(ctx); {
	case err != nil:
		return err
	case !asItShould(now):
		return errChanged
	}
	for _, r := range runs {
		if err := g.Log.Append(Entry{What: Run, Step: g.task.step, Phase: r.phase, Transfer: &r.transfer,
			Held: r.held}); err != nil {
			return err
		}
		g.task.run = &r
		if err := g.moveArm(ctx, r.steps); err != nil {
			return err
		}
		if r.phase != Taking {
			continue
		}
		switch holds, err := g.holds(ctx); {
		case err != nil:
			return err
		case !holds: // there is nothing to carry anywhere
			return g.comeBack(ctx, a, r.steps)
		}
	}
	return nil
}

// runs are an attempt's motions from the park point and back to it, as they are sent to the arm.
func (g *game) runs(a attempt) ([]run, error) {
	if a.held {
		return g.settingDown(a)
	}
	steps, err := planner.Steps(g.Setup.Deeper(a.lower), a.table, []planner.Transfer{a.transfer}, planner.LookAfterEach)
	if err != nil {
		return nil, err
	}
	runs := []run{a.run(Taking, nil)}
	for _, m := range steps[0].Motions {
		request, ok := Request(m)
		if !ok {
			continue
		}
		now := &runs[len(runs)-1]
		now.steps = append(now.steps, request)
		switch m.Kind {
		case planner.Grip:
			runs = append(runs, a.run(Setting, nil))
		case planner.Release:
			runs = append(runs, a.run(Leaving, nil))
		}
	}
	return runs, nil
}

// run is a phase of an attempt.
func (a attempt) run(phase Phase, steps []arm.Step) run { return run{phase, a.transfer, a.held, steps} }

// settingDown are the motions for a tool at the park point that may hold the attempt's disc: it goes where it would
// take that disc away again, at the height of a loaded tool, and lets go. If it holds nothing, it touches nothing.
func (g *game) settingDown(a attempt) ([]run, error) {
	to := a.transfer.To
	back := planner.Transfer{
		Side: a.transfer.Side, From: to, FromLevel: a.table.Discs(to) - 1,
		To: planner.OnSquare(g.emptyNear(a.table, g.at(a.table, to))),
	}
	setup := g.Setup
	m := &setup.Machine
	m.Clearance += setup.Disc.HeightMM + max(0, -m.Press)
	m.Press = min(m.Press, 0) - m.Gap
	steps, err := planner.Steps(setup, a.table, []planner.Transfer{back}, planner.LookAfterEach)
	if err != nil {
		return nil, err
	}
	taking := steps[0].Motions
	taking = taking[:slices.IndexFunc(taking, func(m planner.Motion) bool { return m.Kind == planner.Grip })]
	leaving, err := planner.ToPark(g.Setup, a.table, taking[len(taking)-1].To)
	if err != nil {
		return nil, err
	}
	setting := append(requests(taking), arm.Step{Verb: arm.VerbRelease})
	return []run{a.run(Setting, setting), a.run(Leaving, requests(leaving))}, nil
}

// holds reports whether the tool holds something; one that cannot tell is taken to.
func (g *game) holds(ctx context.Context) (bool, error) {
	feeler, ok := g.Arm.(arm.Feeler)
	if !ok {
		return true, nil
	}
	return feeler.Holding(ctx)
}

// comeBack brings a tool that has gripped nothing to the park point.
func (g *game) comeBack(ctx context.Context, a attempt, taking []arm.Step) error {
	tip := g.Setup.Machine.Park
	for _, s := range taking {
		if s.Verb == arm.VerbMove {
			tip.X, tip.Y, tip.Z = s.To.X, s.To.Y, s.To.Z
		}
	}
	motions, err := planner.ToPark(g.Setup, a.table, tip)
	if err != nil {
		return err
	}
	return g.moveArm(ctx, append([]arm.Step{{Verb: arm.VerbRelease}}, requests(motions)...))
}

// requests are the arm's steps for motions.
func requests(motions []planner.Motion) (steps []arm.Step) {
	for _, m := range motions {
		if request, ok := Request(m); ok {
			steps = append(steps, request)
		}
	}
	return steps
}

// Request is the arm's step for a motion of a plan. It is false for planner.Check, which an arm.Feeler is asked for
// instead.
func Request(m planner.Motion) (arm.Step, bool) {
	switch m.Kind {
	case planner.Check:
		return arm.Step{}, false
	case planner.Grip:
		return arm.Step{Verb: arm.VerbGrip}, true
	case planner.Release:
		return arm.Step{Verb: arm.VerbRelease}, true
	}
	return arm.Step{Verb: arm.VerbMove, To: arm.Point(m.To), Speed: m.Speed}, true
}
