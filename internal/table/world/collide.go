package world

import (
	"fmt"
	"math"
)

// theTool is the tool as the first half of a key of physics.touching, and theFinger its other finger; a carried disc
// goes by its ID.
const (
	theTool   = -3
	theFinger = -4
)

// collide looks for what the tool's tip, or the disc that hangs on it, runs into with the tip at a point. A collision
// is counted once for as long as the two touch. What is hit from the side is pushed away; what is pressed from above
// shifts a little.
func (w *World) collide(tip Point, held *Disc) {
	l, p := w.options.Layout, &w.physics
	f := w.state.Tool.Fingers
	var between *Disc
	if f.there() {
		between = l.between(&w.state, tip)
	}
	for i := range w.state.Discs {
		d := &w.state.Discs[i]
		if d == held {
			continue
		}
		top := d.At.Z + l.DiscHeight
		low := tip.Z < top-press
		switch {
		case !f.there():
			w.touch(theTool, d, tip, low, l.DiscDiameter/2+NozzleRadius)
		case d != between:
			tips := f.tips(tip)
			w.touch(theTool, d, tips[0], low, l.DiscDiameter/2+FingerRadius)
			w.touch(theFinger, d, tips[1], low, l.DiscDiameter/2+FingerRadius)
		}
		if held != nil {
			level := held.At.Z < top-press && held.At.Z+l.DiscHeight > d.At.Z
			w.touch(held.ID, d, held.At, level, l.DiscDiameter-clearance)
		}
	}
	lowest := tip.Z
	if held != nil {
		lowest = held.At.Z
	}
	if lowest >= -press {
		delete(p.touching, [2]int{theTool, theTable})
	} else {
		w.collision(theTool, theTable)
	}
}

// touch makes a thing (the tool, or a carried disc) at a point push a disc away if they are on one level and nearer
// than apart.
func (w *World) touch(thing int, d *Disc, at Point, level bool, apart float64) {
	key := [2]int{thing, d.ID}
	if !level || at.beside(d.At) >= apart {
		delete(w.physics.touching, key)
		return
	}
	before, stack := d.At, w.above(d)
	if at.beside(d.At) > w.options.Layout.DiscDiameter/2 {
		d.At = d.At.pushedFrom(at, apart-0.01)
	} else if !w.physics.touching[key] {
		angle, r := 2*math.Pi*w.random.Float64(), 0.5+0.5*w.random.Float64()
		d.At.X, d.At.Y = d.At.X+r*math.Cos(angle), d.At.Y+r*math.Sin(angle)
	}
	for _, o := range stack {
		o.At = o.At.plus(d.At.minus(before))
	}
	w.collision(thing, d.ID)
}

// collision counts and records a collision, unless it is going on already.
func (w *World) collision(thing, with int) {
	key := [2]int{thing, with}
	if w.physics.touching[key] {
		return
	}
	w.physics.touching[key] = true
	w.counts.Collisions++
	w.record(fmt.Sprintf("collision %s %s", named(thing), named(with)))
}

func named(thing int) string {
	switch thing {
	case theTool, theFinger:
		return "tool"
	case theTable:
		return "table"
	case theHand:
		return "hand"
	}
	return fmt.Sprint(thing)
}
