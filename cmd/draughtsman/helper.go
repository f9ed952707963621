package main

import (
	"math"
	"slices"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
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

// nearlyCentredSquares is the distance off its square's middle, in squares, at which nobody minds a disc.
const nearlyCentredSquares = 1. / 3

// helper is somebody who puts right what the robot asks for.
type helper struct {
	human   checkers.Side
	layout  world.Layout
	want    *planner.Table // nil: nothing is asked for
	missing [2]int         // discs of each side that are to be laid on squares
	since   time.Duration  // when nobody's hand was there any more
	wrong   time.Duration  // since when the table has not been as it should; 0: it is
	tool    world.Point
	played  bool              // a move has been, and nothing carried since
	said    checkers.Position // after that move
	unasked int               // times that something was put right that nobody had asked for
}

// hear takes in what the robot asks for, until the game goes on.
func (h *helper) hear(e robot.Event, t *table.Table) {
	want, missing, played, said := h.want, h.missing, h.played, h.said
	switch {
	case e.Kind == robot.Asking:
		missing = e.Missing
	case e.Want != nil:
		want = e.Want
	case e.Step > 0:
		want, missing, played = nil, [2]int{}, false
	case e.Kind == robot.Played:
		want, played, said = nil, true, e.Position
	}
	layout := t.Layout()
	t.Do(func(s *world.State) {
		h.want, h.missing, h.played, h.said, h.layout, h.since = want, missing, played, said, layout, s.Now
	})
}

// look helps when it is time.
func (h *helper) look(s *world.State) {
	if s.Hand.Visible || s.Hand.Held != world.NoDisc {
		h.since = s.Now
	}
	if h.want != nil && s.Now-h.since > helpDelay {
		putRight(s, h.layout, *h.want)
		h.since = s.Now
	}
	if h.missing != [2]int{} && s.Now-h.since > helpDelay {
		for i, at := range laidPlaces(s, h.layout, h.missing) {
			s.Discs[i].At = at
		}
		h.missing = [2]int{}
	}
	if should := h.should(s); h.surprised(s, should) {
		putRight(s, h.layout, planner.Table{Position: should})
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
		return math.Hypot(d.At.X-c.X, d.At.Y-c.Y) > nearlyCentredSquares*h.layout.Square
	})
}

// putRight is what a person does who is asked to put something right.
func putRight(s *world.State, l world.Layout, want planner.Table) {
	for i, at := range rightPlaces(s, l, want) {
		s.Discs[i].At = at
	}
}

// rightPlaces is where each disc is to be for a table to be as it is wanted. What is right within a third of a square
// stays where it is. Where there are not as many discs as there should be, the tray lacks them.
func rightPlaces(s *world.State, l world.Layout, want planner.Table) []world.Point {
	type place struct {
		side checkers.Side
		at   world.Point
	}
	var wanted []place
	stack := func(at world.Point, sides ...checkers.Side) {
		for _, side := range sides {
			wanted = append(wanted, place{side, at})
			at.Z += l.DiscHeight
		}
	}
	for square := range want.Position.Occupied().All() {
		side := want.Position.At(square).Side()
		stack(l.Centre(square), slices.Repeat([]checkers.Side{side}, want.Discs(planner.OnSquare(square)))...)
	}
	for _, slot := range want.Tray.Slots {
		stack(world.Point(slot.At), slot.Holds...)
	}
	taken := make([]bool, len(s.Discs))
	nearest := func(p place, within float64) int {
		best, least := -1, within
		for i, d := range s.Discs {
			away := math.Hypot(math.Hypot(d.At.X-p.at.X, d.At.Y-p.at.Y), d.At.Z-p.at.Z)
			if !taken[i] && d.Side == p.side && away < least {
				best, least = i, away
			}
		}
		return best
	}
	goals := make([]world.Point, len(s.Discs))
	for i, d := range s.Discs {
		goals[i] = d.At
	}
	for _, within := range []float64{nearlyCentredSquares * l.Square, math.Inf(1)} {
		left := wanted[:0:0]
		for _, p := range wanted {
			i := nearest(p, within)
			if i < 0 {
				left = append(left, p)
				continue
			}
			taken[i] = true
			if within > l.Square {
				goals[i] = p.at
			}
		}
		wanted = left
	}
	for _, p := range wanted {
		if _, on := l.SquareAt(p.at); !on {
			continue
		}
		if i := uppermostBeside(s, l, goals, p.side); i >= 0 {
			goals[i] = p.at
		}
	}
	for i := range s.Discs { // whatever else lies on the board belongs to nobody
		if _, on := l.SquareAt(s.Discs[i].At); on && !taken[i] {
			goals[i] = world.Point{X: 420, Y: -300 + 40*float64(i)}
		}
	}
	return goals
}

// uppermostBeside is the disc of a side that would lie highest beside the board; -1: there is none.
func uppermostBeside(s *world.State, l world.Layout, goals []world.Point, side checkers.Side) int {
	best := -1
	for i, d := range s.Discs {
		_, on := l.SquareAt(goals[i])
		if d.Side == side && !on && (best < 0 || goals[i].Z > goals[best].Z) {
			best = i
		}
	}
	return best
}
