package robot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"golang.org/x/text/language"

	"draughtsman/arm"
	"draughtsman/internal/sentence"
	"draughtsman/planner"
	"draughtsman/vision"
	"draughtsman/vision/moves"
)

// work is what the robot does at the table of one game. The table is what is believed to stand there, and a task makes
// another one of it.
type work struct {
	layout
	eyes   *eyes
	tell   func(Event)
	arm    *guardedArm
	record *record      // has the task; that is nil where the robot does nothing
	tray   planner.Tray // as it is when a game begins
	table  planner.Table

	language language.Tag // of who carries moves out in place of an arm
	rehearse bool         // Robot.ShowMotions
}

// remember notes where on their squares the pieces stand.
func (w *work) remember(s vision.Sighting) { w.table = w.seenAt(w.table, s) }

// mayStand are the table, on which a position stands, and what a human whose turn it is may have made of it already.
func (w *work) mayStand(t planner.Table) []planner.Table {
	if t.Position.Turn == w.record.Robot {
		return []planner.Table{t}
	}
	return append([]planner.Table{t}, w.answers(t)...)
}

// answers are the answers to a table, but for a move that is being taken back, which may still stand there.
func (w *work) answers(t planner.Table) []planner.Table {
	list, back := answers(t), w.record.back
	if back == nil {
		return list
	}
	stood := append(w.record.game.History(), w.record.game.Position())
	undone := w.picture(stood[len(stood)-back.Plies])
	return slices.DeleteFunc(list, func(t planner.Table) bool { return w.picture(t.Position) == undone })
}

// arrange carries out a plan, and says so, that is no move of the game, from what is seen to stand on the table; after
// is what the table is then taken to be. It is on record as a move is: one that was interrupted is finished before the
// game goes on. The replies are what the table may show at its end, because the human has moved. Where anew is set, the
// error is errChanged when somebody has changed the table before a transfer, for whoever asked to plan again.
func (w *work) arrange(ctx context.Context, plan planner.Plan, said sentence.Text, after planner.Table,
	replies []planner.Table, anew bool) error {
	if err := w.record.Append(Entry{What: Planned, Task: plan.Task, From: stood(plan.Before), Stood: stood(after),
		Transfers: transfers(plan)}); err != nil {
		return err
	}
	w.record.task.anew = anew
	w.table = plan.Before
	w.tell(Event{Kind: Arranging, Plan: &plan,
		Text: sentence.Say("%s: %d transfers, %.0f s.", said, len(plan.Steps), plan.Takes.Seconds())})
	return w.settle(ctx, replies)
}

