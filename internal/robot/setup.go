package robot

import (
	"context"
	"errors"
	"slices"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
	"draughtsman/planner"
	"draughtsman/vision"
	"draughtsman/vision/moves"
)

const (
	// mostSetUps is how often a new game is planned and carried out, until it is left to the human. What is cut short
	// because somebody changes the table counts apart.
	mostSetUps, mostCutShort = 3, 24
	// spareDiscsWait is how long a human may leave the board as it is who was asked for discs that are not needed,
	// until spare ones are used.
	spareDiscsWait = 30 * time.Second
)

// aim is a position that the arm is to make of whatever stands on the table.
type aim struct {
	position checkers.Position
	task     sentence.Text // "Takes back 2 moves"
	purpose  sentence.Text // "set up a new game"
	// otherwise is what people are asked for where the arm cannot do it, without a full stop.
	otherwise sentence.Text
}

// opening is the aim of who sets a game up.
func opening(position checkers.Position) aim {
	otherwise := sentence.Say("Please set it up")
	if position.IsStart() {
		return aim{position, sentence.Say("Sets up a new game"), sentence.Say("set up a new game"), otherwise}
	}
	return aim{position, sentence.Say("Sets up the position"), sentence.Say("set up the position"), otherwise}
}

// setUp has the arm make a position of whatever stands on the squares and lies in the tray. What it lacks for that it
// asks for. It returns as soon as the table shows the position, or a move of the human's from there; and when all it
// could do has not led there. Where the pieces stand ready before the arm has done anything, the tray is as given.
func (w *work) setUp(ctx context.Context, to aim, untouched planner.Tray) error {
	var asked moves.Picture // what was seen when something was asked for
	var since time.Time
	var said sentence.Text
	for done, changes := 0, 0; done < mostSetUps && changes < mostCutShort; {
		sighting, picture, err := w.eyes.still(ctx)
		if err != nil {
			return err
		}
		waited := said != (sentence.Text{}) && picture == asked
		if waited && sighting.Time.Sub(since) < spareDiscsWait {
			continue
		}
		survey, err := w.eyes.survey(ctx, w.table.Tray, w.table.Tray, true)
		if err != nil {
			return err
		}
		if !moves.Compare(survey.Sighting, picture, w.moves).Shown {
			continue // somebody has reached out meanwhile
		}
		now := standing(w.layout, w.table, picture, survey)
		if w.ready(to.position, now, picture) {
			if done+changes == 0 {
				w.table = planner.Table{Position: to.position, Tray: untouched}
			}
			return nil
		}
		plan, ask := to.plan(w.setup, w.tray, now, waited)
		if ask.Text != (sentence.Text{}) {
			if asked, since = picture, sighting.Time; ask.Text != said {
				said = ask.Text
				w.tell(ask)
			}
			continue
		}
		asked, said = moves.Picture{}, sentence.Text{}
		switch err := w.arrange(ctx, plan, to.task, plan.After, w.mayStand(plan.After)[1:], true); {
		case errors.Is(err, errChanged):
			changes++
		case err != nil:
			return err
		default:
			done++
		}
	}
	return nil
}

// standing is the table as it is seen. It is as it was left for as long as nothing of that is missing; otherwise the
// colours are known, and pieces are two discs high that were, that were moved there, or that look it. In doubt they are
// taken to be: a tool that expects too high a stack grips nothing, one that expects too low a stack breaks it.
func standing(l layout, left planner.Table, picture moves.Picture, survey Survey) planner.Table {
	was, moved := l.picture(left.Position), movedKings(l, left, picture)
	known := true
	for s := range left.Position.Occupied().All() {
		known = known && picture[s] == was[s]
	}
	now := planner.Table{Position: left.Position.Set.NewPosition(left.Position.Turn), Tray: left.Tray}
	for s := range left.Position.Set.Board().All().All() {
		if picture[s] == vision.Nothing {
			continue
		}
		side, was := l.sideOf(picture[s]), left.Position.At(s)
		stays := was != checkers.Empty && was.Side() == side && !left.Single.Has(s) && (known || was.IsKing())
		looksHigh := now.Tray.Kings.Stacks() && (!known || was == checkers.Empty) && survey.Kings.Has(s)
		piece := checkers.Man(side)
		switch {
		case stays:
			piece = was
		case moved.Has(s), looksHigh:
			piece = checkers.King(side)
		}
		now.Position = now.Position.Put(s, piece)
	}
	return l.seenAt(now, survey.Sighting)
}

