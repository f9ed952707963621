package robot

import (
	"context"
	"math"
	"slices"

	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
	"draughtsman/planner"
	"draughtsman/vision"
	"draughtsman/vision/moves"
)

// putInOrder tidies the board or straightens pieces in the human's turn.
func (g *game) putInOrder(ctx context.Context, o Order, position checkers.Position) error {
	verdict, sighting, err := g.settled(ctx, position)
	if err != nil {
		return err
	}
	now, why := g.halfway(position, verdict, sighting)
	before := g.table
	var plan planner.Plan
	var task sentence.Text
	switch {
	case why != (sentence.Text{}):
	case o.Command == Tidy{}:
		plan, task, why = g.tidy(now, verdict)
	default:
		plan, task, why = g.straightened(now)
	}
	if why != (sentence.Text{}) {
		return &Refusal{why}
	}
	o.accepted()
	// The game is where it was; only the tray has changed.
	before.Tray = plan.After.Tray
	var replies []planner.Table
	if verdict.Kind == moves.Waiting || verdict.Kind == moves.Restored {
		replies = answers(before)
	}
	return g.arrange(ctx, plan, task, before, replies, false)
}

// settled looks until it is clear how the board differs from the position before the human's move.
func (g *game) settled(ctx context.Context, position checkers.Position) (moves.Verdict, vision.Sighting, error) {
	follower := moves.New(position, g.Moves)
	for {
		sighting, err := g.look(ctx)
		if err != nil {
			return moves.Verdict{}, sighting, err
		}
		switch verdict := follower.Observe(sighting); verdict.Kind {
		case moves.Moving, moves.Obstructed, moves.Settling:
		default:
			return verdict, sighting, nil
		}
	}
}

// halfway is the table as it stands in the human's turn: before its move, after it, or with captured pieces still on
// the board. why is a sentence for people where the arm must not reach in now.
func (g *game) halfway(position checkers.Position, verdict moves.Verdict, sighting vision.Sighting) (now planner.Table,
	why sentence.Text) {
	switch verdict.Kind {
	case moves.Waiting, moves.Restored:
		now = g.table
	case moves.Accepted:
		now = g.table.Watch(verdict.Move)
	case moves.Unfinished:
		left := checkers.SetOf(verdict.TakeOff...)
		for _, move := range position.Moves() {
			if move.To() != verdict.At || left&^move.Captured() != 0 {
				continue
			}
			now = g.table.Watch(move)
			for square := range left.All() {
				now.Position = now.Position.Put(square, position.At(square))
			}
			now.Single |= g.table.Single & left
			if moves.Compare(sighting, g.picture(now.Position), g.Moves).Shown {
				return g.seenAt(now, sighting), sentence.Text{}
			}
		}
		return now, verdict.Text
	default:
		return now, verdict.Text
	}
	return g.seenAt(now, sighting), sentence.Text{}
}

// tidy plans to take captured pieces off that were left on the board.
func (g *game) tidy(now planner.Table, verdict moves.Verdict) (_ planner.Plan, task, why sentence.Text) {
	if len(verdict.TakeOff) == 0 {
		return planner.Plan{}, task, sentence.Say("There is nothing to tidy: no captured piece is left on the board.")
	}
	var places []planner.Place
	var names []sentence.Text
	for _, square := range slices.Sorted(slices.Values(verdict.TakeOff)) {
		places = append(places, planner.OnSquare(square))
		names = append(names, placeText(planner.OnSquare(square)))
	}
	plan, err := planner.Tidy(g.Setup, now, places, planner.LookAfterEach)
	return plan, sentence.Say("Clears %s", sentence.And(names)), cannot(err)
}

// straightened plans to set pieces in the middle of their squares that stand askew.
func (g *game) straightened(now planner.Table) (_ planner.Plan, task, why sentence.Text) {
	var askew checkers.Set
	var names []sentence.Text
	for square := range now.Position.Occupied().All() {
		if off := now.Offset[square]; math.Hypot(off[0], off[1]) > g.askewMM() {
			askew |= checkers.SetOf(square)
			names = append(names, placeText(planner.OnSquare(square)))
		}
	}
	if askew == 0 {
		return planner.Plan{}, task,
			sentence.Say("There is nothing to straighten: every piece stands near the middle of its square.")
	}
	plan, err := planner.Straighten(g.Setup, now, askew, planner.LookAfterEach)
	return plan, sentence.Say("Straightens what stands on %s", sentence.And(names)), cannot(err)
}

// cannot says why there is no plan; nothing where there is one.
func cannot(err error) sentence.Text {
	if err != nil {
		return sentence.Say("That cannot be done: %s.", err.Error())
	}
	return sentence.Text{}
}
