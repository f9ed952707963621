package robot

import (
	"context"
	"slices"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
	"draughtsman/planner"
	"draughtsman/vision"
	"draughtsman/vision/moves"
)

// move watches until the human has made a move.
func (h *humanTurn) move(ctx context.Context) (checkers.Move, error) {
	if err := h.awaitTurnOver(ctx); err != nil {
		return checkers.Move{}, err
	}
	h.w.eyes.Remember()
	follower := h.w.turn()
	var said sentence.Text
	for {
		select {
		case order := <-h.g.Orders:
			if err := h.obey(ctx, order); err != nil {
				return checkers.Move{}, err
			}
			follower, said = h.w.turn(), sentence.Text{}
		default:
		}
		sighting, err := h.w.eyes.look(ctx)
		if err != nil {
			return checkers.Move{}, err
		}
		if err := h.watch(sighting); err != nil {
			return checkers.Move{}, err
		}
		verdict := follower.Observe(sighting)
		if verdict.Kind == moves.Waiting {
			verdict.Text = YourTurn(h.position.Turn)
		}
		if verdict.Kind == moves.Accepted {
			h.w.table = h.w.table.Watch(verdict.Moves[0])
			h.w.remember(sighting)
			h.g.humanMoved = sighting.Time
			return verdict.Moves[0], h.awaitCrown(ctx, verdict.Moves[0])
		}
		if verdict.Kind == moves.TakenBack {
			return checkers.Move{}, h.takeBackNow(ctx, Order{}, TakeBack{Plies: len(verdict.Undone), ByHand: true})
		}
		if verdict.Kind != moves.Settling && verdict.Text != said {
			said = verdict.Text
			h.w.tell(Event{Kind: Watching, Text: said, Asks: slices.Contains(asking, verdict.Kind)})
		}
	}
}

// asking are the verdicts about which the human has to do something.
var asking = []moves.Kind{moves.Illegal, moves.Unfinished, moves.Unclear, moves.Restored}

// crownWait is how long a new king is waited for to be crowned while nobody reaches for it.
const crownWait = 3 * time.Second

// awaitCrown waits until a new king of the human's has its crown, so that a hand that comes back with one does not
// meet the arm. Nobody has to crown it.
func (h *humanTurn) awaitCrown(ctx context.Context, move checkers.Move) error {
	if !h.position.Crowns(move) || h.w.table.Tray.Kings == planner.VirtualKings || h.g.AwaitTurnOver {
		return nil
	}
	said := false
	for {
		survey, err := h.w.eyes.survey(ctx, h.w.table.Tray, h.w.table.Tray, true)
		if err != nil || survey.Kings.Has(move.To()) {
			return err
		}
		if !said {
			said = true
			h.w.tell(Event{Kind: Watching, Asks: true,
				Text: sentence.Say("The man on square %s has become a king; crown it.", h.w.moves.Game.Name(move.To()))})
		}
		if touched, err := h.awaitTouch(ctx, survey.Sighting.Time); err != nil || !touched {
			return err
		}
	}
}

// awaitTouch waits until somebody has reached for the table and left it as the game has it. It is false when nobody
// has for crownWait.
func (h *humanTurn) awaitTouch(ctx context.Context, since time.Time) (touched bool, err error) {
	table := recogniser{wanted: []moves.Picture{h.w.picture(h.w.table.Position)}, options: h.w.moves, last: none}
	left := false
	sighting, err := h.w.eyes.until(ctx, func(s vision.Sighting) bool {
		if s.Obstructed || s.Moving {
			touched, since = true, s.Time
		}
		left = table.observe(s) && touched
		return left || s.Time.Sub(since) >= crownWait
	})
	if left && err == nil {
		h.w.remember(sighting)
	}
	return left, err
}

// awaitTurnOver waits until the human says that its turn is over, and obeys commands until then. Where the robot sees
// that for itself it returns at once.
func (h *humanTurn) awaitTurnOver(ctx context.Context) error {
	if !h.g.AwaitTurnOver {
		return nil
	}
	select {
	case order := <-h.g.Orders: // that was given before the turn began
		if (order.Command != TurnOver{}) {
			if err := h.obey(ctx, order); err != nil {
				return err
			}
		} else {
			order.refused(sentence.Say("It was not your turn yet."))
		}
	default:
	}
	spent, up := h.untilTurnOver()
	for {
		select {
		case <-up:
			return spent()
		case order := <-h.g.Orders:
			if (order.Command == TurnOver{}) {
				order.accepted()
				h.presence = presence{}
				return spent()
			}
			paused := h.presence.paused
			if err := h.obey(ctx, order); err != nil {
				return err
			}
			if h.presence.paused != paused {
				if err := spent(); err != nil {
					return err
				}
				spent, up = h.untilTurnOver()
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// watch lets the human's time pass up to a picture. The error is errOtherTurn where none is left.
func (h *humanTurn) watch(s vision.Sighting) error {
	p := &h.presence
	passed := s.Time.Sub(p.last)
	if p.last.IsZero() {
		passed, p.stirs = 0, s.Time
	}
	p.last = s.Time
	stirs := s.Moving || s.Obstructed
	switch {
	case stirs && p.paused:
		p.stirs, p.paused = s.Time, false
		h.w.tell(goesOn(h.position))
	case stirs:
		p.stirs = s.Time
	case p.paused:
		return nil
	case h.g.AwayAfter > 0 && s.Time.Sub(p.stirs) >= h.g.AwayAfter:
		p.paused = true
		h.w.tell(Event{Kind: Paused,
			Text: sentence.Say("Nothing has moved for a while: the game pauses until something does.")})
	}
	if !h.record.clocks.runs() || p.paused {
		return nil
	}
	side := h.position.Turn
	h.record.clocks.left[side] -= passed
	if err := h.record.timeUp(side); err != nil {
		return err
	}
	if low := h.record.clocks.low(side); low > 0 {
		h.w.tell(Event{Kind: TimeIsShort, Side: &side, Time: low,
			Text: sentence.Say("%s has %v left.", SideText(side), low)})
	}
	return nil
}

// untilTurnOver lets the human's time pass where no picture is looked at until it says that its turn is over: spent
// takes off what has passed since then, and up is sent to when none is left. In a pause none passes.
func (h *humanTurn) untilTurnOver() (spent func() error, up <-chan time.Time) {
	if !h.record.clocks.runs() || h.presence.paused {
		return func() error { return nil }, nil
	}
	side, began := h.position.Turn, h.g.Now()
	spent = func() error {
		h.record.clocks.left[side] -= h.g.Now().Sub(began)
		return h.record.timeUp(side)
	}
	return spent, time.After(h.record.clocks.left[side])
}
