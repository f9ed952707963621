package robot

import (
	"context"
	"errors"
	"slices"

	"draughtsman/arm"
	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
	"draughtsman/planner"
	"draughtsman/vision"
	"draughtsman/vision/moves"
)

// Bounds of what is tried for one transfer.
const (
	mostRemedies = 6   // until the human is asked
	mostMisses   = 2   // of those, times that a disc was not lifted from one place
	mostChanges  = 10  // times that the table changes before something is put right
	mostHomings  = 4   // after faults of the arm, until the game ends
	lowerMM      = 0.4 // that the tip goes down farther where it has missed
)

// Recoverable reports whether an arm that failed so can be homed and go on: it is known then where the tool is, and the
// camera says what became of the table.
func Recoverable(err error) bool {
	return arm.NeedsHoming(err) || errors.Is(err, arm.ErrDisconnected) || errors.Is(err, arm.ErrRejected)
}

// errChanged says that the table no longer looks as it did when it was decided what the arm should do.
var errChanged = errors.New("the table has changed meanwhile")

// execution is a transfer on its way. What is to be done next is decided by remedyFor; here it is done.
type execution struct {
	*game
	want    expected
	resumed bool // by a process that does not remember the table as it was before
	changes int  // times that the table has changed before something was put right
	homings int
}

// carry makes one transfer, and has what went wrong put right: by the robot if it can, otherwise by the human. It
// goes on with one that was interrupted. errChanged ends one of a task that is planned anew where the table changes.
func (g *game) carry(ctx context.Context, t planner.Transfer, replies []planner.Table, last bool) error {
	if t.From.Square != 0 {
		// A king's lower disc need not stand where the upper one, now gone, was seen.
		t.FromOffset = g.table.Offset[t.From.Square]
	}
	after, err := g.table.Apply(t)
	if err != nil {
		return err
	}
	e := &execution{game: g, want: expected{
		layout: g.layout, transfer: t, after: after, replies: replies, last: last, stood: g.table.Offset,
		tried: tried{misses: map[planner.Place]int{}, straightened: map[checkers.Square][][2]float64{}},
	}}
	if g.task.run != nil {
		e.want.held, e.resumed = g.task.mayHold(), true
		return e.finish(ctx)
	}
	switch changed, err := e.first(ctx); {
	case err != nil:
		return err
	case changed && e.task.anew:
		return errChanged
	}
	return e.finish(ctx)
}

// first makes the first attempt, as it was planned. changed is true where there was none, because somebody has changed
// the table since it was planned.
func (e *execution) first(ctx context.Context) (changed bool, err error) {
	for {
		now, err := e.awaitFree(ctx)
		if err != nil {
			return false, err
		}
		e.Eye.Remember()
		if e.changes > 0 && !e.asPlanned(now) { // and not only in the look before
			e.want.tried.faulty = true // nothing was missed
			return true, nil
		}
		err = e.try(ctx, attempt{transfer: e.want.transfer, table: e.table}, e.asPlanned)
		if !errors.Is(err, errChanged) {
			return false, err
		}
	}
}

// asPlanned reports whether a sighting shows what the transfer was planned for, or an answer of the human's that the
// arm need not wait for. What counts is where the disc is to be taken and set down; if the task can be planned anew,
// it is what somebody has laid on other squares, too.
func (e *execution) asPlanned(now vision.Sighting) bool {
	switch {
	case e.changes >= mostChanges:
		return true
	case now.Obstructed || now.Moving:
		return false
	case e.want.answer(now) >= 0:
		return true
	}
	differences := moves.Compare(now, e.picture(e.table.Position), e.Moves).Differences
	if e.task.anew && e.want.laid(differences) {
		return false
	}
	return !e.want.concerned(differences)
}

// finish looks and puts right until the table is as it should be.
func (e *execution) finish(ctx context.Context) error {
	for {
		seen, err := e.inspect(ctx)
		if err != nil {
			return err
		}
		next := remedyFor(e.want, seen)
		anew := next.kind == askHuman && e.task.anew && e.want.held == nil
		switch {
		case next.kind == noRemedy, anew && e.want.elsewhere(seen):
			e.leave(seen.sighting)
			return nil
		case anew && e.want.laid(seen.match.Differences):
			return errors.Join(e.takeTrayAsSeen(seen.survey), errChanged)
		}
		switch changed, err := e.changed(ctx, seen); {
		case err != nil:
			return err
		case changed:
			continue
		}
		e.logRemedy(next)
		if over, err := e.apply(ctx, next, seen); over || err != nil {
			return err
		}
	}
}

// apply carries a remedy out. over is true where nothing is left to be looked at.
func (e *execution) apply(ctx context.Context, r remedy, seen observed) (over bool, err error) {
	switch r.kind {
	case letClear:
		e.table = e.want.after
		return true, nil
	case askHuman:
		return true, e.askHuman(ctx, seen)
	case tellHuman:
		e.tellUnseen(seen.survey)
		e.leave(seen.sighting)
		return true, nil
	}
	e.want.tried.add(r)
	if r.said != (sentence.Text{}) {
		e.Tell(Event{Kind: Repairing, Text: r.said})
	}
	if e.resumed && r.kind == setDown && !e.want.late {
		e.want.late = true
		e.Eye.Remember()
	}
	err = e.try(ctx, r.attempt, func(now vision.Sighting) bool { return e.changes >= mostChanges || e.stays(seen, now) })
	changed := errors.Is(err, errChanged)
	if changed || e.want.tried.faulty { // the disc may lie where it lay, and need not have been missed
		e.want.tried.forget(r)
	}
	if changed {
		return false, nil // what is to be done is decided again
	}
	return false, err
}

