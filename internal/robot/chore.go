package robot

import (
	"context"
	"math"
	"slices"
	"time"

	"draughtsman/arm"
	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/planner"
)

// chore is one disc to bring somewhere, on a table that is as it is seen to be:
// a transfer of a plan, or what puts something right.
type chore struct {
	transfer planner.Transfer
	table    planner.Table
	lower    float64 // mm that the tip goes down farther than usual to take hold
	held     bool    // the tool may have the disc already, and only sets it down; table is then as it should be
}

// part is what is sent to the arm in one go.
type part struct {
	phase Phase
	steps []arm.Step
}

// do makes a chore's motions. What the arm is about to do is on record before
// it does.
func (g *game) do(ctx context.Context, c chore) error {
	parts, err := g.parts(c)
	if err != nil {
		return err
	}
	if g.Guard != nil {
		if g.fastest, err = g.Guard.Begin(ctx); err != nil {
			return err
		}
		g.looked = time.Now()
	}
	for _, p := range parts {
		if err := g.Log.Append(Entry{What: Run, Step: g.work.step, Phase: p.phase, Transfer: &c.transfer,
			Held: c.held}); err != nil {
			return err
		}
		g.work.doing = &doing{p.phase, c.transfer, c.held}
		if err := g.moveArm(ctx, p.steps); err != nil {
			return err
		}
		if p.phase != Taking {
			continue
		}
		switch holds, err := g.holds(ctx); {
		case err != nil:
			return err
		case !holds: // there is nothing to carry anywhere
			return g.comeBack(ctx, c, p.steps)
		}
	}
	return nil
}

// parts is how a chore is done, planned from the park point and back to it.
func (g *game) parts(c chore) ([]part, error) {
	if c.held {
		return g.settingDown(c)
	}
	setup := g.Setup
	setup.Machine.Press += c.lower
	steps, err := planner.Steps(setup, c.table, []planner.Transfer{c.transfer}, planner.LookAfterEach)
	if err != nil {
		return nil, err
	}
	parts := []part{{phase: Taking}}
	for _, m := range steps[0].Motions {
		request, ok := Request(m)
		if !ok {
			continue
		}
		now := &parts[len(parts)-1]
		now.steps = append(now.steps, request)
		switch m.Kind {
		case planner.Grip:
			parts = append(parts, part{phase: Setting})
		case planner.Release:
			parts = append(parts, part{phase: Leaving})
		}
	}
	return parts, nil
}

// settingDown is the motions of a tool at the park point that may have the
// chore's disc: it goes where it would take that disc away again, as high as a
// loaded tool must, and lets go. If it has nothing, nothing is touched.
func (g *game) settingDown(c chore) ([]part, error) {
	to := c.transfer.To
	back := planner.Transfer{
		Side: c.transfer.Side, From: to, FromLevel: c.table.Discs(to) - 1,
		To: planner.OnSquare(g.emptyNear(c.table, g.at(c.table, to))),
	}
	setup := g.Setup
	m := &setup.Machine
	m.Clearance += setup.Disc.HeightMM + max(0, -m.Press)
	m.Press = min(m.Press, 0) - m.Gap
	steps, err := planner.Steps(setup, c.table, []planner.Transfer{back}, planner.LookAfterEach)
	if err != nil {
		return nil, err
	}
	taking := steps[0].Motions
	taking = taking[:slices.IndexFunc(taking, func(m planner.Motion) bool { return m.Kind == planner.Grip })]
	leaving, err := planner.ToPark(g.Setup, c.table, taking[len(taking)-1].To)
	if err != nil {
		return nil, err
	}
	setting := append(requests(taking), arm.Step{Verb: arm.VerbRelease})
	return []part{{Setting, setting}, {Leaving, requests(leaving)}}, nil
}

// at is where a place is.
func (g *game) at(t planner.Table, p planner.Place) calibration.BoardPoint {
	if p.Square != 0 {
		return g.Setup.Board.Centre(p.Square.Row(), p.Square.Column())
	}
	return t.Tray.Slots[p.Slot-1].At
}

// emptyNear is the square nearest to a point on which nothing stands.
func (g *game) emptyNear(t planner.Table, at calibration.BoardPoint) (nearest checkers.Square) {
	least := math.Inf(1)
	for s := range (^t.Position.Occupied()).All() {
		c := g.at(t, planner.OnSquare(s))
		if away := math.Hypot(c.X-at.X, c.Y-at.Y); away < least {
			nearest, least = s, away
		}
	}
	return nearest
}

// holds asks a tool that can tell whether it holds something.
func (g *game) holds(ctx context.Context) (bool, error) {
	feeler, ok := g.Arm.(arm.Feeler)
	if !ok {
		return true, nil
	}
	return feeler.Holding(ctx)
}

// comeBack brings a tool that has taken hold of nothing out of the picture.
func (g *game) comeBack(ctx context.Context, c chore, taking []arm.Step) error {
	tip := g.Setup.Machine.Park
	for _, s := range taking {
		if s.Verb == arm.VerbMove {
			tip.X, tip.Y, tip.Z = s.To.X, s.To.Y, s.To.Z
		}
	}
	motions, err := planner.ToPark(g.Setup, c.table, tip)
	if err != nil {
		return err
	}
	return g.moveArm(ctx, append([]arm.Step{{Verb: arm.VerbRelease}}, requests(motions)...))
}

// requests is what motions ask of the arm.
func requests(motions []planner.Motion) (steps []arm.Step) {
	for _, m := range motions {
		if request, ok := Request(m); ok {
			steps = append(steps, request)
		}
	}
	return steps
}

// Request is what a motion of a plan asks of the arm. It is false for a look
// into the grip, which is asked of an arm that can tell.
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
