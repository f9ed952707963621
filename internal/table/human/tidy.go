package human

import (
	"math"
	"slices"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/world"
)

const (
	sweepTime     = 260 * time.Millisecond // the hand goes once along two rows
	lapDistanceMM = 330.0                  // mm from the board's centre: where pieces wait to be set up
)

// tidy makes the hand take all pieces off and set the start position up for the next game, with spares and reserves
// where they were at the beginning.
func (h *Human) tidy(s *world.State) {
	h.hand.side = h.options.Sides(h.number + 1)
	h.arrange(s, h.goals(s.Game.Set.Start(), s.Discs), func(s *world.State) {
		s.Game, s.GivenUp = s.Game.Set.Start(), false
		s.Note("setup")
		h.number++
		h.mind.game = checkers.NewGame(s.Game)
		h.ready = s.Now + setUpPause
	})
}

// arrange makes the hand put the discs where they belong, and has something happen then, unless that is nil.
//
// The hand goes along the board, two rows at a time; the pieces of these rows go, or come, at the end of each sweep.
// All the time it is over the board, so that nobody takes half of the work for a position of the game.
func (h *Human) arrange(s *world.State, goals []world.Point, then func(*world.State)) {
	g := h.begin(s)
	g.sweepRows(func(s *world.State, within func(world.Point) bool) {
		for i := range s.Discs {
			if within(s.Discs[i].At) && s.Discs[i].At != goals[i] {
				s.Discs[i].At = onLap(h.layout, h.hand.side, s.Discs)
			}
		}
		s.Note("human clears the board")
	})
	g.over(world.Point{Y: seat(h.hand.side) * h.layout.Half() / 2})
	g.do(func(s *world.State) {
		for i := range s.Discs {
			if _, on := h.layout.SquareAt(goals[i]); !on {
				s.Discs[i].At = goals[i]
			}
		}
		s.Note("human sorts the spares")
	})
	g.sweepRows(func(s *world.State, within func(world.Point) bool) {
		for i := range s.Discs {
			if within(goals[i]) {
				s.Discs[i].At = goals[i]
			}
		}
		s.Note("human sets the board up")
	})
	if then != nil {
		g.do(then)
	}
	g.perform()
}

// sweepRows makes the hand go along each two rows of the board, the farthest from the seat first, and has something
// happen at the end of each sweep: within tells which places are on the two rows.
func (g *gesture) sweepRows(then func(s *world.State, within func(world.Point) bool)) {
	l := g.h.layout
	x := l.Half() * .7
	for i := range l.Board.Size() / 2 {
		y := seat(g.h.hand.side) * (float64(2*i+1)*l.Square - l.Half())
		g.over(world.Point{X: x, Y: y})
		x = -x
		g.add(stride{to: world.Point{X: x, Y: y, Z: carryHeightMM}, takes: sweepTime})
		within := func(p world.Point) bool {
			_, on := l.SquareAt(p)
			return on && math.Abs(p.Y-y) <= l.Square
		}
		g.do(func(s *world.State) { then(s, within) })
	}
}

// onLap is a place for one more disc among those that wait to be set up.
func onLap(l world.Layout, side checkers.Side, discs []world.Disc) world.Point {
	n := 0
	for _, d := range discs {
		if math.Abs(d.At.Y) >= lapDistanceMM {
			n++
		}
	}
	const abreast = 9
	return world.Point{
		X: (float64(n%abreast) - (abreast-1)/2.0) * pitch,
		Y: seat(side) * lapDistanceMM,
		Z: float64(n/abreast) * l.DiscHeight,
	}
}

// goals is where each disc belongs when a game begins at a position. What already stands beside the board where a disc
// of its side belongs stays there, unless the board needs more than there is otherwise; what belongs nowhere goes to
// the pieces that the other side has captured.
func (h *Human) goals(p checkers.Position, discs []world.Disc) []world.Point {
	if h.layout.FlatKings {
		p.Kings = 0
	}
	wanted := h.layout.Discs(p, h.chance.random)
	wanted = append(wanted, Reserve(h.layout, len(wanted))...)
	goals := make([]world.Point, len(discs))
	placed := make([]bool, len(discs))
	by := make([]int, len(wanted)) // the disc that goes there, from 1; 0: none
	assign := func(fits func(want, have world.Disc) bool) {
		for w, want := range wanted {
			for i, have := range discs {
				if by[w] == 0 && !placed[i] && want.Side == have.Side && fits(want, have) {
					goals[i], placed[i], by[w] = want.At, true, i+1
				}
			}
		}
	}
	beside := func(d world.Disc) bool {
		_, on := h.layout.SquareAt(d.At)
		return !on
	}
	assign(func(want, have world.Disc) bool {
		return beside(want) && want.At.Beside(have.At) < h.layout.DiscDiameter/4 && math.Abs(want.At.Z-have.At.Z) < 1
	})
	assign(func(world.Disc, world.Disc) bool { return true })
	for w, want := range wanted {
		// The reserve comes last, and of each stack the uppermost disc.
		for from, other := range slices.Backward(wanted) {
			if by[w] == 0 && !beside(want) && by[from] != 0 && beside(other) && want.Side == other.Side {
				goals[by[from]-1] = want.At
				by[w], by[from] = by[from], 0
			}
		}
	}
	var kept [2]int // so far, of each side
	for i, d := range discs {
		if !placed[i] {
			over := capturePlaces(d.Side.Opponent())
			goals[i] = over[kept[d.Side]%len(over)]
			goals[i].Z = float64(kept[d.Side]/len(over)) * h.layout.DiscHeight
			kept[d.Side]++
		}
	}
	return goals
}
