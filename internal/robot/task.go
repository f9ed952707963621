package robot

import (
	"slices"

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
	progress  []progress // of each transfer
	anew      bool       // whoever asked for it looks at the table and plans again where somebody has changed that
	ends      bool       // the game is over with it
	// absent are transfers of discs that there never were: of the upper one of a king that nobody had crowned.
	absent []planner.Transfer
	// stayed are transfers of discs that still lie in the tray, because a person has set down others in their place.
	stayed []planner.Transfer
	run    *run // what the arm was about to do when it failed, or the program was interrupted; nil: nothing
	// remembers is true where this process has seen the table before what is begun; late, where it has seen it anew since.
	remembers, late bool
}

// progress is how far a transfer has come.
type progress uint8

const (
	untouched progress = iota
	begun              // the arm was about to make it, and nobody has seen yet what became of it
	done
)

// left are the transfers that are not done, in the order in which to go about them: first that whose disc the tool may
// hold, then what is begun.
func (t *task) left() (steps []int) {
	if t.run.mayHold() != nil {
		steps = []int{t.run.step}
	}
	for _, p := range []progress{begun, untouched} {
		for step, now := range t.progress {
			if now == p && !slices.Contains(steps, step) {
				steps = append(steps, step)
			}
		}
	}
	return steps
}

// others are those of some transfers that have come so far, but for one.
func (t *task) others(step int, far progress) (steps []int) {
	for other, now := range t.progress {
		if other != step && now == far {
			steps = append(steps, other)
		}
	}
	return steps
}

// undone is the table before a transfer that it shows the end of.
func undone(t planner.Table, x planner.Transfer) (planner.Table, error) {
	back := x
	back.From, back.To, back.FromLevel, back.ToLevel = x.To, x.From, x.ToLevel, x.FromLevel
	t, err := t.Apply(back)
	if err == nil && x.From.Square != 0 {
		t.Offset[x.From.Square] = x.FromOffset
	}
	return t, err
}

// run is what is sent to the arm in one go: a phase of an attempt.
type run struct {
	phase    Phase
	step     int // of the task
	transfer planner.Transfer
	held     bool          // the disc, if the tool has it, is only set down
	table    planner.Table // before the transfer; like the steps, not of a run that a log tells of
	steps    []arm.Step
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
