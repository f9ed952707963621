package simulation

import (
	"slices"

	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
	"draughtsman/internal/table"
	"draughtsman/internal/table/human"
	"draughtsman/internal/table/world"
)

// Hand is the hand at a simulated table of somebody who plays from elsewhere. It makes the moves that it is told, and
// does what the robot asks of people: it sets positions up, takes moves back, brings discs that are missing and puts
// right what has gone wrong. It knows of the game what the robot says of it.
type Hand struct {
	table *table.Table

	// What follows is read and changed under the world's lock.
	side  checkers.Side
	deed  *human.Deed        // what it is to do next; nil: nothing
	asked *checkers.Position // to be set up when it is free, if it does not stand by then; nil: nothing
	moved bool               // it was told a move in this turn
	plies int                // on record
	turns map[int]turnOfGame // the game's so far, by the plies before them
	back  *turnOfGame        // to which moves are being taken back; nil: none are
}

// NewHand is one that plays a side, at no table yet.
func NewHand(side checkers.Side) *Hand { return &Hand{side: side, turns: map[int]turnOfGame{}} }

// Sit has the hand be at a table.
func (h *Hand) Sit(at *table.Table) { h.table = at }

// turnOfGame is how the table stood when a turn began.
type turnOfGame struct {
	position checkers.Position
	places   []world.Point // of each disc
}

// Next is what the hand of a human.Human does next.
func (h *Hand) Next(s *world.State) *human.Deed {
	if asked := h.asked; asked != nil && h.deed == nil && !willDo(s, h.table.Layout(), *asked) {
		h.setUp(*asked)
	}
	deed := h.deed
	h.deed, h.asked = nil, nil
	return deed
}

// willDo reports whether what stands is the position that is waited for, or one to which a move leads from there.
func willDo(s *world.State, l world.Layout, p checkers.Position) bool {
	stands, sound := l.Position(s)
	shows := func(p checkers.Position) bool { return sound && stands.Black == p.Black && stands.White == p.White }
	return shows(p) && stands.Kings == p.Kings ||
		slices.ContainsFunc(p.Moves(), func(m checkers.Move) bool { return shows(p.Play(m)) })
}

// Move implements service.Hand.
func (h *Hand) Move(at checkers.Position, move checkers.Move) (err error) {
	h.table.Do(func(s *world.State) {
		switch {
		case h.deed != nil, h.moved && s.Hand.AtWork:
			err = &robot.Refusal{Why: sentence.Say("The hand is at work already: wait until it has done.")}
		case s.Game != at:
			err = &robot.Refusal{Why: sentence.Say("The move is made already: wait until the robot has seen it.")}
		default:
			h.deed, h.moved = &human.Deed{Side: at.Turn, Move: &move}, true
		}
	})
	return err
}

// hear takes in what the robot says of the game, and has the hand do what it asks for.
func (h *Hand) hear(e robot.Event) {
	layout := h.table.Layout()
	h.table.Do(func(s *world.State) {
		switch e.Kind {
		case robot.GameStarted, robot.Resumed:
			if h.side, h.plies = e.Side.Opponent(), len(e.Moves); e.Kind == robot.GameStarted {
				h.turns = map[int]turnOfGame{}
			}
			h.stands(s, e.Position)
		case robot.TurnStarted:
			h.stands(s, e.Position)
			h.turns[h.plies] = turnOfGame{e.Position, placesOf(s)}
		case robot.Played:
			h.plies++
		case robot.TakingBack:
			h.deed, h.back = nil, h.earlier(e.Position, h.plies-len(e.Moves))
			if e.ByHand {
				h.setUp(e.Position)
			}
		case robot.TakenBack:
			h.plies -= len(e.Moves)
			h.stands(s, e.Position)
		case robot.WaitingForSetUp:
			switch {
			case h.deed != nil:
			case s.Hand.AtWork:
				h.asked = &e.Position
			default:
				h.setUp(e.Position)
			}
		case robot.Asking:
			laid := LaidPlaces(s, layout, e.Missing, e.Position)
			if h.deed = (&human.Deed{Side: h.side, Places: laid}); e.Missing == [2]int{} {
				h.setUp(e.Position)
			}
		}
		if e.Want != nil {
			h.deed = &human.Deed{Side: h.side, Places: rightPlaces(s, layout, *e.Want)}
		}
	})
}

// stands has the game go on from a position that the board shows. What the hand was to do before is done with.
func (h *Hand) stands(s *world.State, p checkers.Position) {
	s.Game, s.GivenUp = p, false
	h.deed, h.asked, h.moved, h.back = nil, nil, false, nil
}

// earlier is how the table stood when so many plies had been made, which had led to a position; nil: nobody knows.
func (h *Hand) earlier(p checkers.Position, plies int) *turnOfGame {
	turn, known := h.turns[plies]
	if !known || turn.position != p {
		return nil
	}
	return &turn
}

// setUp has the hand set a position up: just as it stood, where moves are taken back or the game goes on, so that the
// tray is as it was, too.
func (h *Hand) setUp(p checkers.Position) {
	stood := h.back
	if stood == nil && h.plies > 0 {
		stood = h.earlier(p, h.plies)
	}
	if stood != nil {
		h.deed = &human.Deed{Side: h.side, Places: stood.places}
		return
	}
	h.deed = &human.Deed{Side: h.side, SetUp: &p}
}

func placesOf(s *world.State) []world.Point {
	places := make([]world.Point, len(s.Discs))
	for i, d := range s.Discs {
		places[i] = d.At
	}
	return places
}
