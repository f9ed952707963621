package robot

import (
	"context"
	"fmt"
	"slices"

	"draughtsman/arm"
	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
	"draughtsman/internal/sentence"
	"draughtsman/planner"
	"draughtsman/vision"
)

// robotMove chooses a move, plans it to the end, and carries it out; or it goes on with the one that was interrupted.
func (g *game) robotMove(ctx context.Context, position checkers.Position) (checkers.Move, error) {
	if g.task == nil {
		if err := g.choose(ctx, position); err != nil {
			return checkers.Move{}, err
		}
	}
	move, err := position.ParseMove(g.task.move)
	if err != nil {
		return checkers.Move{}, err
	}
	if err := g.carryOut(ctx, nil); err != nil {
		return checkers.Move{}, fmt.Errorf("%s, %w", move, err)
	}
	return move, nil
}

// carryOut has the arm or a person make what is left of the task's transfers, and takes the table for what the task
// was to make of it. replies are the tables that may stand there instead, because the human has moved meanwhile;
// after a move they are the legal answers to it.
func (g *game) carryOut(ctx context.Context, replies []planner.Table) error {
	t := g.task
	after, err := t.after.table(g.Tray)
	if err != nil {
		return err
	}
	if t.move != "" {
		replies = answers(after)
	}
	if person, ok := g.Arm.(arm.Announcer); ok {
		err = g.byHand(ctx, person, t, g.pictures(replies))
	} else {
		err = g.byArm(ctx, t, replies)
	}
	if err != nil {
		return err
	}
	for s := range after.Position.Occupied().All() { // an answer may be there, too
		after.Offset[s] = g.table.Offset[s]
	}
	g.table, g.task = t.truly(after), nil
	return nil
}

// truly is the table after a task with the discs that have stayed in the tray, and without those that were taken to
// come there and do not exist. Where others lie on them they stay: a tool that expects too high a stack grips nothing.
func (t *task) truly(after planner.Table) planner.Table {
	for _, x := range t.absent {
		if tray, err := after.Tray.Take(x.To.Slot, x.Side); err == nil {
			after.Tray = tray
		}
	}
	for _, x := range t.stayed {
		if tray, err := after.Tray.Put(x.From.Slot, x.Side); err == nil {
			after.Tray = tray
		}
	}
	return after
}

// byArm has the arm make the transfers that are left of a task.
func (g *game) byArm(ctx context.Context, t *task, replies []planner.Table) error {
	for t.step < len(t.transfers) {
		transfer := t.transfers[t.step]
		g.begin(t)
		left := t.transfers[t.step+1:]
		last := len(left) == 0 && g.endsWith(t.move)
		if err := g.carry(ctx, transfer, early(replies, left), last); err != nil {
			return fmt.Errorf("step %d of %d (%s): %w", t.step+1, len(t.transfers), transfer, err)
		}
		if err := g.done(); err != nil {
			return err
		}
	}
	return nil
}

// early are the replies that a quick human may have made already, as they look before the transfers that are left:
// only crowns are left to set, and the pieces that they are set on still stand, or discs are moved within the tray.
func early(replies []planner.Table, left []planner.Transfer) (list []planner.Table) {
	for _, reply := range replies {
		sound := true
		for _, t := range slices.Backward(left) {
			if reply, sound = before(reply, t); !sound {
				break
			}
		}
		if sound {
			list = append(list, reply)
		}
	}
	return list
}

// before is a human's answer as it looks before a transfer of the robot's that it did not wait for; false where it
// cannot have been made before that.
func before(reply planner.Table, t planner.Transfer) (planner.Table, bool) {
	tray := reply.Tray
	switch {
	case t.From.Slot == 0:
		return reply, false
	case t.To.Slot != 0:
		without, err := tray.Take(t.To.Slot, t.Side)
		if err != nil {
			return reply, false
		}
		tray = without
	case t.ToLevel > 0 && reply.Discs(t.To) == t.ToLevel+1 && reply.Position.At(t.To.Square).Side() == t.Side:
		reply.Single |= checkers.SetOf(t.To.Square)
	default:
		return reply, false
	}
	tray, err := tray.Put(t.From.Slot, t.Side)
	reply.Tray = tray
	return reply, err == nil
}

// thinking passes on what the engine reports.
func (g *game) thinking(info search.Info) { g.Tell(Event{Kind: Thinking, Thought: &info}) }

// awaitFree waits until nothing is over the board, before the arm moves, and returns the look that shows it.
func (g *game) awaitFree(ctx context.Context) (vision.Sighting, error) {
	said := false
	for {
		sighting, err := g.look(ctx)
		if err != nil || !sighting.Obstructed {
			return sighting, err
		}
		if !said {
			said = true
			g.Tell(Event{Kind: Watching, Asks: true,
				Text: sentence.Say("Something is over the board; the arm waits until it is gone.")})
		}
	}
}

// endsWith reports whether the game is over after a move.
func (g *game) endsWith(text string) bool {
	move, err := g.record.Position().ParseMove(text)
	if err != nil || g.record.Play(move) != nil {
		return false
	}
	defer g.record.Undo()
	_, over := g.record.Outcome()
	return over
}
