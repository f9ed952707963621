package robot

import (
	"context"
	"fmt"
	"strings"

	"draughtsman/arm"
	"draughtsman/planner"
	"draughtsman/vision/follow"
)

// byHand has a person carry out what is left of the work who is told it transfer
// by transfer. Somebody who knows the game may do several at once, and answer
// the move too.
func (g *game) byHand(ctx context.Context, person arm.Announcer, w *work, replies []follow.Picture) error {
	for w.step < len(w.transfers) {
		t := w.transfers[w.step]
		g.Tell(Carrying{Step: w.step + 1, Steps: len(w.transfers), Transfer: t})
		if err := person.Announce(ctx, sentence(t)); err != nil {
			return err
		}
		var tables []planner.Table
		now := g.table
		for _, t := range w.transfers[w.step:] {
			var err error
			if now, err = now.Apply(t); err != nil {
				return err
			}
			tables = append(tables, now)
		}
		n, err := g.awaitHands(ctx, tables, replies)
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

// patience is for how many looks in a row something has to be wrong in the same
// way before a person at work is told.
const patience = 20

// awaitHands waits until one of some tables is seen, or one of the replies to
// the last of them, and returns its number.
func (g *game) awaitHands(ctx context.Context, tables []planner.Table, replies []follow.Picture) (int, error) {
	var wanted []follow.Picture
	for _, t := range tables {
		wanted = append(wanted, g.picture(t.Position))
	}
	wanted = append(append(wanted, replies...), g.picture(g.table.Position))
	untouched := len(wanted) - 1
	table := recogniser{wanted: wanted, options: g.Follow, last: none}
	said, wrong, same := "", "", 0
	for {
		sighting, err := g.Eye.Look(ctx)
		if err != nil {
			return 0, err
		}
		switch {
		case table.observe(sighting) && table.last != untouched:
			g.remember(sighting)
			return min(table.last, len(tables)-1), nil
		case table.last != none || sighting.Obstructed || sighting.Moving:
			wrong, same = "", 0
			continue
		}
		match := follow.Compare(sighting, wanted[0], g.Follow)
		if same++; match.Text != wrong {
			wrong, same = match.Text, 1
		}
		if same == patience && wrong != said {
			said = wrong
			g.Tell(Repairing{Message: said + " Please put it right; the game then goes on."})
		}
	}
}

// sentence is a transfer as a person is asked for it. Where beside the board a
// disc lies is up to them.
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
