package firmware

import (
	"fmt"
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
	fmt.Fprintf(&b, "<%s", c.stateName())
	offset := c.offset()
	mask := int(c.settings.values[reportMask])
	if mask&1 != 0 {
		b.WriteString("|MPos:" + c.coordinates(c.planner.position))
	} else {
		b.WriteString("|WPos:" + c.coordinates(c.planner.position.minus(offset)))
	}
	if mask&2 != 0 {
		fmt.Fprintf(&b, "|Bf:%d,%d", c.blocks-len(c.planner.queue), c.rxBytes+1-len(c.rx))
	}
	fmt.Fprintf(&b, "|FS:%.0f,%.0f", c.planner.speed*60/c.unit(), c.modal.speed)
	if pins := c.pins(); pins != "" {
		b.WriteString("|Pn:" + pins)
	}
	busy := c.state == running || c.state == jogging || c.state == holding || c.state == homingState
	switch {
	case c.untilWCO == 0:
		c.untilWCO = every(busy, wcoEveryBusy, wcoEveryIdle)
		c.untilOv = max(c.untilOv, 1)
		b.WriteString("|WCO:" + c.coordinates(offset))
	case c.untilOv == 0:
		c.untilOv = every(busy, ovEveryBusy, ovEveryIdle)
		b.WriteString("|Ov:100,100,100")
		if c.pump {
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

func every(busy bool, whenBusy, whenIdle int) int {
	if busy {
		return whenBusy
	}
	return whenIdle
}

func (c *controller) stateName() string {
	if c.state == holding {
		if c.moving() {
			return "Hold:1"
		}
		return "Hold:0"
	}
	const alarmSubstate = 1024 // bit 10 of grblHAL's $10
	if c.state == alarmed && c.kind == GrblHAL && int(c.settings.values[reportMask])&alarmSubstate != 0 {
		return fmt.Sprintf("Alarm:%d", c.raised)
	}
	return [...]string{
		idle: "Idle", running: "Run", jogging: "Jog", alarmed: "Alarm", homingState: "Home", checking: "Check",
	}[c.state]
}

// offset is what turns machine coordinates into work coordinates.
func (c *controller) offset() axes {
	o := c.settings.coords[c.modal.coord].plus(c.modal.offset)
	o[z] += c.modal.length
	return o
}

// unit is the length in mm that is reported as 1.
func (c *controller) unit() float64 {
	if c.settings.is(reportInches) {
		return inch
	}
	return 1
}

func (c *controller) coordinates(a axes) string {
	a = a.times(1 / c.unit())
	for i := range a {
		if a[i] > -0.0005 && a[i] < 0 {
			a[i] = 0
		}
	}
	return fmt.Sprintf("%.3f,%.3f,%.3f", a[x], a[y], a[z]) + strings.Repeat(",0.000", c.moreAxes)
}

// pins are the homing switches that are pressed.
func (c *controller) pins() string {
	var pressed []byte
	for i := range c.arm {
		if c.arm[i] > c.bed[i]-0.01 {
			pressed = append(pressed, "XYZ"[i])
		}
	}
	return string(pressed)
}

// reportModes answers $G.
func (c *controller) reportModes() {
	m := c.modal
	c.send.f("[GC:G%d G%d G%d G%d G%d G94 M%d M%d T%d F%.0f S%.0f]\r\n",
		m.motion, 54+m.coord, 17+m.plane, choose(m.inches, 20, 21), choose(m.relative, 91, 90),
		m.spindle, choose(m.flood, 8, 9), m.tool, m.feed/c.unit(), m.speed)
}

// reportOffsets answers $#.
func (c *controller) reportOffsets() {
	for i, coord := range c.settings.coords {
		c.send.f("[G%d:%s]\r\n", 54+i, c.coordinates(coord))
	}
	zero := c.coordinates(axes{})
	c.send.f("[G28:%s]\r\n[G30:%s]\r\n[G92:%s]\r\n[TLO:%.3f]\r\n[PRB:%s:0]\r\n",
		zero, zero, c.coordinates(c.modal.offset), c.modal.length/c.unit(), zero)
}

func choose(yes bool, a, b int) int {
	if yes {
		return a
	}
	return b
}
