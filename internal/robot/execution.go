package robot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rs/zerolog"

	"draughtsman/arm"
	"draughtsman/internal/sentence"
	"draughtsman/planner"
	"draughtsman/vision"
	"draughtsman/vision/moves"
)

// Recoverable reports whether an arm that failed so can be homed and go on: it is known then where the tool is, and the
// camera says what became of the table.
func Recoverable(err error) bool {
	return arm.NeedsHoming(err) || errors.Is(err, arm.ErrDisconnected) || errors.Is(err, arm.ErrRejected)
}

// recovering is the event that an error of the arm has it home.
func recovering(err error) Event {
	return Event{Kind: Recovering,
		Text: sentence.Say("The arm was interrupted (%s). It homes and goes on.", ProblemText(err))}
}

// errChanged says that the table no longer looks as it did when it was decided what the arm should do.
var errChanged = errors.New("the table has changed meanwhile")

// execution is a transfer on its way. What is to be done next is decided by remedyFor; here it is done.
type execution struct {
	eyes *eyes
	arm  *guardedArm
	log  Log // has each run before the arm begins it
	task *task
	step int // of the task: the transfer
	s    state
}

// carry makes the transfer, and has what went wrong put right: by the robot if it can, otherwise by the human. It
// returns what stands on the table then. errChanged ends a transfer that is planned anew where the table changes.
func (x *execution) carry(ctx context.Context) (planner.Table, error) {
	if x.task.progress[x.step] == untouched {
		if err := x.first(ctx); err != nil {
			return x.s.before, err
		}
	}
	for {
		seen, s, err := inspect(ctx, x.eyes, x.s)
		if x.s = s; err != nil {
			return s.before, err
		}
		if other := x.unlifted(seen); other != none {
			return s.before, unlifted(other)
		}
		next := remedyFor(s, seen)
		switch next.kind {
		case noRemedy:
			return s.left(seen.sighting), nil
		case planAnew:
			now, err := s.trayAsSeen(seen.survey)
			return now, errors.Join(err, errChanged)
		}
		// Somebody may be answering: the arm must not come in between, nor the answer be asked to be undone. What
		// flickers is put up with.
		switch now, err := x.eyes.look(ctx); {
		case err != nil:
			return s.before, err
		case !s.asSeen(seen, now):
			x.s.changes++
			continue
		}
		x.eyes.logRemedy(next, len(s.tried))
		switch next.kind {
		case letClear:
			return s.want.after, nil
		case askHuman:
			return x.askHuman(ctx, seen)
		case tellHuman:
			x.tellUnseen(seen.survey)
			return s.left(seen.sighting), nil
		}
		if err := x.remedy(ctx, next, seen); err != nil {
			return x.s.before, err
		}
	}
}

// unlifted is an error: another transfer that was begun has not lifted its disc.
type unlifted int

func (u unlifted) Error() string {
	return fmt.Sprintf("the disc of transfer %d was not lifted", int(u)+1)
}

// unlifted is another transfer that was begun and whose disc is surely seen where it was, or none.
func (x *execution) unlifted(seen observed) int {
	for _, other := range x.task.others(x.step, begun) {
		t := x.task.transfers[other]
		if slices.ContainsFunc(seen.match.Differences, func(d moves.Difference) bool {
			return d.Square == t.From.Square && d.Seen != vision.Nothing && x.s.want.sideOf(d.Seen) == t.Side
		}) {
			return other
		}
	}
	return none
}

// first makes the first attempt, as it was planned; none where somebody has changed the table since, which is
// errChanged if the task can be planned anew.
func (x *execution) first(ctx context.Context) error {
	for {
		now, err := x.eyes.awaitFree(ctx)
		if err != nil {
			return err
		}
		x.eyes.Remember()
		if x.s.changes > 0 && !x.s.asPlanned(now) { // and not only in the look before
			if x.s.anew {
				return errChanged
			}
			x.s.faulty = true // nothing was missed
			return nil
		}
		err = x.try(ctx, attempt{transfer: x.s.want.transfer, table: x.s.before}, x.s.asPlanned)
		if !errors.Is(err, errChanged) {
			return err
		}
	}
}

