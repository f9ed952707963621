package gantry

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"time"

	"draughtsman/internal/table/world"
)

// resetTime is the time from 0x18 to the banner.
const resetTime = 10 * time.Millisecond

// controller is the firmware and the gantry it moves: a world.Actor. All of it happens under the world's lock.
type controller struct {
	Machine
	flavour
	native    bool // opening the port resets nothing
	forgetful float64
	send      ToHost // to the host

	settings *settings
	modal    modal
	cycle    cycle
	raised   alarm // the last

	rx        []byte        // received, not yet read
	line      line          // read, not yet ended
	work      Chores        // what is left to do of the line being executed; each is tried until true
	pause     time.Duration // for which the main loop is stopped
	then      func()        // what comes after
	deaf      bool          // the boot loader eats what is received
	lost      bool          // the position: it has not homed since it may have lost steps
	refused   status        // the last line, so that grblHAL answers all G-code alike
	again     bool          // a reset came while the main loop was stopped, and is remembered
	asked     bool          // for a status report
	untilWCO  int           // reports
	toldHomed bool          // grblHAL's report says when that has changed
	untilOv   int
}

// New is a controller with GRBL, or the relative of it that the options name, and its gantry, whose tool is at a place
// over the table.
func New(o Options, mount world.Mount, at world.Point, send func(string)) Brain {
	c := &controller{
		Machine:   NewMachine(AxesOf(o.Bed), AxesOf(*o.Origin), mount, at, rand.New(rand.NewPCG(o.Seed, 2))),
		flavour:   flavours[o.Protocol],
		native:    o.NativeUSB,
		forgetful: *o.ForgetfulResets,
		send:      send,
	}
	c.settings = c.defaults(c.Bed)
	maps.Copy(c.settings.values, o.Settings)
	c.line.flavour = c.flavour
	c.cycle = cycle{machine: &c.Machine, blocks: c.blocks, segments: c.segments}
	c.PowerUp()
	return c
}

// PowerUp is what a reset does to the board: whatever was going on is gone.
func (c *controller) PowerUp() {
	c.Planner = Planner{}
	c.Believe()
	c.cycle.state, c.lost = idle, true
	if c.settings.homes() {
		c.cycle.state = alarmed
	}
	c.cycle.halt()
	c.work, c.deaf, c.cycle.stuck, c.again = nil, true, false, false
	boot := c.bootAtLeast + time.Duration(c.Random.Int64N(int64(c.bootAtMost-c.bootAtLeast)))
	c.pause, c.then = boot, func() {
		c.deaf = false
		for _, text := range c.startup {
			c.send(text + "\r\n")
		}
		c.banner()
		if c.kind == FluidNC && c.cycle.state == alarmed {
			c.raise(unhomedAlarm)
		}
	}
}

// banner is the end of every reset: the parser starts afresh, what was received is forgotten.
func (c *controller) banner() {
	c.rx, c.line, c.modal, c.refused = nil, line{flavour: c.flavour}, newModal(), okay
	c.modal.position = c.Planner.Position
	c.asked, c.untilWCO, c.untilOv = false, 0, 0
	c.send("\r\n" + c.greeting + "\r\n")
	switch {
	case c.kind == GrblHAL && c.lost && c.settings.homesFirst():
		c.raise(homingRequiredAlarm)
		c.send("[MSG:Homing cycle required]\r\n")
	case c.kind != FluidNC && c.cycle.state == alarmed:
		c.send("[MSG:'$H'|'$X' to unlock]\r\n")
	}
}

// reset is 0x18. In mid-motion the machine stops dead, and may lose steps.
func (c *controller) reset() {
	if c.pause > 0 {
		c.again = c.kind == FluidNC && c.cycle.stuck // the others clear the flag before they look at it
		return
	}
	code := alarm(0)
	switch {
	case c.cycle.homing != nil:
		code, c.lost = homingAbortAlarm, true
		c.Believe()
	case c.cycle.moving():
		c.StopDead()
		c.cycle.state, c.lost = idle, true
		if c.kind != GRBL || c.Random.Float64() >= c.forgetful {
			code = abortAlarm
		}
	case c.cycle.stuck && c.kind == FluidNC:
		if c.cycle.state = idle; c.lost {
			code = unhomedAlarm
		}
	case c.cycle.state != alarmed:
		c.cycle.state = idle
	}
	unanswered := len(c.work) > 0 && c.kind == GRBL
	c.cycle.halt()
	c.work, c.cycle.stuck = nil, false
	wait := resetTime
	if code != 0 {
		c.raise(code)
		wait = c.alarmTakes
	}
	c.pause, c.then = wait, func() {
		if unanswered {
			c.send(okay.answer())
		}
		c.banner()
	}
}

func (c *controller) raise(code alarm) {
	c.cycle.state, c.raised = alarmed, code
	if c.kind == FluidNC {
		c.send.Sayf("[MSG:INFO: ALARM: %s]\r\n", alarmNames[code])
	}
	c.send.Sayf("ALARM:%d\r\n", code)
}

// critical raises an alarm after which nothing moves until a reset.
func (c *controller) critical(code alarm) {
	c.cycle.halt()
	c.raise(code)
	c.cycle.stuck = true
	c.pause, c.then = c.alarmTakes, func() { c.send(c.message("ERR", "Reset to continue")) }
}

// Busy is part of world.Actor.
func (c *controller) Busy() bool {
	return c.pause > 0 || c.cycle.homing != nil || c.cycle.moving() || c.cycle.dwell > 0 && c.cycle.state != holding
}

// Advance is part of world.Actor.
func (c *controller) Advance(s *world.State, dt time.Duration) {
	if c.pause > 0 {
		if c.pause -= dt; c.pause <= 0 {
			c.pause = 0
			c.then()
		}
		if c.pause == 0 && c.again {
			c.again = false
			c.reset()
		}
	}
	if c.cycle.homing != nil {
		c.home(dt)
	}
	if c.cycle.advance(dt) {
		c.modal.position = c.Planner.Position
	}
	c.run()
	c.Drive(s)
}

// Trip is a limit switch that is hit: nothing but a reset is heard any more. FluidNC looks at its switches only in
// motion.
func (c *controller) Trip() {
	if c.kind == FluidNC && !c.cycle.moving() {
		return
	}
	c.lost = c.lost || c.cycle.moving() || c.cycle.homing != nil
	c.StopDead()
	if c.critical(hardLimitAlarm); c.kind != GRBL {
		c.work, c.rx = nil, nil
	}
}

// Opened is what the DTR line does when a host opens the port.
func (c *controller) Opened() {
	if !c.native {
		c.PowerUp()
	}
}

// guard is work that lets a motion pass if it ends within the soft limits. Otherwise the machine brakes, and then
// nothing but a reset is heard. FluidNC stops dead, and calls the line ok.
func (c *controller) guard(target Axes) func() bool {
	return func() bool {
		if c.settings.reachable(c.origin, target) {
			return true
		}
		if c.kind == FluidNC {
			c.send(c.message("INFO", fmt.Sprintf("Soft limit on %s", c.settings.beyond(c.origin, target))))
			c.send(okay.answer())
			c.work = nil
			c.StopDead()
			c.critical(softLimitAlarm)
			return false
		}
		if !c.cycle.violated && len(c.Planner.Queue) > 0 {
			c.cycle.slow()
			c.cycle.violated, c.cycle.state = true, holding
		}
		if c.cycle.moving() {
			return false
		}
		if c.critical(softLimitAlarm); c.kind == GrblHAL {
			c.work = nil // and the line stays without an answer
		}
		return false
	}
}
