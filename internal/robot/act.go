package robot

import (
	"context"
	"errors"
	"fmt"

	"draughtsman/arm"
	"draughtsman/internal/sentence"
	"draughtsman/planner"
)

// arrange carries out a plan, and says so, that is no move of the game, from what is seen to stand on the table; after
// is what the table is then taken to be. It is on record as a move is: one that was interrupted is finished before the
// game goes on. The replies are what the table may show at its end, because the human has moved. Where anew is set, the
// error is errChanged when somebody has changed the table before a transfer, for whoever asked to plan again.
func (w *work) arrange(ctx context.Context, plan planner.Plan, said sentence.Text, after planner.Table,
	replies []planner.Table, anew bool) error {
	err := w.start(&task{name: plan.Task, before: stood(plan.Before), transfers: transfers(plan), after: *stood(after),
		anew: anew})
	if err != nil {
		return err
	}
	w.table = plan.Before
	w.tell(Event{Kind: Arranging, Plan: &plan,
		Text: sentence.Say("%s: %d transfers, %.0f s.", said, len(plan.Steps), plan.Takes.Seconds())})
	return w.settle(ctx, replies)
}

// settle carries out what is left of a task that is no move of the game; or as much of it as was possible before the
// table changed, which errChanged says.
func (w *work) settle(ctx context.Context, replies []planner.Table) error {
	name := w.task.name
	done := w.carryOut(ctx, replies)
	if done != nil && !errors.Is(done, errChanged) {
		return fmt.Errorf("%s, %w", name, done)
	}
	w.task = nil
	if err := w.log.Append(Entry{What: Settled, Stood: stood(w.table)}); err != nil {
		return err
	}
	if done != nil {
		w.tell(Event{Kind: Watching, Text: sentence.Say("The pieces stand otherwise now; the robot plans again.")})
		return done
	}
	w.tell(Event{Kind: Arranged, Text: sentence.Say("Done.")})
	return nil
}

// carryOut has the arm or a person make what is left of the task's transfers, and takes the table for what the task
// was to make of it. replies are the tables that may stand there instead, because the human has moved meanwhile;
// after a move they are the legal answers to it.
func (w *work) carryOut(ctx context.Context, replies []planner.Table) error {
	t := w.task
	after, err := t.after.table(w.tray)
	if err != nil {
		return err
	}
	if t.move != "" {
		replies = answers(after)
	}
	person, byHand := w.arm.Arm.(arm.Announcer)
	for t.step < len(t.transfers) {
		transfer := t.transfers[t.step]
		w.eyes.logger.Debug().Int("step", t.step+1).Int("steps", len(t.transfers)).EmbedObject(logged(transfer)).
			Str("purpose", transfer.Purpose).Msg("transfer")
		w.tell(Event{Kind: Carrying, Text: TransferText(transfer), Step: t.step + 1, Steps: len(t.transfers),
			Transfer: &transfer})
		if byHand {
			err = w.byHand(ctx, person, t, replies)
		} else {
			err = w.byArm(ctx, t, replies)
		}
		if err != nil {
			return err
		}
	}
	for s := range after.Position.Occupied().All() { // an answer may be there, too
		after.Offset[s] = w.table.Offset[s]
	}
	w.table, w.task = t.truly(after), nil
	return nil
}

// byArm has the arm make the next transfer of a task.
func (w *work) byArm(ctx context.Context, t *task, replies []planner.Table) error {
	transfer, left := t.transfers[t.step], t.transfers[t.step+1:]
	err := w.carry(ctx, transfer, early(replies, left), t.ends && len(left) == 0)
	if err != nil {
		return fmt.Errorf("step %d of %d (%s): %w", t.step+1, len(t.transfers), transfer, err)
	}
	return w.done(1)
}

// carry has the arm make a transfer of the task, or go on with one that was interrupted.
func (w *work) carry(ctx context.Context, t planner.Transfer, replies []planner.Table, last bool) error {
	if t.From.Square != 0 {
		// A king's lower disc need not stand where the upper one, now gone, was seen.
		t.FromOffset = w.table.Offset[t.From.Square]
	}
	after, err := w.table.Apply(t)
	if err != nil {
		return err
	}
	task := w.task
	x := execution{eyes: w.eyes, arm: w.arm, run: task.run, begin: w.begin, s: state{
		want:   expected{layout: w.layout, transfer: t, after: after, replies: replies, last: last, stood: w.table.Offset},
		before: w.table, anew: task.anew, resumed: task.run != nil, held: task.run.mayHold(),
	}}
	w.table, err = x.carry(ctx)
	if x.absent {
		task.absent = append(task.absent, t)
	}
	if x.stayed {
		task.stayed = append(task.stayed, t)
	}
	return err
}

// begin has the log know of a run of the task's next transfer.
func (w *work) begin(r run) error {
	return w.log.Append(Entry{What: Run, Step: w.task.step, Phase: r.phase, Transfer: &r.transfer, Held: r.held})
}