// remedy has the arm carry a remedy out, unless the table changes before: what is to be done is decided again then.
func (x *execution) remedy(ctx context.Context, r remedy, seen observed) error {
	late := x.s.late
	x.s = x.s.begun(r)
	if r.said != (sentence.Text{}) {
		x.eyes.tell(Event{Kind: Repairing, Text: r.said})
	}
	if x.s.late != late {
		x.eyes.Remember()
	}
	err := x.try(ctx, r.attempt, func(now vision.Sighting) bool { return x.s.asSeen(seen, now) })
	changed := errors.Is(err, errChanged)
	if changed || x.s.faulty {
		x.s = x.s.vain()
	}
	if changed {
		return nil
	}
	return err
}

// try makes an attempt on a table that a sighting shows to be as it should be; otherwise the error is errChanged. A
// fault of the arm that homing mends is no error; what became of the table remains to be seen.
func (x *execution) try(ctx context.Context, a attempt, asItShould func(vision.Sighting) bool) error {
	err := x.do(ctx, a, asItShould)
	if errors.Is(err, errChanged) {
		x.s.changes++
		return err
	}
	x.s = x.s.attempted(a, err != nil, x.task.run.mayHold())
	return x.recovered(ctx, err)
}

// recovered has the arm home after a fault that homing mends; nil is none.
func (x *execution) recovered(ctx context.Context, err error) error {
	for err != nil {
		ours := errors.Is(err, errUnmoved) || errors.Is(err, errHand) // no fault of the arm
		if ctx.Err() != nil || !Recoverable(err) || x.s.homings == mostHomings && !ours {
			return err
		}
		if !ours {
			x.s.homings++
		}
		x.eyes.tell(recovering(err))
		err = x.arm.recover(ctx, err)
	}
	return nil
}

// do makes an attempt's motions. The log has each run before the arm begins it. The table is looked at when the guard
// is at work already, so that whatever changes it later is seen: if it is not as it should be, the error is errChanged.
func (x *execution) do(ctx context.Context, a attempt, asItShould func(vision.Sighting) bool) error {
	a.step = x.step
	runs, err := a.runs(x.eyes.setup)
	if err != nil {
		return err
	}
	return x.send(ctx, runs, asItShould)
}

// send has the arm make runs, as do does.
func (x *execution) send(ctx context.Context, runs []run, asItShould func(vision.Sighting) bool) error {
	if err := x.arm.begin(ctx); err != nil {
		return err
	}
	switch now, err := x.eyes.look(ctx); {
	case err != nil:
		return err
	case !asItShould(now):
		return errChanged
	}
	for i, r := range runs {
		if i > 0 && x.task.progress[r.step] == untouched {
			x.eyes.carrying(x.task, r.step)
		}
		if err := x.log.Append(Entry{What: Run, Step: r.step, Phase: r.phase, Transfer: &r.transfer,
			Held: r.held}); err != nil {
			return err
		}
		if err := x.arm.move(ctx, r.steps); err != nil {
			return err
		}
		if r.phase != Taking {
			continue
		}
		if holds, err := x.arm.holds(ctx); holds || err != nil {
			if err != nil {
				return err
			}
			continue
		}
		steps, err := r.back(x.eyes.setup) // there is nothing to carry anywhere
		if err != nil {
			return err
		}
		return x.arm.move(ctx, steps)
	}
	return nil
}

