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
	if position == checkers.Start() {
		return aim{position, sentence.Say("Sets up a new game"), sentence.Say("set up a new game"), otherwise}
	}
	return aim{position, sentence.Say("Sets up %s", position.FEN()), sentence.Say("set up the position"), otherwise}
}

// setUp has the arm make a position of whatever stands on the squares and lies in the tray. What it lacks for that it
// asks for. It returns as soon as the table shows the position, or a move of the human's from there; and when all it
// could do has not led there. Where the pieces stand ready before the arm has done anything, the tray is as given.
func (g *game) setUp(ctx context.Context, to aim, untouched planner.Tray) error {
	var asked moves.Picture // what was seen when something was asked for
	var since time.Time
	var said sentence.Text
	for done, changes := 0, 0; done < mostSetUps && changes < mostCutShort; {
		sighting, picture, err := g.still(ctx)
		if err != nil {
			return err
		}
		waited := said != (sentence.Text{}) && picture == asked
		if waited && sighting.Time.Sub(since) < spareDiscsWait {
			continue
		}
		survey, err := g.survey(ctx, g.table.Tray, g.table.Tray, true)
		if err != nil {
			return err
		}
		if !moves.Compare(survey.Sighting, picture, g.Moves).Shown {
			continue // somebody has reached out meanwhile
		}
		now := g.standing(picture, survey)
		if g.ready(to.position, now, picture) {
			if done+changes == 0 {
				g.table = planner.Table{Position: to.position, Tray: untouched}
			}
			return nil
		}
		plan, ask := g.planFor(to, now, waited)
		if ask.Text == (sentence.Text{}) {
			asked, said = moves.Picture{}, sentence.Text{}
			changed, err := g.make(ctx, to, plan)
			switch {
			case err != nil:
				return err
			case changed:
				changes++
			default:
				done++
			}
			continue
		}
		if asked, since = picture, sighting.Time; ask.Text != said {
			said = ask.Text
			g.Tell(ask)
		}
	}
	return nil
}

// make carries a plan for a position out, or as much of it as is possible before somebody changes the table.
func (g *game) make(ctx context.Context, to aim, plan planner.Plan) (changed bool, err error) {
	var replies []planner.Table
	if g.Side != to.position.Turn { // a quick human begins before the robot has done
		replies = answers(plan.After)
	}
	err = g.arrange(ctx, plan, to.task, plan.After, replies, true)
	if errors.Is(err, errChanged) {
		return true, nil
	}
	return false, err
}

// still waits until two looks in a row read every square alike and surely.
func (g *game) still(ctx context.Context) (vision.Sighting, moves.Picture, error) {
	var before moves.Picture
	var said sentence.Text
	sure := false
	for {
		sighting, err := g.look(ctx)
		if err != nil {
			return sighting, before, err
		}
		var picture moves.Picture
		for s := checkers.Square(1); s <= checkers.Squares; s++ {
			picture[s], _ = sighting.Odds[s].Best()
		}
		match := moves.Compare(sighting, picture, g.Moves)
		if match.Shown && sure && picture == before {
			return sighting, picture, nil
		}
		before, sure = picture, match.Shown
		if !match.Shown && !sighting.Moving && match.Text != said {
			said = match.Text
			g.Tell(Event{Kind: Watching, Text: said, Asks: !sighting.Obstructed})
		}
	}
}

// standing is the table as it is seen. It is as the last game left it for as long as nothing of that is missing;
// otherwise the colours are known, and pieces are two discs high that were, that were moved there, or that look it. In
// doubt they are taken to be: a tool that expects too high a stack grips nothing, one that expects too low a stack
// breaks it.
func (g *game) standing(picture moves.Picture, survey Survey) planner.Table {
	left, moved := g.picture(g.table.Position), g.movedKings(picture)
	known := true
	for s := range g.table.Position.Occupied().All() {
		known = known && picture[s] == left[s]
	}
	now := planner.Table{Tray: g.table.Tray}
	for s := checkers.Square(1); s <= checkers.Squares; s++ {
		if picture[s] == vision.Nothing {
			continue
		}
		side, was := g.sideOf(picture[s]), g.table.Position.At(s)
		stays := was != checkers.Empty && was.Side() == side && !g.table.Single.Has(s) && (known || was.IsKing())
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
	return g.seenAt(now, survey.Sighting)
}

// movedKings are the squares to which somebody has moved kings since the last game ended: as many of that side at
// least are missing as pieces have come.
func (g *game) movedKings(picture moves.Picture) (all checkers.Set) {
	for _, side := range []checkers.Side{checkers.Black, checkers.White} {
		var stands checkers.Set
		for s := checkers.Square(1); s <= checkers.Squares; s++ {
			if picture[s] != vision.Nothing && g.sideOf(picture[s]) == side {
				stands |= checkers.SetOf(s)
			}
		}
		had := g.table.Position.Of(side)
		missing := had & g.table.Position.Kings &^ g.table.Single &^ stands
		if come := stands &^ had; come.Len() <= missing.Len() {
			all |= come
		}
	}
	return all
}

// ready reports whether a table shows a position, or a move of the human's from there. Kings count where they are two
// discs high. But where nothing is known of a game before, whoever has laid a position's pieces has laid its kings.
func (g *game) ready(position checkers.Position, now planner.Table, picture moves.Picture) bool {
	if g.table.Position.Occupied() == 0 && picture == g.picture(position) {
		return true
	}
	if now.Tray.Kings.Stacks() && now.Position.Kings.Len() != position.Kings.Len() {
		return false
	}
	wanted := []moves.Picture{g.picture(position)}
	if g.Side != position.Turn {
		wanted = append(wanted, g.pictures(answers(planner.Table{Position: position}))...)
	}
	return slices.Contains(wanted, picture)
}

// planFor is the plan that makes a position of what stands on the table, or what the human has to do before there can
// be one. For a new game discs that are in use and neither on the board nor in the tray are wanted back even where
// spare ones would do, unless that was in vain: men are crowned with those.
func (g *game) planFor(to aim, now planner.Table, inVain bool) (planner.Plan, Event) {
	var missing [2]int
	needed := false
	for _, side := range []checkers.Side{checkers.Black, checkers.White} {
		want := menOf(planner.Table{Position: to.position, Tray: planner.Tray{Kings: now.Tray.Kings}}, side)
		have := menOf(now, side)
		needed = needed || have < want
		if to.position == checkers.Start() {
			want += menOf(planner.Table{Tray: g.Tray}, side)
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
	plan, err := planner.SetUp(g.Setup, now, to.position, planner.LookAfterEach)
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
