package gantry

import (
	"math"
	"time"
)

// homing is a homing cycle that is going on: legs that are travelled one after the other, each followed by a moment
// of rest.
type homing struct {
	legs []Leg
	rest time.Duration
}

// Leg takes some axes to a place at a speed, each on its own.
type Leg struct {
	axes  []int
	to    Axes    // arm's frame, mm
	speed float64 // mm/s
}

// NewLeg takes axes to a place in the arm's frame, each at a speed in mm/s.
func NewLeg(to Axes, speed float64, axes ...int) Leg { return Leg{axes: axes, to: to, speed: speed} }

// Step moves axes towards the leg's end for a time, and others as far. It reports whether they have arrived.
func (l Leg) Step(dt time.Duration, at *Axes, others ...*Axes) (there bool) {
	there = true
	for _, i := range l.axes {
		way := l.to[i] - at[i]
		step := math.Copysign(min(math.Abs(way), l.speed*dt.Seconds()), way)
		at[i] += step
		for _, o := range others {
			o[i] += step
		}
		there = there && math.Abs(way-step) < 1e-9
	}
	return there
}

// startHoming plans the cycle: first z, so that the tool is out of the way, then x and y; each looks for its switch
// fast, backs off, touches it again slowly and backs off for good.
func (c *controller) startHoming() {
	seek, feed := c.settings.values[homingSeek]/60, c.settings.values[homingFeed]/60
	away := c.Bed
	for i := range away {
		away[i] -= c.settings.values[pullOff]
	}
	h := &homing{}
	for _, group := range [][]int{{z}, {x, y}} {
		h.legs = append(h.legs, NewLeg(c.Bed, seek, group...), NewLeg(away, seek, group...), NewLeg(c.Bed, feed, group...),
			NewLeg(away, feed, group...))
	}
	c.cycle.homing, c.cycle.state, c.lost = h, homingState, true
	c.Planner.Drop()
	if c.kind == GrblHAL { // which then says nothing until it is over
		c.Pump, c.modal.flood = false, false
		c.report()
	}
}

// home lets the cycle go on.
func (c *controller) home(dt time.Duration) {
	h := c.cycle.homing
	if h.rest > 0 {
		h.rest -= dt
		return
	}
	if !h.legs[0].Step(dt, &c.Arm) {
		return
	}
	h.rest = time.Duration(c.settings.values[homingDebounce]) * time.Millisecond
	if h.legs = h.legs[1:]; len(h.legs) > 0 {
		return
	}
	c.Planner.Position = c.Arm.Minus(c.Bed).Plus(c.origin)
	c.Slip = Axes{}
	c.cycle.homing, c.lost, c.cycle.stuck = nil, false, false
	c.modal.position = c.Planner.Position
}
