package robot

import (
	"context"
	"errors"
	"slices"

	"draughtsman/arm"
	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/planner"
	"draughtsman/vision"
	"draughtsman/vision/follow"
)

// How much is tried for one transfer.
const (
	mostMends   = 6   // discs brought where they belong, until the human is asked
	mostMisses  = 2   // of those, times that a disc was not lifted from one place
	mostChanges = 10  // times that the table changes before something is put right
	mostHomings = 4   // after faults of the arm, until the game ends
	lowerMM     = 0.4 // that the tip goes down farther where it has missed
)

// Recoverable tells whether an arm that failed so can be homed and go on: it is
// known then where the tool is, and the camera says what became of the table.
func Recoverable(err error) bool {
	return arm.NeedsHoming(err) || errors.Is(err, arm.ErrDisconnected) || errors.Is(err, arm.ErrRejected)
}

// errand is a transfer on its way, with what goes wrong.
type errand struct {
	*game
	transfer planner.Transfer
	after    planner.Table
	replies  []planner.Table // what the table may be at once, because a quick human has answered
	last     bool            // the game is over with it, and a quick human clears the table

	stood [checkers.Squares + 1][2]float64 // where pieces stood before, mm off the middles of their squares
	// where discs were, likewise, that were set in the middle; once is enough
	straightened map[checkers.Square][2]float64

	mayHold bool // the tool may hold the disc of work.doing
	resumed bool // by a process that does not remember the table as it was before
	late    bool // the table is remembered as it was when the disc had left its place, if it had
	faulty  bool // the arm has failed in the last try
	mends   int
	changes int // times that the table has changed before something was put right
	homings int
	misses  map[planner.Place]int    // by where a disc was not lifted
	fetched []calibration.BoardPoint // where discs were taken for strays
}

// carry makes one transfer and looks whether it came about. What went wrong is
// put right: by the robot if it can, otherwise by the human. It goes on with
// one that was interrupted.
func (g *game) carry(ctx context.Context, t planner.Transfer, replies []planner.Table, last bool) error {
	if t.From.Square != 0 {
		// A king's lower disc need not stand where the upper one, now gone, was seen.
		t.FromOffset = g.table.Offset[t.From.Square]
	}
	after, err := g.table.Apply(t)
	if err != nil {
		return err
	}
	e := &errand{
		game: g, transfer: t, after: after, replies: replies, last: last, stood: g.table.Offset,
		straightened: map[checkers.Square][2]float64{}, misses: map[planner.Place]int{},
	}
	if g.work.doing != nil {
		e.mayHold, e.resumed = g.work.doing.mayHold(), true
		return e.finish(ctx)
	}
	if err := e.awaitFree(ctx); err != nil {
		return err
	}
	e.Eye.Remember()
	if err := e.try(ctx, chore{transfer: t, table: e.table}); err != nil {
		return err
	}
	return e.finish(ctx)
}

// finish looks and puts right until the table is as it should be.
func (e *errand) finish(ctx context.Context) error {
	for {
		seen, err := e.look(ctx)
		if err != nil {
			return err
		}
		mend := e.mend
		unsure := e.mayHold && unseeable(e.work.doing.transfer)
		if seen.fine && !unsure {
			if seen.aside = e.askew(seen); seen.aside == 0 {
				e.leave(seen.sighting)
				return nil
			}
			mend = e.straighten
		}
		switch changed, err := e.changed(ctx, seen); {
		case err != nil:
			return err
		case changed:
			continue
		}
		next, said, ok := mend(seen)
		if e.mends++; !ok || e.mends > mostMends {
			switch {
			case seen.cleared:
				e.table = e.after
				return nil
			case !seen.match.Shown && e.answer(seen.sighting) < 0:
				return e.askHuman(ctx, seen)
			}
			e.tellUnseen()
			e.leave(seen.sighting)
			return nil
		}
		if said != "" {
			e.Tell(Repairing{Message: said})
		}
		if e.resumed && next.held && !e.late {
			e.late = true
			e.Eye.Remember()
		}
		if err := e.try(ctx, next); err != nil {
			return err
		}
	}
}

