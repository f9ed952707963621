package human

import (
	"iter"
	"math"
	"slices"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/world"
)

// endGame has the human give back what it has captured from now on, so that the arm can set up the next game; where
// kings are swapped, its own men that have become kings, too. Nothing on the board counts as a move until the start
// position stands there.
func (h *Human) endGame(s *world.State) {
	h.between = true
	h.owed = map[checkers.Side]int{h.hand.side.Opponent(): len(s.Discs), h.hand.side: h.swapped}
	s.Game = s.Game.Set.NewPosition(s.Game.Turn)
	s.Note("human gives back what it has captured")
}

// awaitGame begins the next game when the start position stands and the tool is out of the way, and gives back what
// was captured until then. Who was told that a game is on knows what should stand there, whatever does.
func (h *Human) awaitGame(s *world.State) {
	if h.waits(s) || !h.agrees(s, s.Game.Set.Start(), 0) && !h.options.Told || !h.arm.mayReach(s) {
		h.giveBack(s)
		return
	}
	h.between = false
	h.number++
	h.hand.side = h.options.Sides(h.number)
	h.startGame(s)
}

// giveBack makes the hand lay a disc on an empty square of the board, if the arm is not at work there. It looks anew
// for each disc: the arm may do something between two of them.
func (h *Human) giveBack(s *world.State) {
	if !h.arm.undisturbed(s) {
		return
	}
	g := h.begin(s)
	disc, ok := g.taken(h.owed)
	square := g.empty(disc.Side, s.Game.Set.Start())
	if !ok || square == 0 {
		return
	}
	h.owed[disc.Side]--
	g.lift(disc)
	g.put(h.chance.sloppy(square))
	g.perform()
}

// laysHeld makes a hand that has waited with a disc which it gives back lay it on a square that is empty now, if there
// is one: the arm may have set something down where it was to go.
func (h *Human) laysHeld(s *world.State) bool {
	if !h.between || s.Hand.Held == world.NoDisc {
		return false
	}
	g := h.begin(s)
	square := g.empty(s.Disc(s.Hand.Held).Side, s.Game.Set.Start())
	if square == 0 {
		return false
	}
	g.put(h.chance.sloppy(square))
	g.perform()
	return true
}

// taken is an uppermost disc among those that the human keeps, of a side of which some are owed.
func (g *gesture) taken(owed map[checkers.Side]int) (best world.Disc, found bool) {
	return g.first(1, func(d world.Disc) bool {
		kept := d.At.Y*seat(g.h.hand.side) > g.h.layout.Half()+g.h.layout.Frame && math.Abs(d.At.X) < reach+pitch/2
		return kept && owed[d.Side] > 0
	})
}

// SquaresFor are the squares on which a side's discs may be laid for a position that is to be set up: first those where
// they belong, then those that stay empty.
func SquaresFor(side checkers.Side, p checkers.Position) iter.Seq[checkers.Square] {
	return func(yield func(checkers.Square) bool) {
		for _, squares := range []checkers.Set{p.Of(side), p.Empty()} {
			for s := range squares.All() {
				if !yield(s) {
					return
				}
			}
		}
	}
}

// empty is a square on which a side's disc touches nothing, 0 if there is none: one where it belongs at the
// start, or else one where the other side's do not.
func (g *gesture) empty(side checkers.Side, start checkers.Position) checkers.Square {
	layout := g.h.layout
	clearance := layout.DiscDiameter + g.h.options.Sloppiness*layout.Square
	for s := range SquaresFor(side, start) {
		centre := layout.Centre(s)
		if !slices.ContainsFunc(g.discs, func(d world.Disc) bool { return d.At.Beside(centre) < clearance }) {
			return s
		}
	}
	return 0
}
