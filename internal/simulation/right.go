package simulation

import (
	"math"
	"slices"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/human"
	"draughtsman/internal/table/world"
	"draughtsman/planner"
)

// NearlyCentredSquares is the distance off its square's middle, in squares, at which nobody minds a disc.
const NearlyCentredSquares = 1. / 3

// PutRight is what a person does who is asked to put something right.
func PutRight(s *world.State, l world.Layout, want planner.Table) {
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
	for _, within := range []float64{NearlyCentredSquares * l.Square, math.Inf(1)} {
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

// LaidPlaces is where each disc is to be for missing ones, by side, to lie on empty squares, where they belong in a
// position that is to be set up if there is room: discs that are neither on the board nor in the tray.
func LaidPlaces(s *world.State, l world.Layout, missing [2]int, p checkers.Position) []world.Point {
	places := placesOf(s)
	aside := func(at world.Point) bool {
		_, on := l.SquareAt(at)
		return !on && !slices.ContainsFunc(l.Slots, func(slot world.Slot) bool {
			return math.Hypot(slot.At.X-at.X, slot.At.Y-at.Y) < l.DiscDiameter/2
		})
	}
	for _, side := range []checkers.Side{checkers.Black, checkers.White} {
		for square := range human.SquaresFor(side, p) {
			if slices.ContainsFunc(places, func(at world.Point) bool { stands, _ := l.SquareAt(at); return stands == square }) {
				continue
			}
			for i, d := range slices.Backward(s.Discs) { // the uppermost of a stack first
				if missing[side] > 0 && d.Side == side && aside(places[i]) {
					missing[side]--
					places[i] = l.Centre(square)
					break
				}
			}
		}
	}
	return places
}
