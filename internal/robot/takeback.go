package robot

import (
	"context"
	"slices"
	"strings"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
	"draughtsman/planner"
	"draughtsman/vision/moves"
)

// finishTakingBack waits until the table shows the position before the last moves, which the arm makes of it unless the
// human does; from then on they do not count. The error is errOtherTurn where all went well.
func (g *game) finishTakingBack(ctx context.Context, c TakeBack) error {
	played := g.record.game.Moves()
	left := len(played) - c.Plies
	earlier := g.record.game.History()[left]
	said := sentence.Say("The arm puts the pieces back as they stood before %s.", played[left])
	if c.ByHand {
		said = sentence.Say("Put the pieces back as they stood before %s; what the robot has captured since lies in the "+
			"tray.", played[left])
	}
	g.Tell(Event{Kind: TakingBack, Text: said, Moves: played[left:], Position: earlier, ByHand: c.ByHand})
	if !c.ByHand {
		back := aim{position: earlier, task: sentence.Say("Takes back %s", movesOf(c.Plies)),
			purpose:   sentence.Say("take the moves back"),
			otherwise: sentence.Say("Please put the pieces back yourself")}
		if err := g.work.setUp(ctx, back, g.work.table.Tray); err != nil {
			return err
		}
	}
	if err := g.awaitPosition(ctx, earlier); err != nil {
		return err
	}
	if c.ByHand {
		tray, err := g.work.trayByHand(ctx, left)
		if err != nil {
			return err
		}
		g.work.table.Tray = tray
	}
	if err := g.record.takenBack(g.work.table); err != nil {
		return err
	}
	g.Tell(Event{Kind: TakenBack, Moves: played[left:], Position: earlier,
		Text: sentence.Say("Taken back: %s.", strings.Join(checkers.Texts(played[left:]), " "))})
	return errOtherTurn
}

// trayByHand is the tray after a human has put pieces back: slots that still look as when the table was remembered hold
// what they held, the others what they held before the moves that were taken back. In doubt they still hold it: a tool
// that expects too high a stack grips nothing, one that expects too low a stack breaks it.
func (w *work) trayByHand(ctx context.Context, ply int) (planner.Tray, error) {
	now := w.table.Tray
	before, err := w.record.earlier[ply].table(w.tray)
	if err != nil {
		return now, err
	}
	survey, err := w.eyes.survey(ctx, now, before.Tray, false)
	if err != nil || !survey.Same.Known {
		return now, err
	}
	now.Slots = slices.Clone(now.Slots)
	for i := range now.Slots {
		if !survey.Same.at(planner.InSlot(i + 1)) {
			now.Slots[i].Holds = before.Tray.Slots[i].Holds
		}
	}
	return now, nil
}

// movesOf is "1 move" or "3 moves".
func movesOf(n int) sentence.Text {
	if n == 1 {
		return sentence.Say("1 move")
	}
	return sentence.Say("%d moves", n)
}

// A human who puts the pieces as they stood some moves ago has taken these back, when that has been seen for a while.
const stillBeforeBack = 2 * time.Second

// turn watches the human's turn.
func (w *work) turn() *moves.Recorder {
	o := w.moves
	o.Undo = stillBeforeBack
	return moves.NewTurn(w.record.game, o)
}

// earlier are the positions of the human's turns before this one as they look.
func (w *work) earlier() (list []moves.Picture) {
	history := w.record.game.History()
	for plies := 2; plies <= min(moves.MostPutBack, len(history)); plies += 2 {
		list = append(list, w.picture(history[len(history)-plies]))
	}
	return list
}

// awaitTable waits until the table shows the position that the game has come to. A human whose turn it is may have
// moved already, or taken moves back.
func (g *game) awaitTable(ctx context.Context) error {
	var earlier []moves.Picture
	position := g.record.game.Position()
	if g.work.table.Position = position; position.Turn != g.Side {
		earlier = g.work.earlier()
	}
	return g.awaitPosition(ctx, position, earlier...)
}

// awaitPosition waits until the table shows a position, even if it was not the robot that made it of what stood there;
// or what a human whose turn it is may have made of it, or one of some pictures.
func (g *game) awaitPosition(ctx context.Context, p checkers.Position, also ...moves.Picture) error {
	w := g.work
	w.table.Position = p
	w.table.Single &= p.Kings
	sighting, err := w.eyes.await(ctx, append(w.pictures(w.mayStand(w.table)), also...), sentence.Text{},
		func(problem sentence.Text) { g.Tell(Event{Kind: WaitingForSetUp, Text: problem, Position: p}) })
	if err == nil {
		w.remember(sighting)
	}
	return err
}
