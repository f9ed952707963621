package robot

import (
	"context"
	"errors"
	"fmt"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
	"draughtsman/internal/sentence"
	"draughtsman/planner"
)

// task is a unit of the robot's work under way: a move of the game, or what puts the table in order.
type task struct {
	move      string // "" of what is no move
	name      string // of what is no move, for people
	before    *Stood // nil: as it stands
	transfers []planner.Transfer
	after     Stood
	step      int  // transfers that came about
	anew      bool // whoever asked for it looks at the table and plans again where somebody has changed that
	// absent are transfers of discs that there never were: of the upper one of a king that nobody had crowned.
	absent []planner.Transfer
	// stayed are transfers of discs that still lie in the tray, because a person has set down others in their place.
	stayed []planner.Transfer
	run    *run // what the arm has begun last, or was about to when it was interrupted; nil: nothing yet
}

// mayHold is the transfer whose disc the tool may hold since it was interrupted; nil: there is none.
func (t *task) mayHold() *planner.Transfer {
	if t.run == nil || !t.run.mayHold() {
		return nil
	}
	return &t.run.transfer
}

// done logs that a transfer of the task came about.
func (g *game) done() error {
	t := g.task
	if err := g.Log.Append(Entry{What: Done, Step: t.step}); err != nil {
		return err
	}
	t.step, t.run = t.step+1, nil
	return nil
}

// decide is the mind's choice, or the next move of a recorded game when it is due.
func (g *game) decide(ctx context.Context, position checkers.Position) (search.Result, error) {
	if g.Shows == nil {
		began := g.Now()
		result, err := g.Mind.Think(ctx, g.record, g.clocks.thinks(g.Side, g.Think), g.thinking)
		if g.clocks.runs() {
			g.clocks.left[g.Side] = max(0, g.clocks.left[g.Side]-g.Now().Sub(began))
		}
		return result, err
	}
	move, err := g.recorded(position)
	if err != nil {
		return search.Result{}, err
	}
	return search.Result{Move: move}, g.awaitNext(ctx)
}

// choose has the mind choose a move, plans all of it, and puts that on record.
func (g *game) choose(ctx context.Context, position checkers.Position) error {
	result, err := g.decide(ctx, position)
	if err != nil {
		return err
	}
	if err := g.awaitLeast(ctx); err != nil {
		return err
	}
	plan, err := planner.New(g.Setup, g.table, result.Move, planner.LookAfterEach)
	if err != nil {
		return fmt.Errorf("%s cannot be carried out: %w", result.Move, err)
	}
	t := &task{move: result.Move.String(), transfers: transfers(plan), after: *stood(plan.After)}
	if err := g.Log.Append(Entry{What: Chose, Move: t.move, Stood: &t.after, Transfers: t.transfers}); err != nil {
		return err
	}
	g.task = t
	g.logDecision(result, plan)
	g.Tell(Event{Kind: Decided, Text: sentence.Say("The robot plays %s.", result.Move), Position: position,
		Move: result.Move, Thought: &result, Plan: &plan})
	return nil
}

// awaitLeast goes on looking at the table until LeastThink has passed since the human's move.
func (g *game) awaitLeast(ctx context.Context) error {
	if g.LeastThink <= 0 || g.humanMoved.IsZero() {
		return nil
	}
	for {
		sighting, err := g.look(ctx)
		if err != nil || sighting.Time.Sub(g.humanMoved) >= g.LeastThink {
			return err
		}
	}
}

// arrange carries out a plan, and says so, that is no move of the game, from what is seen to stand on the table; after
// is what the table is then taken to be. It is on record as a move is: one that was interrupted is finished before the
// game goes on. The replies are what the table may show at its end, because the human has moved. Where anew is set, the
// error is errChanged when somebody has changed the table before a transfer, for whoever asked to plan again.
func (g *game) arrange(ctx context.Context, plan planner.Plan, said sentence.Text, after planner.Table,
	replies []planner.Table, anew bool) error {
	t := &task{name: plan.Task, before: stood(plan.Before), transfers: transfers(plan), after: *stood(after), anew: anew}
	if err := g.Log.Append(Entry{What: Planned, Task: t.name, From: t.before, Stood: &t.after,
		Transfers: t.transfers}); err != nil {
		return err
	}
	g.table, g.task = plan.Before, t
	g.Tell(Event{Kind: Arranging, Plan: &plan,
		Text: sentence.Say("%s: %d transfers, %.0f s.", said, len(plan.Steps), plan.Takes.Seconds())})
	return g.settle(ctx, replies)
}

// settle carries out what is left of a task that is no move of the game; or as much of it as was possible before the
// table changed, which errChanged says.
func (g *game) settle(ctx context.Context, replies []planner.Table) error {
	name := g.task.name
	done := g.carryOut(ctx, replies)
	if done != nil && !errors.Is(done, errChanged) {
		return fmt.Errorf("%s, %w", name, done)
	}
	g.task = nil
	if err := g.Log.Append(Entry{What: Settled, Stood: stood(g.table)}); err != nil {
		return err
	}
	if done != nil {
		g.Tell(Event{Kind: Watching,
			Text: sentence.Say("The pieces stand otherwise now; the robot plans again.")})
		return done
	}
	g.Tell(Event{Kind: Arranged, Text: sentence.Say("Done.")})
	return nil
}

// transfers are those of a plan.
func transfers(plan planner.Plan) []planner.Transfer {
	list := make([]planner.Transfer, 0, len(plan.Steps))
	for _, step := range plan.Steps {
		list = append(list, step.Transfer)
	}
	return list
}
