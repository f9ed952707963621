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

// byHand tells a person what is left of a task, transfer by transfer, and waits until it is seen to be done. Somebody
// who knows the game may do several at once, and answer the move too.
func (g *game) byHand(ctx context.Context, person arm.Announcer, task *task, replies []moves.Picture) error {
	for task.step < len(task.transfers) {
		t := task.transfers[task.step]
		g.begin(task)
		if err := person.Announce(ctx, order(t).In(g.Language)); err != nil {
			return err
		}
		if err := g.showMotions(ctx, t); err != nil {
			return err
		}
		var tables []planner.Table
		now := g.table
		for _, t := range task.transfers[task.step:] {
			var err error
			if now, err = now.Apply(t); err != nil {
				return err
			}
			tables = append(tables, now)
		}
		n, err := g.awaitHands(ctx, order(t), tables, replies)
		if err != nil {
			return err
		}
		g.table = tables[n]
		for range n + 1 {
			if err := g.done(); err != nil {
				return err
			}
		}
	}
	return nil
}

// showMotions has the arm of a dry run print the motions of a transfer.
func (g *game) showMotions(ctx context.Context, t planner.Transfer) error {
	if !g.ShowMotions {
		return nil
	}
	if t.From.Square != 0 {
		t.FromOffset = g.table.Offset[t.From.Square]
	}
	runs, err := g.runs(attempt{transfer: t, table: g.table})
	if err != nil {
		return err
	}
	for _, r := range runs {
		if err := arm.Run(ctx, g.Arm, r.steps); err != nil {
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
func (g *game) awaitHands(ctx context.Context, asked sentence.Text, tables []planner.Table,
	replies []moves.Picture) (int, error) {
	var wanted []moves.Picture
	for _, t := range tables {
		wanted = append(wanted, g.picture(t.Position))
	}
	wanted = append(append(wanted, replies...), g.picture(g.table.Position))
	untouched := len(wanted) - 1
	table := recogniser{wanted: wanted, options: g.Moves, last: none}
	var since time.Time // when the table began to look as it does
	var before sentence.Text
	for {
		sighting, err := g.look(ctx)
		if err != nil {
			return 0, err
		}
		if table.observe(sighting) && table.last != untouched {
			g.remember(sighting)
			return min(table.last, len(tables)-1), nil
		}
		message := asked
		switch {
		case sighting.Obstructed || sighting.Moving:
			message = sentence.Text{}
		case table.last == none:
			message = putRight(moves.Compare(sighting, wanted[0], g.Moves))
		}
		if message != before || since.IsZero() {
			before, since = message, sighting.Time
		}
		if message == (sentence.Text{}) || sighting.Time.Sub(since) < reminderInterval {
			continue
		}
		since = sighting.Time
		if table.last == none {
			g.Tell(Event{Kind: Repairing, Text: message})
		} else {
			g.Tell(Event{Kind: Waiting, Text: sentence.Say("Still to do: %s", message)})
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
