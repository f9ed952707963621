package human

import (
	"cmp"
	"math"
	"slices"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/world"
)

// How a hand moves. Heights are of the fingertips.
const (
	carrySpeed    = 650.0 // mm/s across the table
	dropSpeed     = 330.0 // mm/s up and down
	carryHeightMM = 42.0  // mm, height of the fingertips on the way
	graspTime     = 100 * time.Millisecond
)

// A stride is a part of what the hand does: it goes to a place in a straight line, gently, and does something there.
type stride struct {
	to    world.Point
	takes time.Duration
	away  bool               // nobody sees the hand
	waits bool               // until the arm is out of the way
	sways float64            // mm, by which it trembles on the way
	then  func(*world.State) // may be nil
}

// hand is a human's hand and what it is about to do.
type hand struct {
	side   checkers.Side // whose seat it comes from
	script []stride
	bold   bool // it does that whatever the arm does
	from   world.Point
	passed time.Duration // since the first stride of the script began
	guest  world.Hand    // From and Look of one that has no business at the table; zero: it is the human's own
}

// follow goes on with the script and reports whether there is one. calm says that the arm stands still beside the
// board; laysHeld is done, and may change the script, when a stride that waited begins.
func (h *hand) follow(s *world.State, dt time.Duration, calm bool, laysHeld func(*world.State) bool) bool {
	if len(h.script) == 0 {
		return false
	}
	h.shy(s, calm)
	h.passed += dt
	for len(h.script) > 0 {
		now := h.script[0]
		if now.waits && !calm {
			h.passed = 0
			h.show(s, false, now.to)
			return true
		}
		if now.waits && laysHeld(s) {
			continue
		}
		if h.passed < now.takes {
			k := float64(h.passed) / float64(now.takes)
			at := h.from.Towards(now.to, k*k*(3-2*k))
			h.show(s, !now.away, now.trembling(at, h.passed))
			return true
		}
		h.passed -= now.takes
		h.from = now.to
		h.script = h.script[1:]
		h.show(s, !now.away, now.to)
		if now.then != nil {
			now.then(s)
			return true // the world is to see it before the hand goes on
		}
	}
	h.passed = 0
	h.show(s, false, h.from)
	return true
}

func (h *hand) show(s *world.State, visible bool, at world.Point) {
	s.Hand.Visible, s.Hand.At, s.Hand.Seat = visible, at, h.side
	s.Hand.From, s.Hand.Look = h.guest.From, h.guest.Look
}

// seat is −1 for White, who sits at negative y, and 1 for Black.
func seat(side checkers.Side) float64 {
	if side == checkers.White {
		return -1
	}
	return 1
}

// rest is where the hand is when it is not at the table.
func (h *hand) rest() world.Point {
	return world.Point{X: -seat(h.side) * 60, Y: seat(h.side) * 480, Z: 80}
}

// gesture puts a script together. It keeps account of where the hand and the discs will be.
type gesture struct {
	h       *Human
	at      world.Point
	discs   []world.Disc
	held    []int // indices of what is in the hand, from the lowest
	strides []stride
}

func (h *Human) begin(s *world.State) *gesture {
	return &gesture{h: h, at: h.hand.rest(), discs: slices.Clone(s.Discs)}
}

// perform makes the human take its hand back and then do what was put together.
func (g *gesture) perform() {
	g.leave()
	g.h.hand.script, g.h.hand.from, g.h.hand.passed, g.h.hand.bold = g.strides, g.h.hand.rest(), 0, false
}

func (g *gesture) add(s stride) {
	g.strides = append(g.strides, s)
	g.at = s.to
}

// move goes straight to a place at a speed.
func (g *gesture) move(to world.Point, speed float64) {
	d := math.Hypot(to.Beside(g.at), to.Z-g.at.Z)
	g.add(stride{to: to, takes: time.Duration(d / speed * float64(time.Second))})
}

// over goes to the place above p, at the height for carrying.
func (g *gesture) over(p world.Point) {
	g.move(world.Point{X: p.X, Y: p.Y, Z: carryHeightMM}, carrySpeed)
}

// down goes straight down, or up, to a height.
func (g *gesture) down(z float64) {
	g.move(world.Point{X: g.at.X, Y: g.at.Y, Z: z}, dropSpeed)
}

// wait keeps the hand where it is.
func (g *gesture) wait(d time.Duration) { g.add(stride{to: g.at, takes: d}) }

// do has something happen.
func (g *gesture) do(then func(*world.State)) { g.add(stride{to: g.at, then: then}) }

// leave takes the hand off the table.
func (g *gesture) leave() { g.move(g.h.hand.rest(), carrySpeed) }

// pause takes the hand off the table for a while.
func (g *gesture) pause(d time.Duration) {
	g.leave()
	g.add(stride{to: g.at, takes: d, away: true})
}

// lift takes a disc, and what stands on it, into the hand and up.
func (g *gesture) lift(disc world.Disc) {
	g.over(disc.At)
	g.down(disc.At.Z + g.h.layout.DiscHeight)
	g.wait(graspTime)
	g.do(func(s *world.State) { s.Hand.Held = disc.ID })
	g.down(carryHeightMM)
	g.held = g.held[:0]
	for i, d := range g.discs {
		if d.At.Z >= disc.At.Z && d.At.Beside(disc.At) < g.h.layout.DiscDiameter/4 {
			g.held = append(g.held, i)
		}
	}
	slices.SortFunc(g.held, func(i, j int) int { return cmp.Compare(g.discs[i].At.Z, g.discs[j].At.Z) })
}

// put sets what is held down at a place.
func (g *gesture) put(at world.Point) {
	g.over(at)
	g.down(at.Z + g.h.layout.DiscHeight)
	g.do(func(s *world.State) { s.Hand.Held = world.NoDisc })
	g.wait(graspTime)
	g.down(carryHeightMM)
	for _, i := range g.held {
		g.discs[i].At = at
		at.Z += g.h.layout.DiscHeight
	}
	g.held = g.held[:0]
}

// touch holds what is carried low over a square, as one does who counts the jumps.
func (g *gesture) touch(square checkers.Square) {
	g.over(g.h.layout.Centre(square))
	g.down(3 * g.h.layout.DiscHeight)
	g.down(carryHeightMM)
}
