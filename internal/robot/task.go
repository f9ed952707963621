package robot

import (
	"context"
	"fmt"

	"draughtsman/planner"
)

// arrange carries out a plan that is no move of the game, from what is seen to
// stand on the table; after is what the table is then taken to be. It is on
// record as a move is: an interrupted task is finished before the game goes on. The
// replies are what the table may show at its end, because the human has moved.
func (g *game) arrange(ctx context.Context, plan planner.Plan, after planner.Table, replies []planner.Table) error {
	w := &work{task: plan.Task, before: stood(plan.Before), transfers: transfers(plan), after: *stood(after)}
	if err := g.Log.Append(Entry{What: Planned, Task: w.task, From: w.before, Stood: &w.after,
		Transfers: w.transfers}); err != nil {
		return err
	}
	g.table, g.work = plan.Before, w
	g.Tell(Arranging{Plan: plan})
	return g.settle(ctx, replies)
}

// settle does what is left of a task.
func (g *game) settle(ctx context.Context, replies []planner.Table) error {
	task := g.work.task
	if err := g.carryOut(ctx, replies); err != nil {
		return fmt.Errorf("%s, %w", task, err)
	}
	if err := g.Log.Append(Entry{What: Settled, Stood: stood(g.table)}); err != nil {
		return err
	}
	g.Tell(Arranged{Task: task})
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