// changed reports whether the table no longer shows what was seen, perhaps since somebody is answering: the arm must
// not come in between, nor the answer be asked to be undone. What flickers is put up with.
func (e *execution) changed(ctx context.Context, seen observed) (bool, error) {
	now, err := e.look(ctx)
	if err != nil || e.changes >= mostChanges || e.stays(seen, now) {
		return false, err
	}
	e.changes++
	return true, nil
}

// stays reports whether a sighting shows the table as it was seen.
func (e *execution) stays(seen observed, now vision.Sighting) bool {
	now.Obstructed = false // by what lies still, if by anything
	return !now.Moving && slices.Equal(moves.Compare(now, e.picture(e.want.after.Position), e.Moves).Differences,
		seen.match.Differences)
}

// try makes an attempt on a table that a sighting shows to be as it should be; otherwise the error is errChanged. A
// fault of the arm that homing mends is no error; what became of the table remains to be seen.
func (e *execution) try(ctx context.Context, a attempt, asItShould func(vision.Sighting) bool) error {
	err := e.do(ctx, a, asItShould)
	if errors.Is(err, errChanged) {
		e.changes++
		return err
	}
	e.want.tried.faulty = err != nil
	e.want.tried.made = e.want.tried.made || err == nil && !a.held && a.transfer.From == e.want.transfer.From
	e.want.held = nil
	if err != nil {
		e.want.held = e.task.mayHold()
	}
	for err != nil {
		ours := errors.Is(err, errUnmoved) || errors.Is(err, errHand) // no fault of the arm
		if ctx.Err() != nil || !Recoverable(err) || e.homings == mostHomings && !ours {
			return err
		}
		if !ours {
			e.homings++
		}
		e.Tell(recovering(err))
		err = e.recover(ctx, err)
	}
	return nil
}

// askHuman says what is wrong and waits until it has been put right. Somebody who has answered meanwhile is not asked
// to undo the answer.
func (e *execution) askHuman(ctx context.Context, seen observed) error {
	should, match := e.want.should(seen)
	if should.Position != e.want.after.Position && len(match.Differences) == 0 { // and nothing is surely otherwise
		if e.want.blind() {
			e.tellUnseen(seen.survey)
		}
		e.table = should
		e.remember(seen.sighting)
		return nil
	}
	e.Tell(Event{Kind: Repairing, Text: putRight(match), Want: &should})
	wanted := append([]moves.Picture{e.picture(e.want.after.Position)}, e.pictures(e.want.replies)...)
	sighting, err := e.await(ctx, wanted, match.Text,
		func(problem sentence.Text) { e.Tell(Event{Kind: Repairing, Text: problem}) })
	if err != nil {
		return err
	}
	stays, err := e.staysInTray(ctx)
	if err != nil {
		return err
	}
	e.leave(sighting)
	switch t := e.want.transfer; {
	case stays && e.task.anew:
		e.table.Tray, err = e.table.Tray.Put(t.From.Slot, t.Side)
		return errors.Join(err, errChanged)
	case stays:
		e.task.stayed = append(e.task.stayed, t)
	}
	return nil
}

// staysInTray reports whether the transfer's disc seems to lie in its slot still, where a person has put the table
// right: with another disc. In doubt it does: a tool that expects too high a stack grips nothing, one that expects too
// low a stack breaks it. Where the arm has tried to fetch it, without a fault, there is no such disc.
func (e *execution) staysInTray(ctx context.Context) (bool, error) {
	from := e.want.transfer.From
	if from.Slot == 0 || e.want.tried.made {
		return false, nil
	}
	s, err := e.surveyed(ctx)
	return !s.Same.Known || s.Same.at(from), err
}

// takeTrayAsSeen takes the tray for what a survey shows of a transfer that is given up: its disc has left a slot that
// has changed, and has come to one of which that may be so.
func (e *execution) takeTrayAsSeen(s Survey) (err error) {
	switch t := e.want.transfer; {
	case t.From.Slot != 0 && s.Same.Known && !s.Same.at(t.From):
		e.table.Tray, err = e.table.Tray.Take(t.From.Slot, t.Side)
	case t.To.Slot != 0 && (!s.Same.Known || !s.Same.at(t.To)):
		e.table.Tray, err = e.table.Tray.Put(t.To.Slot, t.Side)
	}
	return err
}

// leave takes the table for what a sighting shows: after the transfer, or after an answer to it.
func (e *execution) leave(s vision.Sighting) {
	e.table = e.want.after
	if i := e.want.answer(s); i >= 0 {
		e.table = e.want.replies[i]
	}
	e.remember(s)
}

// tellUnseen tells what seems to be wrong with a table whose colours are right. It may well be right: heights are
// harder to see.
func (e *execution) tellUnseen(s Survey) {
	t := e.want.transfer
	if e.want.neverThere(s) {
		e.task.absent = append(e.task.absent, t)
		e.Tell(Event{Kind: Repairing,
			Text: sentence.Say("The king on %s seems to be a single disc; the game goes on.", placeText(t.From))})
		return
	}
	unseen := sentence.Say("The disc on %s seems not to be in its middle.", placeText(t.To))
	switch {
	case t.To.Slot != 0:
		unseen = sentence.Say("The disc for %s seems not to have got there.", placeText(t.To))
	case t.ToLevel > 0:
		unseen = sentence.Say("The piece on %s should be a king, and no second disc seems to lie on it.", placeText(t.To))
	}
	e.Tell(Event{Kind: Repairing, Text: sentence.Say("%s If it is so, please put it right; the game goes on.", unseen)})
}
