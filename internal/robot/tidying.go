package robot

import (
	"slices"

	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
	"draughtsman/planner"
	"draughtsman/vision"
	"draughtsman/vision/moves"
)

// halfway is a table as it stands now in the human's turn: before its move, after it, or with captured pieces still on
// the board. why is a sentence for people where the arm must not reach in now.
func halfway(l layout, table planner.Table, verdict moves.Verdict, sighting vision.Sighting) (now planner.Table,
	why sentence.Text) {
	position := table.Position
	switch verdict.Kind {
	case moves.Waiting, moves.Restored:
		now = table
	case moves.Accepted:
		now = table.Watch(verdict.Move)
	case moves.Unfinished:
		left := checkers.SetOf(verdict.TakeOff...)
		for _, move := range position.Moves() {
			if move.To() != verdict.At || left&^move.Captured() != 0 {
				continue
			}
			now = table.Watch(move)
			for square := range left.All() {
				now.Position = now.Position.Put(square, position.At(square))
			}
			now.Single |= table.Single & left
			if moves.Compare(sighting, l.picture(now.Position), l.moves).Shown {
				return l.seenAt(now, sighting), sentence.Text{}
			}
		}
		return now, verdict.Text
	default:
		return now, verdict.Text
	}
	return l.seenAt(now, sighting), sentence.Text{}
}

// tidy plans to take captured pieces off that were left on the board.
func tidy(setup planner.Setup, now planner.Table, verdict moves.Verdict) (_ planner.Plan, task, why sentence.Text) {
	if len(verdict.TakeOff) == 0 {
		return planner.Plan{}, task, sentence.Say("There is nothing to tidy: no captured piece is left on the board.")
	}
	var places []planner.Place
	var names []sentence.Text
	for _, square := range slices.Sorted(slices.Values(verdict.TakeOff)) {
		places = append(places, planner.OnSquare(square))
		names = append(names, placeText(planner.OnSquare(square)))
	}
	plan, err := planner.Tidy(setup, now, places, planner.LookAfterEach)
	return plan, sentence.Say("Clears %s", sentence.And(names)), cannot(err)
}

// straightened plans to set pieces in the middle of their squares that stand askew.
func straightened(l layout, now planner.Table) (_ planner.Plan, task, why sentence.Text) {
	var askew checkers.Set
	var names []sentence.Text
	for square := range now.Position.Occupied().All() {
		if off := now.Offset[square]; farther(off, [2]float64{}, l.askewMM()) {
			askew |= checkers.SetOf(square)
			names = append(names, placeText(planner.OnSquare(square)))
		}
	}
	if askew == 0 {
		return planner.Plan{}, task,
			sentence.Say("There is nothing to straighten: every piece stands near the middle of its square.")
	}
	plan, err := planner.Straighten(l.setup, now, askew, planner.LookAfterEach)
	return plan, sentence.Say("Straightens what stands on %s", sentence.And(names)), cannot(err)
}

// cannot says why there is no plan; nothing where there is one.
func cannot(err error) sentence.Text {
	if err != nil {
		return sentence.Say("That cannot be done: %s.", err.Error())
	}
	return sentence.Text{}
}
