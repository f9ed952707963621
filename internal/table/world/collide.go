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
func (p *physics) collide(tip Point, held *Disc) {
	l := p.layout
	f := p.state.Tool.Fingers
	var between *Disc
	if f.there() {
		between = l.between(p.state, tip)
	}
	for i := range p.state.Discs {
		d := &p.state.Discs[i]
		if d == held {
			continue
		}
		top := d.At.Z + l.DiscHeight
		low := tip.Z < top-press
		switch {
		case !f.there():
			p.touch(theTool, d, tip, low, l.DiscDiameter/2+NozzleRadius)
		case d != between:
			tips := f.tips(tip)
			p.touch(theTool, d, tips[0], low, l.DiscDiameter/2+FingerRadius)
			p.touch(theFinger, d, tips[1], low, l.DiscDiameter/2+FingerRadius)
		}
		if held != nil {
			level := held.At.Z < top-press && held.At.Z+l.DiscHeight > d.At.Z
			p.touch(held.ID, d, held.At, level, l.DiscDiameter-clearance)
		}
	}
	lowest := tip.Z
	if held != nil {
		lowest = held.At.Z
	}
	if lowest >= -press {
		delete(p.touching, [2]int{theTool, theTable})
	} else {
		p.collision(theTool, theTable)
	}
}

// touch makes a thing (the tool, or a carried disc) at a point push a disc away if they are on one level and nearer
// than apart.
func (p *physics) touch(thing int, d *Disc, at Point, level bool, apart float64) {
	key := [2]int{thing, d.ID}
	if !level || at.Beside(d.At) >= apart {
		delete(p.touching, key)
		return
	}
	before, stack := d.At, p.layout.above(p.state, d)
	if at.Beside(d.At) > p.layout.DiscDiameter/2 {
		d.At = d.At.pushedFrom(at, apart-0.01)
	} else if !p.touching[key] {
		d.At = d.At.plus(around(2*math.Pi*p.random.Float64(), 0.5+0.5*p.random.Float64()))
	}
	for _, o := range stack {
		o.At = o.At.plus(d.At.minus(before))
	}
	p.collision(thing, d.ID)
}

// collision counts and records a collision, unless it is going on already.
func (p *physics) collision(thing, with int) {
	key := [2]int{thing, with}
	if p.touching[key] {
		return
	}
	p.touching[key] = true
	if with == theHand {
		p.log.counts.HandHits++
	} else {
		p.log.counts.Collisions++
	}
	p.log.record(fmt.Sprintf("collision %s %s", named(thing), named(with)))
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
