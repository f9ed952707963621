package robot

import (
	"context"
	"time"

	"draughtsman/arm"
	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
	"draughtsman/planner"
	"draughtsman/vision/moves"
)

// byHand tells a person what the next transfer of a task is, and waits until it is seen to be done. Somebody who knows
// the game may do several at once, and answer the move too.
func (w *work) byHand(ctx context.Context, person arm.Announcer, task *task,
	replies []planner.Table) error {
	left := task.transfers[task.step:]
	asked := order(left[0])
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
	return w.done(n + 1)
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
	for {
		sighting, err := w.eyes.look(ctx)
		if err != nil {
			return 0, err
		}
		if table.observe(sighting) && table.last != untouched {
			return min(table.last, len(tables)-1), nil
		}
		message := asked
		switch {
		case sighting.Obstructed || sighting.Moving:
			message = sentence.Text{}
		case table.last == none:
			message = putRight(moves.Compare(sighting, wanted[0], w.moves))
		}
		if message != before || since.IsZero() {
			before, since = message, sighting.Time
		}
		if message == (sentence.Text{}) || sighting.Time.Sub(since) < reminderInterval {
			continue
		}
		since = sighting.Time
		if table.last == none {
			w.tell(Event{Kind: Repairing, Text: message})
		} else {
			w.tell(Event{Kind: Waiting, Text: sentence.Say("Still to do: %s", message)})
		}
	}
}

// order is a transfer as a person is asked for it. Where beside the board they lay a disc is up to them.
func order(t planner.Transfer) sentence.Text {
	white, purpose := t.Side == checkers.White, purposeText(t.Purpose)
	switch {
	case t.To.Slot > 0 && white:
		return sentence.Say("Take the white disc on %s off the board; this %s.", placeText(t.From), purpose)
	case t.To.Slot > 0:
		return sentence.Say("Take the black disc on %s off the board; this %s.", placeText(t.From), purpose)
	case t.From.Slot > 0 && white:
		return sentence.Say("Put a white disc on %s; this %s.", placeText(t.To), purpose)
	case t.From.Slot > 0:
		return sentence.Say("Put a black disc on %s; this %s.", placeText(t.To), purpose)
	case white:
		return sentence.Say("Move the white disc from %s to %s; this %s.", placeText(t.From), placeText(t.To), purpose)
	}
	return sentence.Say("Move the black disc from %s to %s; this %s.", placeText(t.From), placeText(t.To), purpose)
}

// putRight asks for what is wrong with the table to be put right.
func putRight(wrong moves.Match) sentence.Text {
	return sentence.Say("%s Please put it right; the game then goes on.", wrong.Text)
}
