package robot

import (
	"slices"

	"draughtsman/arm"
	"draughtsman/planner"
)

// attempt is one try at a transfer: the plan's own, or one that puts something right. Its table is that of the last
// look.
type attempt struct {
	step     int // of the task
	transfer planner.Transfer
	table    planner.Table
	lower    float64 // mm that the tip goes down farther than usual to take hold
	held     bool    // the tool may have the disc already, and only sets it down; table is then as it should be
}

// runs are an attempt's motions from the park point and back to it, as they are sent to the arm.
func (a attempt) runs(setup planner.Setup) ([]run, error) {
	if a.held {
		return a.settingDown(setup)
	}
	return runsOf(setup.Deeper(a.lower), []attempt{a})
}

// runsOf are the motions of attempts from the park point and back to it, one after the other. The table of each is
// that which those before it leave.
func runsOf(setup planner.Setup, attempts []attempt) (runs []run, err error) {
	var transfers []planner.Transfer
	for _, a := range attempts {
		transfers = append(transfers, a.transfer)
	}
	steps, err := planner.Steps(setup, attempts[0].table, transfers, planner.LookAtEnd)
	if err != nil {
		return nil, err
	}
	for i, a := range attempts {
		runs = append(runs, a.phases(steps[i].Motions)...)
	}
	return runs, nil
}

// phases are the runs of an attempt's motions.
func (a attempt) phases(motions []planner.Motion) []run {
	runs := []run{a.run(Taking, nil)}
	for _, m := range motions {
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
	return runs
}

// run is a phase of an attempt.
func (a attempt) run(phase Phase, steps []arm.Step) run {
	return run{phase, a.step, a.transfer, a.held, a.table, steps}
}

// settingDown are the motions for a tool at the park point that may hold the attempt's disc: it goes where it would
// take that disc away again, at the height of a loaded tool, and lets go. If it holds nothing, it touches nothing.
func (a attempt) settingDown(setup planner.Setup) ([]run, error) {
	to, l := a.transfer.To, layout{setup: setup}
	back := planner.Transfer{
		Side: a.transfer.Side, From: to, FromLevel: a.table.Discs(to) - 1,
		To: planner.OnSquare(l.emptyNear(a.table, l.at(a.table, to))),
	}
	over := setup
	m := &over.Machine
	m.Clearance += setup.Disc.HeightMM + max(0, -m.Press)
	m.Press = min(m.Press, 0) - m.Gap
	steps, err := planner.Steps(over, a.table, []planner.Transfer{back}, planner.LookAfterEach)
	if err != nil {
		return nil, err
	}
	taking := steps[0].Motions
	taking = taking[:slices.IndexFunc(taking, func(m planner.Motion) bool { return m.Kind == planner.Grip })]
	leaving, err := planner.ToPark(setup, a.table, taking[len(taking)-1].To)
	if err != nil {
		return nil, err
	}
	setting := append(requests(taking), arm.Step{Verb: arm.VerbRelease})
	return []run{a.run(Setting, setting), a.run(Leaving, requests(leaving))}, nil
}

// back are the steps that bring a tool to the park point that has gripped nothing.
func (r run) back(setup planner.Setup) ([]arm.Step, error) {
	tip := setup.Machine.Park
	for _, s := range r.steps {
		if s.Verb == arm.VerbMove {
			tip.X, tip.Y, tip.Z = s.To.X, s.To.Y, s.To.Z
		}
	}
	motions, err := planner.ToPark(setup, r.table, tip)
	return append([]arm.Step{{Verb: arm.VerbRelease}}, requests(motions)...), err
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
