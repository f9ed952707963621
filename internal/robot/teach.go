package robot

import (
	"context"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/engine"
	"draughtsman/internal/sentence"
	"draughtsman/vision/moves"
)

// teach tells the human what its last move has lost, and waits until it goes on. The error is errOtherTurn where it has
// taken the move back.
func (g *game) teach(ctx context.Context, position checkers.Position) error {
	history := g.record.game.History()
	if g.Lost == nil || g.Shows != nil || g.record.task != nil || len(history) == 0 {
		return nil
	}
	loss, err := g.Lost(ctx, g.record.game)
	if err != nil || loss == (engine.Loss{}) {
		return err
	}
	g.Tell(Event{Kind: Warned, Asks: true, Text: loss.Text(), Position: position, Move: loss.Reply})
	h := &humanTurn{g: g, w: g.work, record: g.record, position: position}
	g.work.eyes.Remember()
	shown := g.work.picture(history[len(history)-1])
	before := recogniser{wanted: []moves.Picture{shown}, options: g.work.moves, last: none}
	var since time.Time // it shows the table as it was before the move
	for {
		select {
		case order := <-g.Orders:
			if goesOn, err := h.answered(ctx, order); err != nil || goesOn {
				return err
			}
		default:
		}
		sighting, err := g.work.eyes.look(ctx)
		switch {
		case err != nil:
			return err
		case !before.observe(sighting):
			since = time.Time{}
		case since.IsZero():
			since = sighting.Time
		case sighting.Time.Sub(since) >= stillBeforeBack:
			return h.takeBackNow(ctx, Order{}, TakeBack{Plies: 1, ByHand: true})
		}
	}
}

// answered does what a warned human asks for: it goes on, or takes its move back, for which the error is errOtherTurn.
func (h *humanTurn) answered(ctx context.Context, o Order) (goesOn bool, err error) {
	switch c := o.Command.(type) {
	case GoOn:
		o.accepted()
		h.g.Tell(Event{Kind: TurnGoesOn, Robots: true, Text: Turn(h.position, true).Text, Position: h.position})
		return true, nil
	case TakeBack:
		if c.Plies%2 == 0 { // the robot has not moved yet
			c.Plies--
		}
		o.Command = c
		return false, h.obey(ctx, o)
	}
	o.refused(sentence.Say("Take your move back, or go on."))
	return false, nil
}
