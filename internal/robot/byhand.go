package robot

import (
	"context"
	"fmt"
	"strings"
	"time"

	"draughtsman/arm"
	"draughtsman/planner"
	"draughtsman/vision/moves"
)

// byHand tells a person what is left of a task, transfer by transfer, and waits until it is seen to be done. Somebody
// who knows the game may do several at once, and answer the move too.
func (g *game) byHand(ctx context.Context, person arm.Announcer, task *task, replies []moves.Picture) error {
	for task.step < len(task.transfers) {
		t := task.transfers[task.step]
		g.begin(task)
		if err := person.Announce(ctx, sentence(t)); err != nil {
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
		n, err := g.awaitHands(ctx, sentence(t), tables, replies)
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
func (g *game) awaitHands(ctx context.Context, asked string, tables []planner.Table, replies []moves.Picture) (int,
	error) {
	var wanted []moves.Picture
	for _, t := range tables {
		wanted = append(wanted, g.picture(t.Position))
	}
	wanted = append(append(wanted, replies...), g.picture(g.table.Position))
	untouched := len(wanted) - 1
	table := recogniser{wanted: wanted, options: g.Moves, last: none}
	var since time.Time // when the table began to look as it does
	before := ""
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
			message = ""
		case table.last == none:
			message = moves.Compare(sighting, wanted[0], g.Moves).Text + " Please put it right; the game then goes on."
		}
		if message != before || since.IsZero() {
			before, since = message, sighting.Time
		}
		if message == "" || sighting.Time.Sub(since) < reminderInterval {
			continue
		}
		since = sighting.Time
		if table.last == none {
			g.Tell(Repairing{Message: message})
		} else {
			g.Tell(Waiting{Message: "Still to do: " + message})
		}
	}
}

// sentence is a transfer as a person is asked for it. Where beside the board they lay a disc is up to them.
func sentence(t planner.Transfer) string {
	colour := strings.ToLower(t.Side.String())
	switch {
	case t.To.Slot > 0:
		return fmt.Sprintf("Take the %s disc on %s off the board; this %s.", colour, t.From, t.Purpose)
	case t.From.Slot > 0:
		return fmt.Sprintf("Put a %s disc on %s; this %s.", colour, t.To, t.Purpose)
	}
	return fmt.Sprintf("Move the %s disc from %s to %s; this %s.", colour, t.From, t.To, t.Purpose)
}
