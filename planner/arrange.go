package planner

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
)

// SetUp is the plan that makes the table show a position, such as that of a new game, from whatever stands on it:
// discs that are right stay, the others go where a disc of their colour is wanted, or to the tray, which gives what
// is missing. Which disc goes to which square is settled so that carrying takes the least time in all. Loose discs
// are used as well.
//
// It is an error, which counts them, if there are not discs enough.
func SetUp(setup Setup, table Table, target checkers.Position, looks Looks) (Plan, error) {
	if err := cmp.Or(setup.validate(table), CheckBoard(target.Set, setup.Board)); err != nil {
		return Plan{}, err
	}
	a := arrangement{workcell: setup.workcell(table.Tray), table: table, target: target, looks: looks}
	if err := a.assign(); err != nil {
		return Plan{}, err
	}
	transfers, err := a.sequence()
	if err != nil {
		return Plan{}, err
	}
	plan, err := a.plan(table, transfers, looks)
	if err != nil {
		return Plan{}, err
	}
	plan.Task = "Sets up " + target.PDN()
	if target.IsStart() {
		plan.Task = "Sets up a new game"
	}
	plan.After.Position, plan.After.Single = target, 0
	return plan, nil
}

// arrangement is a position to be set up on a table.
type arrangement struct {
	*workcell
	table  Table
	target checkers.Position
	looks  Looks
	jobs   []job
}

// job is a disc that is carried: from where to where.
type job struct {
	disc    lying
	to      Place
	level   int // where it is to lie on a square; of no meaning in a slot
	purpose string
	second  bool // the disc waits where another job has laid it
}

// lying is a disc of a kind at a place, or one that is wanted there.
type lying struct {
	side  checkers.Side
	king  bool
	at    Place
	level int
}

// stack is the discs on a square where a piece stands, from the bottom up.
func (a *arrangement) stack(s checkers.Square) []lying {
	var all []lying
	for level := range a.table.Discs(OnSquare(s)) {
		all = append(all, lying{a.table.Position.At(s).Side(), a.table.crowned(s), OnSquare(s), level})
	}
	return all
}

// wants is the discs that a square of the target is made of.
func (a *arrangement) wants(s checkers.Square) []lying {
	shown := Table{Position: a.target, Tray: a.table.Tray}
	var all []lying
	for level := range shown.Discs(OnSquare(s)) {
		all = append(all, lying{a.target.At(s).Side(), shown.crowned(s), OnSquare(s), level})
	}
	return all
}

// assign decides which disc goes where, into jobs.
func (a *arrangement) assign() error {
	var moving []lying
	var open []lying
	for s := range a.target.Set.Board().All().All() {
		stands, wants := a.stack(s), a.wants(s)
		right := 0
		for right < min(len(stands), len(wants)) && stands[right].side == wants[right].side &&
			stands[right].king == wants[right].king {
			right++
		}
		moving, open = append(moving, stands[right:]...), append(open, wants[right:]...)
	}
	for _, l := range a.table.Loose {
		moving = append(moving, lying{side: l.Side, at: Aside(l.At)})
	}
	var stored []lying
	for i, slot := range a.table.Tray.Slots {
		for level, side := range slot.Holds {
			stored = append(stored, lying{side, slot.Kind == KingSlot, InSlot(i + 1), level})
		}
	}
	if err := a.enough(append(slices.Clone(moving), stored...), open); err != nil {
		return err
	}
	for {
		jobs, err := a.cheapest(moving, stored, open)
		if err != nil {
			return err
		}
		fromTheTop(jobs, stored)
		// A disc of the tray that is taken from under another one brings that one into motion, too.
		buried := slices.IndexFunc(stored, func(d lying) bool {
			return !moves(jobs, d) && slices.ContainsFunc(jobs, func(j job) bool {
				return j.disc.at == d.at &&
					j.disc.level < d.level
			})
		})
		if buried < 0 {
			a.jobs = rightWayUp(jobs)
			return nil
		}
		moving = append(moving, stored[buried])
		stored = slices.Delete(stored, buried, buried+1)
	}
}

// fromTheTop has discs of the tray taken before those that lie under them, where they are alike.
func fromTheTop(jobs []job, stored []lying) {
	for i := 0; i < len(jobs); i++ {
		above := jobs[i].disc
		above.level++
		if slices.Contains(stored, above) && !moves(jobs, above) {
			jobs[i].disc = above
			i-- // perhaps there is one above that
		}
	}
}

// rightWayUp has discs that are carried from one stack to another one taken from the top and laid from the bottom.
func rightWayUp(jobs []job) []job {
	for i := range jobs {
		for k := range jobs[:i] {
			one, other := &jobs[i], &jobs[k]
			if one.disc.at == other.disc.at && one.to == other.to && one.to.Square != 0 && one.disc.king == other.disc.king &&
				(one.disc.level > other.disc.level) == (one.level > other.level) {
				one.level, other.level = other.level, one.level
			}
		}
	}
	return jobs
}

func moves(jobs []job, d lying) bool {
	return slices.ContainsFunc(jobs, func(j job) bool { return j.disc == d })
}

