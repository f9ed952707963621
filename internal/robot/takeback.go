package robot

import (
	"context"
	"slices"
	"strings"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
	"draughtsman/planner"
	"draughtsman/vision"
	"draughtsman/vision/moves"
)

// takeBack takes the last moves back: the arm puts the pieces as they stood, or the human does.
func (g *game) takeBack(ctx context.Context, o Order, c TakeBack, position checkers.Position) error {
	switch played := len(g.record.Moves()); {
	case played == 0:
		return &Refusal{sentence.Say("No move has been made that could be taken back.")}
	case c.Plies < 1 || c.Plies > played:
		return &Refusal{sentence.Say("1 to %d moves can be taken back, not %d.", played, c.Plies)}
	}
	if c.ByHand {
		g.Eye.Remember()
	} else {
		verdict, sighting, err := g.settled(ctx, position)
		if err != nil {
			return err
		}
		now, why := g.halfway(position, verdict, sighting)
		if why != (sentence.Text{}) {
			return &Refusal{why}
		}
		g.table = now
	}
	return g.takeBackNow(ctx, o, c)
}

// takeBackNow writes down that moves are taken back, and has it done.
func (g *game) takeBackNow(ctx context.Context, o Order, c TakeBack) error {
	if err := g.Log.Append(Entry{What: GoingBack, Plies: c.Plies, ByHand: c.ByHand, Stood: stood(g.table)}); err != nil {
		return err
	}
	o.accepted()
	return g.finishTakingBack(ctx, c)
}

// finishTakingBack waits until the table shows the position before the last moves, which the arm makes of it unless the
// human does; from then on they do not count. The error is errOtherTurn where all went well.
func (g *game) finishTakingBack(ctx context.Context, c TakeBack) error {
	played := g.record.Moves()
	left := len(played) - c.Plies
	earlier := g.record.History()[left]
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
		if err := g.setUp(ctx, back, g.table.Tray); err != nil {
			return err
		}
	}
	now := g.table
	now.Position = earlier
	now.Single &= earlier.Kings
	wanted := []moves.Picture{g.picture(earlier)}
	if earlier.Turn != g.Side {
		wanted = append(wanted, g.pictures(answers(now))...)
	}
	sighting, err := g.await(ctx, wanted, sentence.Text{}, func(problem sentence.Text) {
		g.Tell(Event{Kind: WaitingForSetUp, Text: problem, Position: earlier})
	})
	if err != nil {
		return err
	}
	if c.ByHand {
		if now.Tray, err = g.trayByHand(ctx, left); err != nil {
			return err
		}
	}
	if g.table = now; moves.Compare(sighting, wanted[0], g.Moves).Shown {
		g.remember(sighting)
	}
	if err := g.Log.Append(Entry{What: TookBack, Stood: stood(g.table)}); err != nil {
		return err
	}
	for range c.Plies {
		g.record.Undo()
	}
	g.earlier = g.earlier[:left]
	if err := g.Journal.Undo(g.paper()); err != nil {
		return err
	}
	g.Tell(Event{Kind: TakenBack, Moves: played[left:], Position: earlier,
		Text: sentence.Say("Taken back: %s.", strings.Join(checkers.Texts(played[left:]), " "))})
	return errOtherTurn
}

// trayByHand is the tray after a human has put pieces back: slots that still look as when the table was remembered hold
// what they held, the others what they held before the moves that were taken back. In doubt they still hold it: a tool
// that expects too high a stack grips nothing, one that expects too low a stack breaks it.
func (g *game) trayByHand(ctx context.Context, ply int) (planner.Tray, error) {
	now := g.table.Tray
	before, err := g.earlier[ply].table(g.Tray)
	if err != nil {
		return now, err
	}
	survey, err := g.survey(ctx, now, before.Tray, false)
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
const (
	mostPutBack     = 6               // plies, of both sides
	stillBeforeBack = 2 * time.Second // that the table shows them taken back
)

// rewinding recognises that a human puts the pieces as they stood some of its turns ago.
type rewinding struct {
	earlier map[int]moves.Picture // by plies to be taken back
	options moves.Options
	plies   int       // that the last picture shows taken back; 0: none
	since   time.Time // it does
}

// rewinding looks out for the positions of the human's turns before this one. One that looks like what a move may lead
// to is left out.
func (g *game) rewinding() *rewinding {
	r := &rewinding{earlier: map[int]moves.Picture{}, options: g.Moves}
	likely := g.pictures(append(answers(g.table), g.table))
	history := g.record.History()
	for plies := 2; plies <= min(mostPutBack, len(history)); plies += 2 {
		if p := g.picture(history[len(history)-plies]); !slices.Contains(likely, p) {
			r.earlier[plies] = p
		}
	}
	return r
}

// observe returns how many plies the human has taken back; 0 where none, or not yet surely.
func (r *rewinding) observe(s vision.Sighting) int {
	now := 0
	for plies, picture := range r.earlier {
		if moves.Compare(s, picture, r.options).Shown && (now == 0 || plies < now) {
			now = plies
		}
	}
	if now == 0 || now != r.plies {
		r.plies, r.since = now, s.Time
		return 0
	}
	if s.Time.Sub(r.since) < stillBeforeBack {
		return 0
	}
	return now
}
