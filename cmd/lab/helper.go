package main

import (
	"math"
	"slices"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
	"draughtsman/internal/simulation"
	"draughtsman/internal/table"
	"draughtsman/internal/table/world"
	"draughtsman/planner"
)

// helpDelay is the time, on the table's clock, after which somebody who is asked for help helps: who has just made a
// mistake puts it right alone.
const helpDelay = 8 * time.Second

// unaskedHelpDelay is the time, on the same clock, after which a table that is not as it should be is put right
// unasked: a disc lies between the squares, or on another one, or the robot has undone a move and waits for another.
const unaskedHelpDelay = 30 * time.Second

// helper is somebody who puts right what the robot asks for.
type helper struct {
	human   checkers.Side
	layout  world.Layout
	want    *planner.Table    // nil: nothing is asked for
	missing [2]int            // discs of each side that are to be laid on squares
	wanted  checkers.Position // that is set up with them
	since   time.Duration     // when nobody's hand was there any more
	wrong   time.Duration     // since when the table has not been as it should; 0: it is
	tool    world.Point
	played  bool              // a move has been, and nothing carried since
	said    checkers.Position // after that move
	unasked int               // times that something was put right that nobody had asked for
}

// hear takes in what the robot asks for, until the game goes on.
func (h *helper) hear(e robot.Event, t *table.Table) {
	want, missing, wanted, played, said := h.want, h.missing, h.wanted, h.played, h.said
	switch {
	case e.Kind == robot.Asking:
		missing, wanted = e.Missing, e.Position
	case e.Want != nil:
		want = e.Want
	case e.Step > 0:
		want, missing, played = nil, [2]int{}, false
	case e.Kind == robot.Played:
		want, played, said = nil, true, e.Position
	}
	layout := t.Layout()
	t.Do(func(s *world.State) {
		h.want, h.missing, h.wanted, h.played, h.said = want, missing, wanted, played, said
		h.layout, h.since = layout, s.Now
	})
}

// look helps when it is time.
func (h *helper) look(s *world.State) {
	if s.Hand.Visible || s.Hand.Held != world.NoDisc {
		h.since = s.Now
	}
	if h.want != nil && s.Now-h.since > helpDelay {
		simulation.PutRight(s, h.layout, *h.want)
		h.since = s.Now
	}
	if h.missing != [2]int{} && s.Now-h.since > helpDelay {
		for i, at := range simulation.LaidPlaces(s, h.layout, h.missing, h.wanted) {
			s.Discs[i].At = at
		}
		h.missing = [2]int{}
	}
	if should := h.should(s); h.surprised(s, should) {
		simulation.PutRight(s, h.layout, planner.Table{Position: should})
		h.wrong, h.unasked = 0, h.unasked+1
	}
}

// should is the position in which the pieces should stand: the game's; or the one after the robot's move,
// where the robot says that it has made it and the game has not seen it.
func (h *helper) should(s *world.State) checkers.Position {
	for _, m := range s.Game.Moves() {
		if h.played && s.Game.Play(m) == h.said {
			return h.said
		}
	}
	return s.Game
}

// surprised reports that for long nothing has moved at a table that is not as it should be, where it is the human's
// turn or the robot has said that it is.
func (h *helper) surprised(s *world.State, should checkers.Position) bool {
	still := s.Tool.At == h.tool && s.Tool.Held == world.NoDisc && !s.Hand.Visible
	h.tool = s.Tool.At
	if h.layout.Square == 0 || !still || s.Game.Turn != h.human && !h.played || h.asked() {
		h.wrong = 0
		return false
	}
	stands, sound := h.layout.Position(s)
	switch {
	case sound && !h.isSloppy(s) && stands.Black == should.Black && stands.White == should.White &&
		stands.Kings&^should.Kings == 0:
		h.wrong = 0
	case h.wrong == 0:
		h.wrong = s.Now
	}
	return h.wrong != 0 && s.Now-h.wrong > unaskedHelpDelay
}

// asked reports whether the robot waits for help.
func (h *helper) asked() bool { return h.want != nil || h.missing != [2]int{} }

// isSloppy reports whether a disc stands so far off its square's middle that somebody minds.
func (h *helper) isSloppy(s *world.State) bool {
	return slices.ContainsFunc(s.Discs, func(d world.Disc) bool {
		square, on := h.layout.SquareAt(d.At)
		if !on || square == 0 {
			return false
		}
		c := h.layout.Centre(square)
		return math.Hypot(d.At.X-c.X, d.At.Y-c.Y) > simulation.NearlyCentredSquares*h.layout.Square
	})
}