// changed reports whether the table no longer shows what was seen, perhaps since
// somebody is answering: the arm must not come in between, nor the answer be asked to
// be undone. What flickers is put up with.
func (e *errand) changed(ctx context.Context, s seen) (bool, error) {
	now, err := e.Eye.Look(ctx)
	if err != nil || e.changes == mostChanges {
		return false, err
	}
	now.Obstructed = false // by what lies still, if by anything
	if !now.Moving && slices.Equal(follow.Compare(now, e.picture(e.after.Position), e.Follow).Differences,
		s.match.Differences) {
		return false, nil
	}
	e.changes++
	return true, nil
}

// try does a chore. A fault of the arm that homing mends is no error; what
// became of the table remains to be seen.
func (e *errand) try(ctx context.Context, c chore) error {
	err := e.do(ctx, c)
	e.faulty = err != nil
	e.mayHold = err != nil && e.work.doing != nil && e.work.doing.mayHold()
	for err != nil {
		if ctx.Err() != nil || !Recoverable(err) || e.homings == mostHomings {
			return err
		}
		e.homings++
		e.Tell(Recovering{Err: err})
		unmoved := errors.Is(err, errUnmoved)
		if err = e.Home(ctx); err == nil && unmoved {
			err = e.wasItTheArm(ctx)
		}
	}
	return nil
}

// wasItTheArm looks whether what was taken for a hand is still there when the arm has
// gone home; if not, it was the arm.
func (e *errand) wasItTheArm(ctx context.Context) error {
	sighting, err := e.Eye.Look(ctx)
	if err == nil && !sighting.Obstructed {
		e.mistaken()
	}
	return err
}

// askHuman says what is wrong and waits until it has been put right. Somebody who has
// answered meanwhile is not asked to undo the answer.
func (e *errand) askHuman(ctx context.Context, seen seen) error {
	should, match := e.should(seen)
	if should.Position != e.after.Position && len(match.Differences) == 0 { // and nothing is surely otherwise
		if e.blind() {
			e.tellUnseen()
		}
		e.table = should
		e.remember(seen.sighting)
		return nil
	}
	e.Tell(Repairing{Message: match.Text + " Please put it right; the game then goes on.", Want: &should})
	wanted := append([]follow.Picture{e.picture(e.after.Position)}, e.pictures(e.replies)...)
	sighting, err := e.await(ctx, wanted, match.Text, func(problem string) { e.Tell(Repairing{Message: problem}) })
	if err != nil {
		return err
	}
	e.leave(sighting)
	return nil
}

// leave takes the table for what it shows: what the transfer has made of it, or an
// answer to that.
func (e *errand) leave(s vision.Sighting) {
	e.table = e.after
	if i := e.answer(s); i >= 0 {
		e.table = e.replies[i]
	}
	e.remember(s)
}

// tellUnseen says what seems to be wrong with a table that shows the right colours. Heights are
// harder to see than those: it may well be right.
func (e *errand) tellUnseen() {
	t := e.transfer
	unseen := "The disc on " + t.To.String() + " seems not to be in its middle."
	switch {
	case t.To.Slot != 0:
		unseen = "The disc for " + t.To.String() + " seems not to have got there."
	case t.ToLevel > 0:
		unseen = "The piece on " + t.To.String() + " should be a king, and no second disc seems to lie on it."
	}
	e.Tell(Repairing{Message: unseen + " If it is so, please put it right; the game goes on."})
}

// unseeable reports whether the colours on the squares do not tell that a
// transfer's disc has arrived.
func unseeable(t planner.Transfer) bool { return t.To.Slot != 0 || t.ToLevel > 0 }
