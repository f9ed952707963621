package robot

import (
	"context"
	"fmt"

	"draughtsman/arm"
	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
	"draughtsman/planner"
	"draughtsman/vision/follow"
)

// retries is how often a transfer that changed nothing is made again before
// the human is asked.
const retries = 2

// robotMove chooses a move, plans it to the end, and carries it out.
func (g *game) robotMove(ctx context.Context, position checkers.Position) (checkers.Move, error) {
	result, err := g.Mind.Think(ctx, g.record, g.Think, g.thinking)
	if err != nil {
		return checkers.Move{}, err
	}
	plan, err := planner.New(g.Setup, g.table, result.Move, planner.LookAfterEach)
	if err != nil {
		return checkers.Move{}, fmt.Errorf("%s cannot be carried out: %w", result.Move, err)
	}
	g.Tell(Decided{Position: position, Result: result, Plan: plan})
	if person, ok := g.Arm.(arm.Announcer); ok {
		return result.Move, g.byHand(ctx, person, plan)
	}
	if err := g.awaitFree(ctx); err != nil {
		return checkers.Move{}, err
	}
	for i, step := range plan.Steps {
		g.Tell(Carrying{Step: i + 1, Steps: len(plan.Steps), Transfer: step.Transfer})
		var replies []follow.Picture
		if i == len(plan.Steps)-1 {
			replies = g.replies(plan.After.Position)
		}
		if err := g.carry(ctx, step, replies); err != nil {
			return checkers.Move{}, fmt.Errorf("%s, step %d of %d (%s): %w", result.Move, i+1, len(plan.Steps), step.Transfer, err)
		}
	}
	g.settle(plan)
	return result.Move, nil
}

// settle takes the table for what a plan has made of it, its discs where they
// were seen.
func (g *game) settle(plan planner.Plan) {
	offsets := g.table.Offset
	g.table = plan.After
	g.table.Offset = offsets
}

// awaitFree waits until nothing is over the board, before the arm moves.
func (g *game) awaitFree(ctx context.Context) error {
	said := false
	for {
		sighting, err := g.Eye.Look(ctx)
		if err != nil {
			return err
		}
		if !sighting.Obstructed {
			return nil
		}
		if !said {
			said = true
			g.Tell(Watching{Message: "Something is over the board; the arm waits until it is gone."})
		}
	}
}

// carry makes one transfer and looks whether it came about. One that changed
// nothing is made again; anything else that went wrong is put right by the
// human. After the last transfer of a move a quick human may have answered
// before anybody looked: replies are what the table may show then.
func (g *game) carry(ctx context.Context, step planner.Step, replies []follow.Picture) error {
	after, err := g.table.Apply(step.Transfer)
	if err != nil {
		return err
	}
	for try := 0; ; try++ {
		for _, m := range step.Motions {
			if err := g.move(ctx, m); err != nil {
				return err
			}
		}
		result, err := g.check(ctx, after.Position, replies)
		if err != nil {
			return err
		}
		if result.Outcome == follow.Confirmed {
			g.table = after
			return nil
		}
		if !result.Unchanged || try == retries {
			return g.askHuman(ctx, after, replies, result.Match)
		}
		g.Tell(Repairing{Message: fmt.Sprintf("The disc is still at %s; trying again.", step.Transfer.From)})
		// Where it stands now: the first try may have pushed it aside.
		step.Transfer.FromOffset = g.table.Offset[step.Transfer.From.Square]
		again, err := planner.Steps(g.Setup, g.table, []planner.Transfer{step.Transfer}, planner.LookAfterEach)
		if err != nil {
			return err
		}
		step = again[0]
	}
}

// check looks until it is clear whether the table has become what it should.
// Pictures may be a little old: one that shows the change proves it, and that
// it failed is believed only when it persists.
func (g *game) check(ctx context.Context, after checkers.Position, replies []follow.Picture) (follow.Result, error) {
	check := follow.NewCheck(g.picture(g.table.Position), g.picture(after), g.Follow)
	reply := recogniser{wanted: replies, options: g.Follow, last: none}
	for {
		sighting, err := g.Eye.Look(ctx)
		if err != nil {
			return follow.Result{}, err
		}
		result := check.Observe(sighting)
		if reply.observe(sighting) {
			result.Outcome = follow.Confirmed
		}
		if result.Unchanged {
			g.remember(sighting)
		}
		if result.Outcome != follow.NotYet {
			return result, nil
		}
	}
}

// askHuman says what is wrong and waits until it has been put right.
func (g *game) askHuman(ctx context.Context, after planner.Table, replies []follow.Picture, match follow.Match) error {
	g.Tell(Repairing{Message: match.Text + " Please put it right; the game then goes on."})
	g.table = after
	wanted := append([]follow.Picture{g.picture(after.Position)}, replies...)
	return g.await(ctx, wanted, match.Text, func(problem string) { g.Tell(Repairing{Message: problem}) })
}

// thinking passes on what the engine reports.
func (g *game) thinking(info search.Info) { g.Tell(Thinking{Info: info}) }

// move makes one motion of a plan.
func (g *game) move(ctx context.Context, m planner.Motion) error {
	request, ok := Request(m)
	if !ok {
		return nil
	}
	return request.Do(ctx, g.Arm)
}

// Request is what a motion of a plan asks of the arm. It is false for a look
// into the grip: a tool without a sensor cannot tell, the camera does.
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