// settle carries out what is left of a task that is no move of the game; or as much of it as was possible before the
// table changed, which errChanged says.
func (w *work) settle(ctx context.Context, replies []planner.Table) error {
	name := w.record.task.name
	done := w.carryOut(ctx, replies)
	if done != nil && !errors.Is(done, errChanged) {
		return fmt.Errorf("%s, %w", name, done)
	}
	if err := w.record.Append(Entry{What: Settled, Stood: stood(w.table)}); err != nil {
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
	t := w.record.task
	after, err := t.after.table(w.tray)
	if err != nil {
		return err
	}
	if t.move != "" {
		replies = answers(after)
	}
	person, byHand := w.arm.Arm.(arm.Announcer)
	for {
		switch left := t.left(); {
		case len(left) == 0:
			w.finished(t, after)
			return nil
		case byHand:
			err = w.byHand(ctx, person, t, replies)
		default:
			err = w.byArm(ctx, t, left[0], replies)
		}
		if err != nil {
			return err
		}
	}
}

// finished takes the table for what a task was to make of it.
func (w *work) finished(t *task, after planner.Table) {
	for s := range after.Position.Occupied().All() { // an answer may be there, too
		after.Offset[s] = w.table.Offset[s]
	}
	w.table = t.truly(after)
}

// byArm has the arm make a transfer of a task, or go on with one that was begun. If it is the first one of a move,
// those that have no place in common with it or with each other are made in one go, and then looked at.
func (w *work) byArm(ctx context.Context, t *task, step int, replies []planner.Table) error {
	if t.progress[step] == untouched || !t.remembers {
		w.eyes.carrying(t, step)
	}
	made, err := false, w.inOneGo(ctx, t)
	if err == nil {
		made, err = w.carry(ctx, t, step, replies)
	}
	if err != nil {
		return fmt.Errorf("step %d of %d (%s): %w", step+1, len(t.transfers), t.transfers[step], err)
	}
	if !made {
		return nil
	}
	return w.record.Append(Entry{What: Done, Step: step})
}

// inOneGo has the arm make the first transfers of a move, up to one that has a place in common with one before it. If
// the table is not as it was when they were planned, none is made.
func (w *work) inOneGo(ctx context.Context, t *task) error {
	if t.move == "" || len(t.others(none, untouched)) < len(t.transfers) {
		return nil
	}
	var places []planner.Place
	var attempts []attempt
	var states []state
	now := w.table
	for step, x := range t.transfers {
		if slices.Contains(places, x.From) || slices.Contains(places, x.To) {
			break
		}
		places = append(places, x.From, x.To)
		s, err := w.state(t, step, now, nil)
		if err != nil {
			return err
		}
		states = append(states, s)
		attempts = append(attempts, attempt{step: step, transfer: s.want.transfer, table: now})
		now = s.want.after
	}
	runs, err := runsOf(w.setup, attempts)
	if err != nil || len(attempts) == 1 { // that it cannot be planned so is no reason not to make them one by one
		return nil //nolint:nilerr // for what is above
	}
	if _, err := w.eyes.awaitFree(ctx); err != nil {
		return err
	}
	w.eyes.Remember()
	x := execution{eyes: w.eyes, arm: w.arm, log: w.record, task: t, step: none, s: states[0]}
	err = x.send(ctx, runs, func(now vision.Sighting) bool {
		return !slices.ContainsFunc(states, func(s state) bool { return !s.asPlanned(now) })
	})
	if errors.Is(err, errChanged) {
		return nil
	}
	t.remembers = true
	if err == nil {
		t.run = nil
	}
	for _, step := range t.others(none, begun) {
		t.transfers[step] = states[step].want.transfer
		w.table = states[step].want.after
	}
	return x.recovered(ctx, err)
}

// state is how far a transfer of a task has come, on the table after those that were begun.
func (w *work) state(t *task, step int, now planner.Table, replies []planner.Table) (s state, err error) {
	transfer := t.transfers[step]
	s = state{before: now, anew: t.anew}
	if t.progress[step] == begun {
		s.resumed, s.late = !t.remembers, t.late
		if t.run != nil && t.run.step == step {
			s.held = t.run.mayHold()
		}
		s.faulty, s.made = s.held != nil, t.remembers && s.held == nil
		if s.before, err = undone(now, transfer); err != nil {
			return s, err
		}
	} else if transfer.From.Square != 0 {
		// A king's lower disc need not stand where the upper one, now gone, was seen.
		transfer.FromOffset = now.Offset[transfer.From.Square]
	}
	var left []planner.Transfer
	for _, other := range t.others(step, untouched) {
		left = append(left, t.transfers[other])
	}
	s.want = expected{layout: w.layout, transfer: transfer, replies: early(replies, left),
		last: t.ends && len(left) == 0, stood: s.before.Offset}
	s.want.after, err = s.before.Apply(transfer)
	return s, err
}

// carry has the arm make a transfer of a task, or go on with one that was begun. made is false where it is seen that
// another one, which was begun, has yet to be made.
func (w *work) carry(ctx context.Context, t *task, step int, replies []planner.Table) (made bool, err error) {
	s, err := w.state(t, step, w.table, replies)
	if err != nil {
		return false, err
	}
	x := execution{eyes: w.eyes, arm: w.arm, log: w.record, task: t, step: step, s: s}
	w.table, err = x.carry(ctx)
	t.late = x.s.late
	if other := unlifted(0); errors.As(err, &other) {
		t.progress[other] = untouched
		w.table, err = undone(s.want.after, t.transfers[other])
		return false, err
	}
	if err != nil || w.table.Position == s.want.after.Position {
		return err == nil, err
	}
	for _, other := range t.others(step, begun) { // an answer to them all is seen
		if err := w.record.Append(Entry{What: Done, Step: other}); err != nil {
			return false, err
		}
	}
	return true, nil
}

// byHand tells a person what the next transfer of a task is, and waits until it is seen to be done. Somebody who knows
// the game may do several at once, and answer the move too.
func (w *work) byHand(ctx context.Context, person arm.Announcer, task *task, replies []planner.Table) error {
	steps := task.left()
	for _, step := range steps {
		if task.progress[step] == begun { // by an arm that there was before
			before, err := undone(w.table, task.transfers[step])
			if err != nil {
				return err
			}
			w.table, task.progress[step] = before, untouched
		}
	}
	w.eyes.carrying(task, steps[0])
	var left []planner.Transfer
	for _, step := range steps {
		left = append(left, task.transfers[step])
	}
	asked := order(w.moves.Game, left[0])
	if err := person.Announce(ctx, asked.In(w.language)); err != nil {
		return err
	}
	if err := w.showMotions(ctx, left[0]); err != nil {
		return err
	}
	var tables []planner.Table
	now := w.table
	for _, t := range left {
		var err error
		if now, err = now.Apply(t); err != nil {
			return err
		}
		tables = append(tables, now)
	}
	n, err := w.awaitHands(ctx, asked, tables, w.pictures(replies))
	if err != nil {
		return err
	}
	w.table = tables[n]
	for _, step := range steps[:n+1] {
		if err := w.record.Append(Entry{What: Done, Step: step}); err != nil {
			return err
		}
	}
	return nil
}

// showMotions has the arm of a dry run print the motions of a transfer.
func (w *work) showMotions(ctx context.Context, t planner.Transfer) error {
	if !w.rehearse {
		return nil
	}
	if t.From.Square != 0 {
		t.FromOffset = w.table.Offset[t.From.Square]
	}
	runs, err := attempt{transfer: t, table: w.table}.runs(w.setup)
	if err != nil {
		return err
	}
	for _, r := range runs {
		if err := arm.Run(ctx, w.arm.Arm, r.steps); err != nil {
			return err
		}
	}
	return nil
}

// reminderInterval is the time, on the table's clock, after which a person is reminded who does nothing, or leaves
// the same mistake.
const reminderInterval = time.Minute

// awaitHands waits until one of some tables is seen, or one of the replies to the last of them, and returns its
// index. It has no time limit: who does nothing, or something else, is reminded of what was asked.
func (w *work) awaitHands(ctx context.Context, asked sentence.Text, tables []planner.Table,
	replies []moves.Picture) (int, error) {
	wanted := append(append(w.pictures(tables), replies...), w.picture(w.table.Position))
	untouched := len(wanted) - 1
	table := recogniser{wanted: wanted, options: w.moves, last: none}
	var since time.Time // when the table began to look as it does
	var before sentence.Text
	_, err := w.eyes.until(ctx, func(s vision.Sighting) bool {
		if table.observe(s) && table.last != untouched {
			return true
		}
		message := asked
		switch {
		case s.Obstructed || s.Moving:
			message = sentence.Text{}
		case table.last == none:
			message = putRight(moves.Compare(s, wanted[0], w.moves))
		}
		if message != before || since.IsZero() {
			before, since = message, s.Time
		}
		if message == (sentence.Text{}) || s.Time.Sub(since) < reminderInterval {
			return false
		}
		since = s.Time
		if table.last == none {
			w.tell(Event{Kind: Repairing, Text: message})
		} else {
			w.tell(Event{Kind: Waiting, Text: sentence.Say("Still to do: %s", message)})
		}
		return false
	})
	return min(table.last, len(tables)-1), err
}
