package robot

import (
	"context"
	"fmt"
	"slices"

	"draughtsman/arm"
	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
	"draughtsman/planner"
)

// robotMove chooses a move, plans it to the end, and carries it out; or it goes
// on with the one that was interrupted.
func (g *game) robotMove(ctx context.Context, position checkers.Position) (checkers.Move, error) {
	if g.work == nil {
		if err := g.choose(ctx, position); err != nil {
			return checkers.Move{}, err
		}
	}
	move, err := position.ParseMove(g.work.move)
	if err != nil {
		return checkers.Move{}, err
	}
	if err := g.carryOut(ctx, nil); err != nil {
		return checkers.Move{}, fmt.Errorf("%s, %w", move, err)
	}
	return move, nil
}

// carryOut has what is left of the work done, by the arm or by a person. Then
// the table is what the work was to make of it. The replies are what else the
// table may be at the end of a task; of a move they are known.
func (g *game) carryOut(ctx context.Context, replies []planner.Table) error {
	w := g.work
	after, err := w.after.table(g.Tray)
	if err != nil {
		return err
	}
	if w.move != "" {
		replies = answers(after)
	}
	if person, ok := g.Arm.(arm.Announcer); ok {
		err = g.byHand(ctx, person, w, g.pictures(replies))
	} else {
		err = g.byArm(ctx, w, replies)
	}
	if err != nil {
		return err
	}
	for s := range after.Position.Occupied().All() { // an answer may be there, too
		after.Offset[s] = g.table.Offset[s]
	}
	g.table, g.work = after, nil
	return nil
}

// byArm has the arm make what is left of a move or a task.
func (g *game) byArm(ctx context.Context, w *work, replies []planner.Table) error {
	for w.step < len(w.transfers) {
		t := w.transfers[w.step]
		g.Tell(Carrying{Step: w.step + 1, Steps: len(w.transfers), Transfer: t})
		left := w.transfers[w.step+1:]
		last := len(left) == 0 && g.endsWith(w.move)
		if err := g.carry(ctx, t, early(replies, left), last); err != nil {
			return fmt.Errorf("step %d of %d (%s): %w", w.step+1, len(w.transfers), t, err)
		}
		if err := g.done(); err != nil {
			return err
		}
	}
	return nil
}

// early are those of the replies, as they look before the transfers that are left,
// that a quick human may have made by then: where nothing but crowns is left to set,
// and what they are set on is still there.
func early(replies []planner.Table, left []planner.Transfer) (list []planner.Table) {
	for _, reply := range replies {
		sound := true
		for _, t := range slices.Backward(left) {
			crowns := t.From.Slot != 0 && t.ToLevel > 0 && reply.Discs(t.To) == t.ToLevel+1 &&
				reply.Position.At(t.To.Square).Side() == t.Side
			if sound = sound && crowns; !sound {
				break
			}
			reply.Single |= checkers.SetOf(t.To.Square)
			tray, err := reply.Tray.Put(t.From.Slot, t.Side)
			reply.Tray, sound = tray, err == nil
		}
		if sound {
			list = append(list, reply)
		}
	}
	return list
}

// done puts on record that a transfer of the work came about.
func (g *game) done() error {
	w := g.work
	if err := g.Log.Append(Entry{What: Done, Step: w.step}); err != nil {
		return err
	}
	w.step, w.doing = w.step+1, nil
	return nil
}

// choose has the mind choose a move, plans all of it, and puts that on record.
func (g *game) choose(ctx context.Context, position checkers.Position) error {
	result, err := g.Mind.Think(ctx, g.record, g.Think, g.thinking)
	if err != nil {
		return err
	}
	plan, err := planner.New(g.Setup, g.table, result.Move, planner.LookAfterEach)
	if err != nil {
		return fmt.Errorf("%s cannot be carried out: %w", result.Move, err)
	}
	w := &work{move: result.Move.String(), transfers: transfers(plan), after: *stood(plan.After)}
	if err := g.Log.Append(Entry{What: Chose, Move: w.move, Stood: &w.after, Transfers: w.transfers}); err != nil {
		return err
	}
	g.work = w
	g.Tell(Decided{Position: position, Result: result, Plan: plan})
	return nil
}

// thinking passes on what the engine reports.
func (g *game) thinking(info search.Info) { g.Tell(Thinking{Info: info}) }

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
