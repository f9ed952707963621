package planner

import (
	"errors"
	"fmt"
	"time"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
)

// Plan is how a move or another task is carried out. It is a value; nothing has moved yet.
type Plan struct {
	Before, After Table
	Task          string               // what it does: "Black plays 11-15"
	Move          checkers.Move        // the zero value where it is no move of the game
	Start         calibration.ArmPoint // where the tip is before: the park point
	Steps         []Step
	Takes         time.Duration // the sum of the steps
	PathMM        float64       // the length of the tip's way
	Notes         []string      // what a person should know, a sentence each
}

// Step is one transfer and the motions that carry it out. The last step of a plan ends at the park point.
type Step struct {
	Transfer Transfer
	Motions  []Motion
	Takes    time.Duration // the sum of the motions
}

// Looks is when the tool leaves the picture, so that the camera can look.
type Looks int

// When the tool goes to the park point.
const (
	LookAtEnd     Looks = iota // after the last transfer
	LookAfterEach              // after every transfer: each step can be checked, and done again
)

// New is the plan of a legal move, from the park point back to it, in the quickest order and with the slots that make
// it so (the package's documentation says what is allowed). It is an error, which names the place and the limit, if
// any part of it cannot be done.
func New(setup Setup, table Table, move checkers.Move, looks Looks) (Plan, error) {
	if err := table.legal(setup.Board, move); err != nil {
		return Plan{}, err
	}
	plan, err := setup.plan(table, table.goals(move, table.Tray.crowning(table.Position.Turn)), looks)
	if errors.Is(err, errNoDisc) {
		plan, err = setup.plan(table, table.goals(move, false), looks)
	}
	if err != nil {
		return Plan{}, err
	}
	plan.Task = fmt.Sprintf("%s plays %s", table.Position.Turn, move)
	plan.Move, plan.After = move, plan.After.complete(table, move)
	plan.Notes = notes(table, plan.After, move)
	return plan, nil
}

// plan is the plan of some goals in the quickest order, without its name.
func (s Setup) plan(table Table, all []goal, looks Looks) (Plan, error) {
	if err := s.validate(table); err != nil {
		return Plan{}, err
	}
	c := s.workcell(table.Tray)
	transfers, err := c.order(table, all, looks)
	if err != nil {
		return Plan{}, err
	}
	return c.plan(table, transfers, looks)
}

// plan is the plan of some transfers, without its name.
func (c *workcell) plan(table Table, transfers []Transfer, looks Looks) (Plan, error) {
	steps, err := c.steps(table, transfers, looks)
	if err != nil {
		return Plan{}, err
	}
	plan := Plan{Before: table, After: table, Start: c.Machine.Park, Steps: steps}
	at := plan.Start
	for _, step := range steps {
		if plan.After, err = plan.After.Apply(step.Transfer); err != nil {
			return Plan{}, err
		}
		plan.Takes += step.Takes
		for _, m := range step.Motions {
			plan.PathMM += apart(at, m.To)
			at = m.To
		}
	}
	return plan, nil
}

func (s Setup) validate(table Table) error {
	if err := s.Validate(table.Tray); err != nil {
		return err
	}
	return table.Validate(s.Board)
}

// Steps is the motions of any transfers, in the order given, from the park point back to it.
func Steps(setup Setup, table Table, transfers []Transfer, looks Looks) ([]Step, error) {
	if err := setup.validate(table); err != nil {
		return nil, err
	}
	return setup.workcell(table.Tray).steps(table, transfers, looks)
}

func (c *workcell) steps(table Table, transfers []Transfer, looks Looks) ([]Step, error) {
	r := c.route(table, c.Machine.Park)
	steps := make([]Step, 0, len(transfers))
	for i, t := range transfers {
		r.motions = nil
		if err := r.transfer(t, looks == LookAfterEach || i == len(transfers)-1); err != nil {
			return nil, c.advised(table, err)
		}
		steps = append(steps, Step{Transfer: t, Motions: r.motions, Takes: total(r.motions)})
	}
	return steps, nil
}

// ToPark is the motions that bring an empty tool from anywhere within reach to the park point, as after homing.
func ToPark(setup Setup, table Table, from calibration.ArmPoint) ([]Motion, error) {
	if err := setup.Validate(table.Tray); err != nil {
		return nil, err
	}
	if err := setup.within("the tool", from); err != nil {
		return nil, err
	}
	r := setup.workcell(table.Tray).route(table, from)
	err := r.park()
	return r.motions, err
}

func total(motions []Motion) (sum time.Duration) {
	for _, m := range motions {
		sum += m.Takes
	}
	return sum
}

func notes(before, after Table, move checkers.Move) []string {
	var notes []string
	if before.Position.Crowns(move) {
		notes = append(notes, uncrowned(after, move.To(), before.Position.Turn)...)
	}
	if move.From() == move.To() {
		notes = append(notes, fmt.Sprintf("The king ends on %s, where it began, and stays there.",
			after.place(OnSquare(move.To()))))
	}
	return notes
}

// uncrowned says of a new king that nobody can tell from a man.
func uncrowned(after Table, s checkers.Square, side checkers.Side) []string {
	place := after.place(OnSquare(s))
	switch {
	case after.Tray.Kings == VirtualKings:
		return []string{fmt.Sprintf("The man on %s is a king now; nothing on the table shows it.", place)}
	case !after.Single.Has(s):
		return nil
	case after.Tray.Kings == SwapKings:
		return []string{fmt.Sprintf("There is no %s king piece to exchange the man for: a man's disc stands for the king "+
			"on %s.", colour(side), place)}
	}
	return []string{fmt.Sprintf("There is no %s disc to crown the man with: the king on %s stands as a single disc.",
		colour(side), place)}
}
