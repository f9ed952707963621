package human

import (
	"math"
	"math/rand/v2"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/world"
)

// A person keeps things between the edge of the board and its own edge of the table, clear of the tray: in the near
// row its reserve of discs for crowning, and what it has captured there and in the far row.
const (
	nearRow  = 200.0 // mm from the board's centre line
	farRow   = 236.0
	pitch    = 36.0
	reach    = 160.0 // mm to either side
	reserves = 3     // stacks of two discs
)

// Reserve is the discs that each side has beside its seat for crowning: three stacks of two. Their IDs begin at
// first. A table without them works, too: the human's crowned men then stay single.
func Reserve(l world.Layout, first int) []world.Disc {
	var discs []world.Disc
	for _, side := range []checkers.Side{checkers.Black, checkers.White} {
		for i := range 2 * reserves {
			at := reservePlace(side, i/2)
			at.Z = float64(i%2) * l.DiscHeight
			discs = append(discs, world.Disc{ID: first + len(discs), Side: side, At: at})
		}
	}
	return discs
}

// reservePlace is where a stack of the reserve stands, at the right hand.
func reservePlace(side checkers.Side, i int) world.Point {
	y := seat(side)
	return world.Point{X: -y * (reach - pitch*float64(i)), Y: y * nearRow}
}

// capturePlaces are where captured discs go, in the order of their use.
func capturePlaces(side checkers.Side) []world.Point {
	y := seat(side)
	var places []world.Point
	for x := -reach; x <= reach-pitch*(reserves+1)+1; x += pitch {
		places = append(places, world.Point{X: -y * x, Y: y * nearRow})
	}
	for x := -reach; x <= reach+1; x += pitch {
		places = append(places, world.Point{X: -y * x, Y: y * farRow})
	}
	return places
}

// freePlace is the best place for a captured piece: one with nothing on it or, when all are taken, the lowest stack.
// What lies across the edge of a place, since the table was knocked, takes it up: a disc would slide off that.
func (g *gesture) freePlace() world.Point {
	const takenUp = 1000 // mm, higher than any stack
	var best world.Point
	lowest := math.Inf(1)
	for _, p := range capturePlaces(g.h.hand.side) {
		astride := 0.0
		for _, d := range g.discs {
			switch off := p.Beside(d.At); {
			case off >= g.h.layout.DiscDiameter:
				continue
			case off > g.h.layout.DiscDiameter/4:
				astride = takenUp
			}
			p.Z = max(p.Z, d.At.Z+g.h.layout.DiscHeight)
		}
		if p.Z+astride < lowest {
			best, lowest = p, p.Z+astride
		}
	}
	return best
}

// first is the highest disc that fits, or with −1 for up the lowest; false when none does.
func (g *gesture) first(up float64, fits func(world.Disc) bool) (best world.Disc, found bool) {
	for _, d := range g.discs {
		if fits(d) && (!found || up*d.At.Z > up*best.At.Z) {
			best, found = d, true
		}
	}
	return best, found
}

// crown is a disc of the human's reserve to crown a man with; false when none is left.
func (g *gesture) crown() (world.Disc, bool) {
	h := g.h
	return g.first(1, func(d world.Disc) bool { return d.Side == h.hand.side && h.layout.AtSeat(d.At, h.hand.side) })
}

// bottom is the lowest disc on a square; false when it is empty.
func (g *gesture) bottom(square checkers.Square) (world.Disc, bool) {
	return g.first(-1, func(d world.Disc) bool {
		on, _ := g.h.layout.SquareAt(d.At)
		return on == square
	})
}

// chance is how a human's doings differ from one time to the next.
type chance struct {
	random     *rand.Rand
	layout     world.Layout
	sloppiness float64 // see Options
}

// sloppy is a place on a square as the human hits it.
func (c *chance) sloppy(square checkers.Square) world.Point {
	return c.near(c.layout.Centre(square), c.sloppiness*c.layout.Square)
}

// near is a random place within mm of another, all alike.
func (c *chance) near(p world.Point, mm float64) world.Point {
	sin, cos := math.Sincos(2 * math.Pi * c.random.Float64())
	r := mm * math.Sqrt(c.random.Float64())
	return world.Point{X: p.X + r*cos, Y: p.Y + r*sin, Z: p.Z}
}
