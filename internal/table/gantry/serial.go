package gantry

// Receive is what arrives on the serial line. Realtime bytes are picked out of the stream and take effect at once;
// the others wait in a buffer, and those that find it full are lost.
func (c *controller) Receive(bytes []byte) {
	for _, b := range bytes {
		switch {
		case c.deaf:
			continue
		case b == '?':
			c.asked = true
		case b == '!':
			c.hold()
		case b == '~':
			c.cycle.resume()
		case b == 0x18:
			c.reset()
		case b == 0x85:
			c.cycle.cancelJog()
		case b == 0xa0:
			c.toggleFlood()
		case b >= 0x80: // realtime bytes of what is not simulated
		case len(c.rx) < c.rxBytes:
			c.rx = append(c.rx, b)
		}
		c.run()
	}
}

// hold is '!'.
func (c *controller) hold() {
	switch c.cycle.state {
	case homingState:
		if c.kind == FluidNC {
			c.send(c.message("INFO", "Feedhold ignored while homing; use Reset instead"))
		}
	case jogging:
		c.cycle.cancelJog()
	case idle, running:
		c.cycle.slow()
		c.cycle.state = holding
	}
}

func (c *controller) toggleFlood() {
	switch c.cycle.state {
	case idle, running, holding:
		c.Pump = !c.Pump
		c.modal.flood = c.Pump
		c.untilOv = 0
	}
}

// run is the main loop: it reads and executes lines as long as nothing keeps it.
func (c *controller) run() {
	if c.asked && c.cycle.homing != nil && c.kind == FluidNC {
		c.asked = false
		c.report()
	}
	// GRBL's main loop is stopped by a limit; its relatives go on to answer.
	for c.pause <= 0 && c.cycle.homing == nil && (!c.cycle.stuck || c.kind != GRBL) {
		if c.asked {
			c.asked = false
			c.report()
		}
		if c.cycle.suspended(c.kind) {
			return
		}
		if len(c.work) > 0 {
			if !c.work[0]() {
				break
			}
			if c.work = c.work[1:]; len(c.work) == 0 {
				c.send(okay.answer())
			}
			continue
		}
		if len(c.rx) == 0 {
			break
		}
		b := c.rx[0]
		c.rx = c.rx[1:]
		if text, ended, tooLong := c.line.read(b); ended {
			c.execute(text, tooLong)
		}
	}
	if c.cycle.state == idle && len(c.Planner.Queue) > 0 {
		c.cycle.state = running
	}
}

// line is a line that is being read: without blanks and comments, in upper case.
type line struct {
	flavour
	text    []byte
	comment byte // what ends the comment that is being read: ')' or the line's end
	tooLong bool
	last    byte // that ended a line, and has no other behind it yet
}

// named reports whether the line is a command of FluidNC's, whose settings have names with a /.
func (l *line) named() bool { return l.kind == FluidNC && len(l.text) > 0 && l.text[0] == '$' }

// read takes one more byte, and returns the line when it ends it.
func (l *line) read(b byte) (text string, ended, tooLong bool) {
	ends := b == '\n' || b == '\r'
	switch {
	case ends && l.kind != GRBL && len(l.text) == 0 && l.last+b == '\n'+'\r':
		l.last = 0 // the relatives take CR LF for one end
		return "", false, false
	case ends:
		text, tooLong = string(l.text), l.tooLong
		*l = line{flavour: l.flavour, last: b}
		return text, true, tooLong && l.kind != FluidNC
	case l.comment != 0 || l.tooLong:
		if b == l.comment {
			l.comment = 0
		}
	case b <= ' ' || b == '/' && !l.named():
	case b == '(':
		l.comment = ')'
	case b == ';':
		l.comment = '\n'
	case len(l.text) >= l.lineBytes:
		l.tooLong = true
	default:
		if b >= 'a' && b <= 'z' {
			b -= 'a' - 'A'
		}
		l.text = append(l.text, b)
	}
	return "", false, false
}