// enough says what there is too little of.
func (a *arrangement) enough(discs []lying, open []lying) error {
	for _, king := range []bool{false, true} {
		for _, side := range []checkers.Side{checkers.Black, checkers.White} {
			have, need := 0, 0
			for _, d := range discs {
				have += either(d.side == side && d.king == king)
			}
			for _, w := range open {
				need += either(w.side == side && w.king == king)
			}
			if have < need {
				return a.errMissing(side, king, need-have)
			}
		}
	}
	return nil
}

// errMissing says how many more discs of a kind are needed.
func (a *arrangement) errMissing(side checkers.Side, king bool, n int) error {
	what, are, them := "disc", "is", "it"
	if king {
		what = "king piece"
	}
	if n > 1 {
		what, are, them = what+"s", "are", "them"
	}
	return fmt.Errorf("the position cannot be set up: %d more %s %s %s needed than there are on the board, in the tray "+
		"and beside them; lay %s in the tray's slots", n, colour(side), what, are, them)
}

// What makes a slot unwelcome is reckoned in time, as if it took so much longer.
const (
	otherColourPenalty = 60 * time.Second // the disc lies on the other colour, or may come to
	spareSlotPenalty   = 10 * time.Second // in a slot for spare discs
	emptySquarePenalty = 100 * time.Hour  // a square that is wanted is left empty
	forbiddenPenalty   = 10000 * time.Hour
)

// cheapest is the jobs that take the least time in all: those of all discs that must move, and of those from the tray
// that are needed.
func (a *arrangement) cheapest(moving, stored []lying, open []lying) ([]job, error) {
	discs := append(slices.Clone(moving), stored...)
	spaces := a.spaces()
	cost := make([][]time.Duration, len(discs))
	for i, d := range discs {
		row := make([]time.Duration, 0, len(open)+len(spaces)+len(stored))
		for _, w := range open {
			row = append(row, a.price(d, w.at, w.level, d.side == w.side && d.king == w.king)-emptySquarePenalty)
		}
		for _, s := range spaces {
			row = append(row, a.price(d, s.at, s.level, s.takes(a.table, d))+s.unwelcome(a.table, d))
		}
		for k := range stored {
			stays := forbiddenPenalty
			if i == len(moving)+k {
				stays = 0
			}
			row = append(row, stays)
		}
		cost[i] = row
	}
	if len(discs) == 0 {
		return nil, nil
	}
	if len(cost[0]) < len(discs) {
		return nil, fmt.Errorf("the position cannot be set up: the tray has too little room for what is left over: take " +
			"some discs off it, or give it more slots or a larger capacity")
	}
	var jobs []job
	for i, column := range assignment(cost) {
		switch {
		case cost[i][column] >= forbiddenPenalty/2:
			return nil, a.table.errNoRoom(goal{side: discs[i].side, king: discs[i].king}, discs[i].at)
		case column < len(open):
			w := open[column]
			jobs = append(jobs, job{disc: discs[i], to: w.at, level: w.level, purpose: "sets it where it belongs"})
		case column < len(open)+len(spaces):
			purpose := "takes it off the board"
			if discs[i].at.Slot != 0 {
				purpose = "makes way for the disc below it"
			}
			jobs = append(jobs, job{disc: discs[i], to: spaces[column-len(open)].at, purpose: purpose})
		}
	}
	return jobs, nil
}

// space is room for one disc in a slot, and how many lie under it.
type space struct {
	at    Place
	level int
}

func (a *arrangement) spaces() (all []space) {
	for i, slot := range a.table.Tray.Slots {
		for level := len(slot.Holds); level < slot.Capacity; level++ {
			all = append(all, space{InSlot(i + 1), level})
		}
	}
	return all
}

func (s space) takes(t Table, d lying) bool {
	return (t.Tray.Slots[s.at.Slot-1].Kind == KingSlot) == d.king && d.at != s.at
}

func (s space) unwelcome(t Table, d lying) (cost time.Duration) {
	slot := t.Tray.Slots[s.at.Slot-1]
	if slot.Holds.mixes(d.side) || len(slot.Holds) == 0 && s.level > 0 {
		cost += otherColourPenalty
	}
	if slot.Kind == SpareSlot && len(slot.Holds) == 0 {
		cost += spareSlotPenalty
	}
	return cost
}

// price is how long it takes to carry a disc somewhere, where nothing stands in the way.
func (a *arrangement) price(d lying, to Place, level int, fits bool) time.Duration {
	if !fits {
		return forbiddenPenalty
	}
	return a.carrying(d.at, d.level+1, to, level+1)
}

// carrying is how long a disc's way takes, with grip and release, where nothing stands in the way; and the ways from
// and to the park point, where the tool leaves the picture.
func (a *arrangement) carrying(from Place, fromDiscs int, to Place, toDiscs int) time.Duration {
	m := a.Machine
	grip := a.grips(from, a.table.Offset[from.Square], fromDiscs)
	release := a.releases(to, [2]float64{}, toDiscs)
	takes := a.flat(grip, release, a.loaded, false) + m.GripSettle + m.ReleaseSettle + 2*m.Overhead
	if a.looks == LookAfterEach {
		takes += a.flat(m.Park, grip, a.empty, false) + a.flat(release, m.Park, a.empty, true)
	}
	return takes
}

// flat is how long a way takes on an empty table.
func (c *workcell) flat(from, to calibration.ArmPoint, b body, parks bool) time.Duration {
	return c.Machine.crossing(from, to, c.surface(from, to, b), parks)
}
