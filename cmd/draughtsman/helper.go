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

// patience is for how long, on the table's clock, somebody who is asked for help
// looks on before helping: who has just made a mistake puts it right alone.
const patience = 8 * time.Second

// surprise is for how long, on the same clock, the human whose turn it is looks at
// a table that is not as the game has it, or anybody at a disc that lies between the squares,
// until it is put right unasked.
const surprise = 30 * time.Second

// helper is somebody who puts right what the robot asks for.
type helper struct {
	human   checkers.Side
	layout  world.Layout
	want    *planner.Table // nil: nothing is asked for
	since   time.Duration  // when nobody's hand was there any more
	wrong   time.Duration  // since when the table has not been as it should; 0: it is
	tool    world.Point
	played  bool // a move has been, and nothing carried since
	unasked int  // times that something was put right that nobody had asked for
}

// hear takes in what the robot asks for, until the game goes on.
func (h *helper) hear(e robot.Event, t *table.Table) {
	want, played := h.want, h.played
	switch e := e.(type) {
	case robot.Repairing:
		if e.Want != nil {
			want = e.Want
		}
	case robot.Carrying:
		want, played = nil, false
	case robot.Played:
		want, played = nil, true
	}
	layout := t.Layout()
	t.Do(func(s *world.State) { h.want, h.played, h.layout, h.since = want, played, layout, s.Now })
}

// look helps when it is time.
func (h *helper) look(s *world.State) {
	if s.Hand.Visible || s.Hand.Held != world.NoDisc {
		h.since = s.Now
	}
	if h.want != nil && s.Now-h.since > patience {
		putRight(s, h.layout, *h.want)
		h.since = s.Now
	}
	if h.surprised(s) {
		if s.Game.Turn == h.human {
			putRight(s, h.layout, planner.Table{Position: s.Game})
		} else {
			nudge(s, h.layout)
		}
		h.wrong, h.unasked = 0, h.unasked+1
	}
}

// surprised reports that for long nothing has moved at a table that on the human's turn is
// not as the game has it, or where the robot says that it has moved and something lies between the
// squares, so that it does not seem to have.
func (h *helper) surprised(s *world.State) bool {
	still := s.Tool.At == h.tool && s.Tool.Held == world.NoDisc && !s.Hand.Visible
	h.tool = s.Tool.At
	if h.layout.Square == 0 || !still || s.Game.Turn != h.human && !h.played || h.want != nil {
		h.wrong = 0
		return false
	}
	stands, sound := h.layout.Position(s)
	switch {
	case sound && (s.Game.Turn != h.human || stands.Black == s.Game.Black && stands.White == s.Game.White):
		h.wrong = 0
	case h.wrong == 0:
		h.wrong = s.Now
	}
	return h.wrong != 0 && s.Now-h.wrong > surprise
}

// nudge sets what lies between the squares on the nearest one that is empty.
func nudge(s *world.State, l world.Layout) {
	for i, d := range s.Discs {
		if square, on := l.SquareAt(d.At); !on || square != 0 {
			continue
		}
		stands, _ := l.Position(s)
		best, least := checkers.Square(0), math.Inf(1)
		for square := checkers.Square(1); square <= checkers.Squares; square++ {
			c := l.Centre(square)
			if away := math.Hypot(c.X-d.At.X, c.Y-d.At.Y); away < least && stands.At(square) == checkers.Empty {
				best, least = square, away
			}
		}
		if best != 0 {
			s.Discs[i].At = l.Centre(best)
		}
	}
}

// putRight is what a person does who is asked to.
func putRight(s *world.State, l world.Layout, want planner.Table) {
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
	goals := map[int]world.Point{}
	for _, within := range []float64{l.Square / 3, math.Inf(1)} {
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
	for i := range s.Discs { // whatever else lies on the board belongs to nobody
		if _, on := l.SquareAt(s.Discs[i].At); on && !taken[i] {
			goals[i] = world.Point{X: 420, Y: -300 + 40*float64(i)}
		}
	}
	for i, at := range goals {
		s.Discs[i].At = at
	}
}
