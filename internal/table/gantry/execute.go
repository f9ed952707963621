package gantry

import (
	"slices"
	"strings"
)

// execute carries out a line, or begins to.
func (c *controller) execute(text string, tooLong bool) {
	st := okay
	switch {
	case tooLong:
		st = lineOverflow
	case strings.HasPrefix(text, "$J="):
		st = c.jog(text[3:])
	case strings.HasPrefix(text, "$"):
		st = c.system(text[1:])
	case text == "":
	case (c.cycle.state == alarmed || c.cycle.state == jogging) && (c.kind != FluidNC || !c.cycle.stuck):
		st = locked
	case c.kind == GrblHAL && c.refused != okay:
		st = c.refused
	default:
		if st = c.gcode(text); st != okay && c.kind == FluidNC {
			c.send(c.message("ERR", "Bad GCode: "+text))
		}
	}
	if c.refused = st; st != okay {
		c.work = nil
	}
	if len(c.work) == 0 {
		c.send(st.answer())
	}
}

// gcode carries out a line of G-code, in the order that the standard prescribes.
func (c *controller) gcode(text string) status {
	w, st := parse(text, c.modal)
	if st == okay {
		st = w.check()
	}
	if st != okay {
		return st
	}
	before := c.modal
	c.modal = w.modal
	if w.hasF {
		c.modal.feed = w.mm(w.f)
	}
	if w.hasS {
		c.modal.speed = w.s
	}
	if w.spindle != before.spindle {
		c.work.Add(c.cycle.sync)
	}
	if w.flood != before.flood {
		c.work.Add(c.cycle.sync, func() bool {
			c.Pump = w.flood && c.cycle.state != checking
			c.untilOv = 0
			return true
		})
	}
	if w.dwell {
		c.work.Add(c.cycle.sync, c.cycle.dwellFor(w.p))
	}
	if w.moveZero(&c.modal, &c.settings.coords) {
		c.untilWCO = 0
	}
	if w.anyAxis() && !w.setCoord && !w.setOffset && !w.tool43 {
		target := w.target(c.settings.coords[w.coord])
		c.modal.position = target
		rate := c.modal.feed / 60
		if w.motion == 0 {
			rate = c.settings.axes(maxRate).Length() // each axis' own limit holds
		}
		c.work.Add(c.guard(target), c.cycle.motion(target, rate, c.settings.limits()))
	}
	c.flow(&w)
	return okay
}

// flow carries out a program's pauses and end.
func (c *controller) flow(w *words) {
	switch {
	case w.pause:
		c.work.Add(c.cycle.sync, func() bool {
			if c.cycle.state != checking {
				c.cycle.state = holding
			}
			return true
		}, func() bool { return true }) // the ok comes when the hold is over
	case w.end:
		c.work.Add(c.cycle.sync, func() bool {
			m := newModal()
			m.position, m.feed, m.tool, m.speed = c.modal.position, c.modal.feed, c.modal.tool, c.modal.speed
			m.inches, m.offset, m.length = c.modal.inches, c.modal.offset, c.modal.length
			m.motion = 1
			c.modal, c.Pump = m, false
			c.send(c.message("INFO", c.programEnd))
			return true
		})
	}
}

// jog is $J=.
func (c *controller) jog(text string) status {
	if c.cycle.state != idle && c.cycle.state != jogging {
		return notIdle
	}
	w, st := parse(text, c.modal)
	if st != okay {
		return st
	}
	permitted := c.modal
	permitted.inches, permitted.relative = w.inches, w.relative
	switch {
	case w.modal != permitted, w.moves, w.dwell, w.setCoord, w.setOffset, w.tool43, w.clearOffset, w.clearTool, w.end,
		w.pause:
		return invalidJog
	case !w.hasF || w.f == 0:
		return noFeedRate
	case !w.anyAxis():
		return noAxisWords
	case w.hasIJKR || w.hasP || w.hasL:
		return unusedWords
	}
	target := w.target(c.settings.coords[w.coord])
	if !c.settings.reachable(c.origin, target) {
		return travelExceeded
	}
	c.modal.position = target
	c.work.Add(c.cycle.motion(target, w.mm(w.f)/60, c.settings.limits()), func() bool {
		if c.cycle.state == idle && len(c.Planner.Queue) > 0 {
			c.cycle.state = jogging
		}
		return true
	})
	return okay
}

// system is a $ command, without the $.
func (c *controller) system(text string) status {
	quiet := c.cycle.state == idle || c.cycle.state == alarmed
	if c.kind == GrblHAL && c.cycle.stuck && !slices.Contains(whileBlocked, text) {
		return criticalEvent
	}
	switch text {
	case "":
		c.send(c.help + "\r\n")
		return okay
	case "$", "+":
		switch {
		case text == "+" && c.kind == GRBL:
			return invalidStatement
		case c.kind == FluidNC: // its commands wait until all motions are done
			c.work.Add(c.cycle.sync, func() bool { c.send(c.print(c.settings)); return true })
		case c.cycle.state == running || c.cycle.state == holding:
			return notIdle
		default:
			c.send(c.print(c.settings))
		}
		return okay
	case "G":
		c.send(c.modal.modes(c.settings.unit()))
		return okay
	case "C":
		return c.toggleCheck()
	case "X":
		switch {
		case c.cycle.state != alarmed || c.cycle.stuck:
		case c.kind == GrblHAL && c.lost && c.settings.homesFirst():
			return homingRequired
		default:
			c.send(c.message("INFO", "Caution: Unlocked"))
			c.cycle.state = idle
		}
		return okay
	}
	if !quiet {
		return notIdle
	}
	switch text {
	case "#":
		c.settings.tellOffsets(c.send, c.modal, c.moreAxes)
	case "I", "I+":
		if text == "I+" && c.kind != GrblHAL {
			return invalidStatement
		}
		for _, text := range c.build {
			c.send(text + "\r\n")
		}
	case "N":
		c.send("$N0=\r\n$N1=\r\n")
	case "H":
		if !c.settings.homes() {
			return settingDisabled
		}
		c.startHoming()
		c.work.Add(func() bool {
			c.cycle.state = idle
			for _, text := range c.homed {
				c.send(text + "\r\n")
			}
			return true
		})
	case "RST=$", "RST=#", "RST=*":
		c.restore(text[len("RST="):])
	default:
		return c.settings.assign(c.kind, text)
	}
	return okay
}

// restore is $RST=: settings ($), offsets (#) or all (*) as from the factory, and a reset (GRBL's system.c). FluidNC
// has its settings in its configuration file, where they stay.
func (c *controller) restore(what string) {
	if what != "#" && c.kind != FluidNC {
		coords := c.settings.coords
		c.settings = c.factory()
		c.settings.coords = coords
	}
	if what != "$" {
		c.settings.coords = [6]Axes{}
	}
	c.send(c.message("INFO", "Restoring defaults"))
	c.reset()
}

// toggleCheck is $C: in check mode lines are checked and nothing moves.
func (c *controller) toggleCheck() status {
	switch c.cycle.state {
	case checking:
		c.send(c.message("INFO", "Disabled"))
		c.reset()
		return okay
	case idle:
		c.send(c.message("INFO", "Enabled"))
		c.cycle.state = checking
		return okay
	}
	return notIdle
}