// askHuman says what is wrong, waits until it has been put right, and returns what stands on the table then. Somebody
// who has answered meanwhile is not asked to undo the answer.
func (x *execution) askHuman(ctx context.Context, seen observed) (planner.Table, error) {
	w, t := x.s.want, x.s.want.transfer
	should, match := w.should(seen)
	if should.Position != w.after.Position && len(match.Differences) == 0 { // and nothing is surely otherwise
		if blind(t) && !x.s.lies(seen.survey) {
			x.tellUnseen(seen.survey)
		}
		return w.seenAt(should, seen.sighting), nil
	}
	x.eyes.tell(Event{Kind: Repairing, Text: putRight(match), Want: &should})
	wanted := append([]moves.Picture{w.picture(w.after.Position)}, w.pictures(w.replies)...)
	sighting, err := x.eyes.await(ctx, wanted, match.Text,
		func(problem sentence.Text) { x.eyes.tell(Event{Kind: Repairing, Text: problem}) })
	if err != nil {
		return x.s.before, err
	}
	stays, err := x.staysInTray(ctx)
	if err != nil {
		return x.s.before, err
	}
	now := x.s.left(sighting)
	switch {
	case stays && x.s.anew:
		now.Tray, err = now.Tray.Put(t.From.Slot, t.Side)
		return now, errors.Join(err, errChanged)
	case stays:
		x.task.stayed = append(x.task.stayed, t)
	}
	return now, nil
}

// staysInTray reports whether the transfer's disc seems to lie in its slot still, where a person has put the table
// right: with another disc. In doubt it does: a tool that expects too high a stack grips nothing, one that expects too
// low a stack breaks it. Where the arm has tried to fetch it, without a fault, there is no such disc.
func (x *execution) staysInTray(ctx context.Context) (bool, error) {
	from := x.s.want.transfer.From
	if from.Slot == 0 || x.s.made {
		return false, nil
	}
	v, err := x.eyes.surveyed(ctx, x.s)
	return !v.Same.Known || v.Same.at(from), err
}

// tellUnseen tells what seems to be wrong with a table whose colours are right. It may well be right: heights are
// harder to see.
func (x *execution) tellUnseen(v Survey) {
	t := x.s.want.transfer
	if x.s.neverThere(v) {
		x.task.absent = append(x.task.absent, t)
		x.eyes.tell(Event{Kind: Repairing,
			Text: sentence.Say("The king on %s seems to be a single disc; the game goes on.", x.eyes.place(t.From))})
		return
	}
	unseen := sentence.Say("The disc on %s seems not to be in its middle.", x.eyes.place(t.To))
	switch {
	case t.To.Slot != 0:
		unseen = sentence.Say("The disc for %s seems not to have got there.", x.eyes.place(t.To))
	case t.ToLevel > 0:
		unseen = sentence.Say("The piece on %s should be a king, and no second disc seems to lie on it.", x.eyes.place(t.To))
	}
	x.eyes.tell(Event{Kind: Repairing,
		Text: sentence.Say("%s If it is so, please put it right; the game goes on.", unseen)})
}

// carrying is the event that a transfer of a task begins, which is logged.
func (e *eyes) carrying(t *task, step int) {
	transfer := t.transfers[step]
	e.logger.Debug().Int("step", step+1).Int("steps", len(t.transfers)).EmbedObject(logged(transfer)).
		Str("purpose", transfer.Purpose).Msg("transfer")
	e.tell(Event{Kind: Carrying, Text: TransferText(e.moves.Game, transfer), Step: step + 1, Steps: len(t.transfers),
		Transfer: &transfer})
}

// logRemedy logs what follows where a transfer has not made what it should.
func (e *eyes) logRemedy(r remedy, tried int) {
	event := e.logger.Debug().Stringer("kind", r.kind).Int("tried", tried)
	if r.forArm() {
		event = event.EmbedObject(logged(r.transfer)).Float64("lower_mm", r.lower)
	}
	if r.stray != nil {
		event = event.Float64("stray_x_mm", r.stray.X).Float64("stray_y_mm", r.stray.Y)
	}
	event.Msg("remedy")
}

// logged is a transfer in the log.
type logged planner.Transfer

// MarshalZerologObject implements zerolog.LogObjectMarshaler.
func (t logged) MarshalZerologObject(e *zerolog.Event) {
	e.Str("side", strings.ToLower(t.Side.String())).Stringer("from", t.From).Stringer("to", t.To).
		Int("from_level", t.FromLevel).Int("to_level", t.ToLevel)
}

// putRight asks for what is wrong with the table to be put right.
func putRight(wrong moves.Match) sentence.Text {
	return sentence.Say("%s Please put it right; the game then goes on.", wrong.Text)
}
