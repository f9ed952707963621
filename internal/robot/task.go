package robot

import (
	"draughtsman/arm"
	"draughtsman/planner"
)

// task is a unit of the robot's work under way: a move of the game, or what puts the table in order.
type task struct {
	move      string // "" of what is no move
	name      string // of what is no move, for people
	before    *Stood // nil: as it stands
	transfers []planner.Transfer
	after     Stood
	step      int  // transfers that came about
	anew      bool // whoever asked for it looks at the table and plans again where somebody has changed that
	ends      bool // the game is over with it
	// absent are transfers of discs that there never were: of the upper one of a king that nobody had crowned.
	absent []planner.Transfer
	// stayed are transfers of discs that still lie in the tray, because a person has set down others in their place.
	stayed []planner.Transfer
	run    *run // what the arm has begun last, or was about to when it was interrupted; nil: nothing yet
}

// run is what is sent to the arm in one go: a phase of an attempt.
type run struct {
	phase    Phase
	transfer planner.Transfer
	held     bool       // the disc, if the tool has it, is only set down
	steps    []arm.Step // not of a run that a log tells of
}

// mayHold is the transfer whose disc the tool may hold that was interrupted in a run; nil: there is none.
func (r *run) mayHold() *planner.Transfer {
	if r == nil || r.phase == Leaving && !r.held {
		return nil
	}
	return &r.transfer
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

// transfers are those of a plan.
func transfers(plan planner.Plan) []planner.Transfer {
	list := make([]planner.Transfer, 0, len(plan.Steps))
	for _, step := range plan.Steps {
		list = append(list, step.Transfer)
	}
	return list
}
