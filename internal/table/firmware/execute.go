package firmware

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
	case (c.state == alarmed || c.state == jogging) && (c.kind != FluidNC || !c.stuck):
		st = locked
	case c.kind == GrblHAL && c.refused != okay:
		st = c.refused
	default:
		if st = c.gcode(text); st != okay && c.kind == FluidNC {
			c.messageOf("ERR", "Bad GCode: "+text)
		}
	}
	if c.refused = st; st != okay {
		c.work = nil
	}
	if len(c.work) == 0 {
		c.answer(st)
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
		c.work.add(c.sync)
	}
	if w.flood != before.flood {
		c.work.add(c.sync, func() bool {
			c.pump = w.flood && c.state != checking
			c.untilOv = 0
			return true
		})
	}
	if w.dwell {
		c.work.add(c.sync, c.dwellFor(w.p))
	}
	c.offsets(&w)
	if w.anyAxis() && !w.setCoord && !w.setOffset && !w.tool43 {
		target := w.target(c.settings.coords[w.coord])
		c.modal.position = target
		rate := c.modal.feed / 60
		if w.motion == 0 {
			rate = c.settings.axes(maxRate).length() // each axis' own limit holds
		}
		c.work.add(c.guard(target), c.motion(target, rate))
	}
	c.flow(&w)
	return okay
}

// offsets carries out what moves the coordinate system.
func (c *controller) offsets(w *words) {
	moved := w.coord != 0 || w.setCoord || w.setOffset || w.clearOffset || w.tool43 || w.clearTool
	if moved {
		c.untilWCO = 0
	}
	switch {
	case w.clearTool:
		c.modal.length = 0
	case w.tool43:
		c.modal.length = w.mm(w.axis[z])
	}
	current := c.settings.coords[w.coord]
	switch {
	case w.setCoord:
		n := w.coord
		if w.p > 0 {
			n = int(w.p) - 1
		}
		origin := &c.settings.coords[n]
		for i := range origin {
			if !w.hasAxis[i] {
				continue
			}
			origin[i] = w.mm(w.axis[i])
			if w.l == 20 {
				origin[i] = w.position[i] - w.mm(w.axis[i]) - w.offset[i]
			}
		}
	case w.setOffset:
		for i := range c.modal.offset {
			if w.hasAxis[i] {
				c.modal.offset[i] = w.position[i] - current[i] - w.mm(w.axis[i])
			}
		}
	case w.clearOffset:
		c.modal.offset = axes{}
	}
}

// flow carries out a program's pauses and end.
func (c *controller) flow(w *words) {
	switch {
	case w.pause:
		c.work.add(c.sync, func() bool {
			if c.state != checking {
				c.state = holding
			}
			return true
		}, func() bool { return true }) // the ok comes when the hold is over
	case w.end:
		c.work.add(c.sync, func() bool {
			m := newModal()
			m.position, m.feed, m.tool, m.speed = c.modal.position, c.modal.feed, c.modal.tool, c.modal.speed
			m.inches, m.offset, m.length = c.modal.inches, c.modal.offset, c.modal.length
			m.motion = 1
			c.modal, c.pump = m, false
			c.messageOf("INFO", c.programEnd)
			return true
		})
	}
}

// jog is $J=.
func (c *controller) jog(text string) status {
	if c.state != idle && c.state != jogging {
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
	if !c.reachable(target) {
		return travelExceeded
	}
	c.modal.position = target
	c.work.add(c.motion(target, w.mm(w.f)/60), func() bool {
		if c.state == idle && len(c.planner.queue) > 0 {
			c.state = jogging
		}
		return true
	})
	return okay
}

// system is a $ command, without the $.
func (c *controller) system(text string) status {
	quiet := c.state == idle || c.state == alarmed
	if c.kind == GrblHAL && c.stuck && !slices.Contains(whileBlocked, text) {
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
			c.work.add(c.sync, func() bool { c.send(c.print(c.settings)); return true })
		case c.state == running || c.state == holding:
			return notIdle
		default:
			c.send(c.print(c.settings))
		}
		return okay
	case "G":
		c.reportModes()
		return okay
	case "C":
		return c.toggleCheck()
	case "X":
		switch {
		case c.state != alarmed || c.stuck:
		case c.kind == GrblHAL && c.mustHome():
			return homingRequired
		default:
			c.messageOf("INFO", "Caution: Unlocked")
			c.state = idle
		}
		return okay
	}
	if !quiet {
		return notIdle
	}
	switch text {
	case "#":
		c.reportOffsets()
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
		c.work.add(func() bool {
			c.state = idle
			for _, text := range c.homed {
				c.send(text + "\r\n")
			}
			return true
		})
	case "RST=$", "RST=#", "RST=*":
		c.restore(text[len("RST="):])
	default:
		return c.set(text)
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
		c.settings.coords = [6]axes{}
	}
	c.messageOf("INFO", "Restoring defaults")
	c.reset()
}

// toggleCheck is $C: in check mode lines are checked and nothing moves.
func (c *controller) toggleCheck() status {
	switch c.state {
	case checking:
		c.messageOf("INFO", "Disabled")
		c.reset()
		return okay
	case idle:
		c.messageOf("INFO", "Enabled")
		c.state = checking
		return okay
	}
	return notIdle
}

// set is $n=value, or FluidNC's $name=word.
func (c *controller) set(text string) status {
	name, word, _ := strings.Cut(text, "=")
	if words := fluidNCNames[name]; words != nil && c.kind == FluidNC {
		if !slices.Contains(words, word) {
			return badNumber
		}
		return okay
	}
	n, i := number(text)
	if i == 0 {
		return badNumber
	}
	if i >= len(text) || text[i] != '=' {
		return invalidStatement
	}
	value, j := number(text[i+1:])
	if j == 0 {
		return badNumber
	}
	if i+1+j != len(text) || n > 255 && c.kind != GrblHAL || n < 0 {
		return invalidStatement
	}
	_, known := c.settings.values[int(n)]
	switch {
	case !known && c.kind == GrblHAL:
		return settingMissing
	case known && c.kind == FluidNC && n != reportMask && n != reportInches:
		return readOnlySetting // they come from its configuration file
	}
	return c.settings.store(int(n), value)
}
