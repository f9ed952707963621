package robot

import (
	"slices"

	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
	"draughtsman/planner"
	"draughtsman/vision"
	"draughtsman/vision/moves"
)

// unfinished is a table after a capture of which a sighting shows pieces still on the board.
func unfinished(l layout, before planner.Table, v moves.Verdict, seen vision.Sighting) (planner.Table, error) {
	left := checkers.SetOf(v.TakeOff...)
	for _, move := range before.Position.Moves() {
		if move.To() != v.At || left&^move.Captured() != 0 {
			continue
		}
		now := before.Watch(move)
		for square := range left.All() {
			now.Position = now.Position.Put(square, before.Position.At(square))
		}
		now.Single |= before.Single & left
		if moves.Compare(seen, l.picture(now.Position), l.moves).Shown {
			return now, nil
		}
	}
	return before, &Refusal{v.Text}
}

// tidy plans to take captured pieces off that were left on the board.
func tidy(l layout, now planner.Table, verdict moves.Verdict) (planner.Plan, sentence.Text, error) {
	if len(verdict.TakeOff) == 0 {
		return planner.Plan{}, sentence.Text{}, &Refusal{sentence.Say(
			"There is nothing to tidy: no captured piece is left on the board.")}
	}
	var places []planner.Place
	var names []sentence.Text
	for _, square := range slices.Sorted(slices.Values(verdict.TakeOff)) {
		places = append(places, planner.OnSquare(square))
		names = append(names, l.place(planner.OnSquare(square)))
	}
	plan, err := planner.Tidy(l.setup, now, places, planner.LookAfterEach)
	return plan, sentence.Say("Clears %s", sentence.And(names)), cannot(err)
}

// straightened plans to set pieces in the middle of their squares that stand askew.
func straightened(l layout, now planner.Table, _ moves.Verdict) (planner.Plan, sentence.Text, error) {
	var askew checkers.Set
	var names []sentence.Text
	for square := range now.Position.Occupied().All() {
		if farther(now.Offset[square], [2]float64{}, l.askewMM()) {
			askew |= checkers.SetOf(square)
			names = append(names, l.place(planner.OnSquare(square)))
		}
	}
	if askew == 0 {
		return planner.Plan{}, sentence.Text{}, &Refusal{sentence.Say(
			"There is nothing to straighten: every piece stands near the middle of its square.")}
	}
	plan, err := planner.Straighten(l.setup, now, askew, planner.LookAfterEach)
	return plan, sentence.Say("Straightens what stands on %s", sentence.And(names)), cannot(err)
}

// cannot says why there is no plan.
func cannot(err error) error {
	if err == nil {
		return nil
	}
	return &Refusal{sentence.Say("That cannot be done: %s.", err.Error())}
}