// movedKings are the squares to which somebody has moved kings since the table was left: as many of that side at least
// are missing as pieces have come.
func movedKings(l layout, left planner.Table, picture moves.Picture) (all checkers.Set) {
	for _, side := range []checkers.Side{checkers.Black, checkers.White} {
		var stands checkers.Set
		for s := range left.Position.Set.Board().All().All() {
			if picture[s] != vision.Nothing && l.sideOf(picture[s]) == side {
				stands |= checkers.SetOf(s)
			}
		}
		had := left.Position.Of(side)
		missing := had & left.Position.Kings &^ left.Single &^ stands
		if come := stands &^ had; come.Len() <= missing.Len() {
			all |= come
		}
	}
	return all
}

// ready reports whether a table shows a position, or a move of the human's from there. Kings count where they are two
// discs high. But where nothing is known of a game before, whoever has laid a position's pieces has laid its kings.
func (w *work) ready(position checkers.Position, now planner.Table, picture moves.Picture) bool {
	if w.table.Position.Occupied() == 0 && picture == w.picture(position) {
		return true
	}
	if now.Tray.Kings.Stacks() && now.Position.Kings.Len() != position.Kings.Len() {
		return false
	}
	return slices.Contains(w.pictures(w.mayStand(planner.Table{Position: position})), picture)
}

// plan is the plan that makes a position of what stands on the table, or what the human has to do before there can
// be one. For a new game discs that are in use and neither on the board nor in the tray are wanted back even where
// spare ones would do, unless that was in vain: men are crowned with those.
func (to aim) plan(setup planner.Setup, begins planner.Tray, now planner.Table, inVain bool) (planner.Plan, Event) {
	var missing [2]int
	needed := false
	for _, side := range []checkers.Side{checkers.Black, checkers.White} {
		want := menOf(planner.Table{Position: to.position, Tray: planner.Tray{Kings: now.Tray.Kings}}, side)
		have := menOf(now, side)
		needed = needed || have < want
		if to.position.IsStart() {
			want += menOf(planner.Table{Tray: begins}, side)
		}
		missing[side] = max(0, want-have)
	}
	if missing != [2]int{} && (needed || !inVain) {
		where := sentence.Say("they are neither there nor in the tray")
		if missing[0]+missing[1] == 1 {
			where = sentence.Say("it is neither there nor in the tray")
		}
		if !needed {
			where = sentence.Say("%s, and spare discs are used otherwise", where)
		}
		return planner.Plan{}, Event{Kind: Asking, Missing: missing, Position: to.position, Text: sentence.Say(
			"To %s, lay %s on any empty squares of the board; %s.", to.purpose, discs(missing), where)}
	}
	plan, err := planner.SetUp(setup, now, to.position, planner.LookAfterEach)
	if err != nil {
		return plan, Event{Kind: Asking, Position: to.position, Text: sentence.Say(
			"The robot cannot %s (%s). %s, or change what stands in its way.", to.purpose, err.Error(), to.otherwise)}
	}
	plan.Task = to.task.String()
	return plan, Event{}
}

// menOf is the number of a side's discs on the board and in the tray, king pieces left out.
func menOf(t planner.Table, side checkers.Side) (n int) {
	for s := range t.Position.Of(side).All() {
		if t.Tray.Kings != planner.SwapKings || !t.Position.At(s).IsKing() {
			n += t.Discs(planner.OnSquare(s))
		}
	}
	for _, slot := range t.Tray.Slots {
		for _, holds := range slot.Holds {
			if holds == side && slot.Kind != planner.KingSlot {
				n++
			}
		}
	}
	return n
}

// discs is "2 black discs and 1 white disc".
func discs(n [2]int) sentence.Text {
	var parts []sentence.Text
	switch black := n[checkers.Black]; {
	case black == 1:
		parts = append(parts, sentence.Say("1 black disc"))
	case black > 1:
		parts = append(parts, sentence.Say("%d black discs", black))
	}
	switch white := n[checkers.White]; {
	case white == 1:
		parts = append(parts, sentence.Say("1 white disc"))
	case white > 1:
		parts = append(parts, sentence.Say("%d white discs", white))
	}
	return sentence.And(parts)
}
