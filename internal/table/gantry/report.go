package gantry

import (
	"fmt"
	"slices"
	"strings"
)

// How many status reports go by between two that tell the work coordinate offset, and between two that tell the
// overrides.
const (
	wcoEveryIdle, wcoEveryBusy = 10, 30
	ovEveryIdle, ovEveryBusy   = 10, 20
)

// report answers '?'.
func (c *controller) report() {
	var b strings.Builder
	mask, offset := int(c.settings.values[reportMask]), c.modal.zero(c.settings.coords)
	fmt.Fprintf(&b, "<%s", c.cycle.name(c.kind, c.raised, mask))
	if mask&1 != 0 {
		b.WriteString("|MPos:" + c.settings.coordinates(c.Planner.Position, c.moreAxes))
	} else {
		b.WriteString("|WPos:" + c.settings.coordinates(c.Planner.Position.Minus(offset), c.moreAxes))
	}
	if mask&2 != 0 {
		fmt.Fprintf(&b, "|Bf:%d,%d", c.blocks-len(c.Planner.Queue), c.rxBytes+1-len(c.rx))
	}
	fmt.Fprintf(&b, "|FS:%.0f,%.0f", c.Planner.Speed*60/c.settings.unit(), c.modal.speed)
	if pins := c.pins(); pins != "" {
		b.WriteString("|Pn:" + pins)
	}
	busy := slices.Contains([]state{running, jogging, holding, homingState}, c.cycle.state)
	switch {
	case c.untilWCO == 0:
		c.untilWCO = choose(busy, wcoEveryBusy, wcoEveryIdle)
		c.untilOv = max(c.untilOv, 1)
		b.WriteString("|WCO:" + c.settings.coordinates(offset, c.moreAxes))
	case c.untilOv == 0:
		c.untilOv = choose(busy, ovEveryBusy, ovEveryIdle)
		b.WriteString("|Ov:100,100,100")
		if c.Pump {
			b.WriteString("|A:F")
		}
	}
	if c.kind == GrblHAL && c.toldHomed == c.lost {
		c.toldHomed = !c.lost
		fmt.Fprintf(&b, "|H:%d", choose(c.lost, 0, 1))
	}
	c.untilWCO--
	c.untilOv = max(0, c.untilOv-1)
	c.send(b.String() + ">\r\n")
}

// pins are the homing switches that are pressed.
func (g *Machine) pins() string {
	var pressed []byte
	for i := range g.Arm {
		if g.Arm[i] > g.Bed[i]-0.01 {
			pressed = append(pressed, "XYZ"[i])
		}
	}
	return string(pressed)
}

func choose(yes bool, a, b int) int {
	if yes {
		return a
	}
	return b
}
