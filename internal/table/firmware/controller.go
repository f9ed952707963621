package firmware

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"draughtsman/internal/table/world"
)

// resetTime is the time from 0x18 to the banner.
const resetTime = 10 * time.Millisecond

// controller is the firmware and the gantry it moves: a world.Actor. All of it happens under the world's lock.
type controller struct {
	gantry
	flavour
	native    bool // opening the port resets nothing
	forgetful float64
	send      toHost // to the host

	settings *settings
	modal    modal
	state    state
	raised   alarm // the last
	flood    bool  // the coolant pin, which drives the pump

	rx        []byte        // received, not yet read
	line      line          // read, not yet ended
	work      chores        // what is left to do of the line being executed; each is tried until true
	pause     time.Duration // for which the main loop is stopped
	then      func()        // what comes after
	deaf      bool          // the boot loader eats what is received
	stuck     bool          // behind a limit, until reset
	lost      bool          // the position: it has not homed since it may have lost steps
	refused   status        // the last line, so that grblHAL answers all G-code alike
	again     bool          // a reset came while the main loop was stopped, and is remembered
	violated  bool          // a soft limit, and braking
	cancel    bool          // a jog, and braking
	ahead     time.Duration // of motion that was prepared before a hold, and is made whatever comes
	dwell     time.Duration // left of G4
	homing    *homing
	asked     bool // for a status report
	untilWCO  int  // reports
	toldHomed bool // grblHAL's report says when that has changed
	untilOv   int
}

func newController(o Options, mount world.Mount, at world.Point, send func(string)) *controller {
	c := &controller{
		gantry:    newGantry(axesOf(o.Bed), axesOf(*o.Origin), mount, at, rand.New(rand.NewPCG(o.Seed, 2))),
		flavour:   flavours[o.Protocol],
		native:    o.NativeUSB,
		forgetful: *o.ForgetfulResets,
		send:      send,
	}
	c.settings = c.defaults(c.bed)
	maps.Copy(c.settings.values, o.Settings)
	c.line.flavour = c.flavour
	c.powerUp()
	return c
}

// powerUp is what a reset does to the board: whatever was going on is gone.
func (c *controller) powerUp() {
	c.planner = planner{}
	c.believe()
	c.state, c.lost = idle, true
	if c.settings.homes() {
		c.state = alarmed
	}
	c.halt()
	c.work, c.deaf, c.stuck, c.again = nil, true, false, false
	boot := c.bootAtLeast + time.Duration(c.random.Int64N(int64(c.bootAtMost-c.bootAtLeast)))
	c.after(boot, func() {
		c.deaf = false
		for _, text := range c.startup {
			c.send(text + "\r\n")
		}
		c.banner()
		if c.kind == FluidNC && c.state == alarmed {
			c.raise(unhomedAlarm)
		}
	})
}

// halt stops everything that moves or sucks.
func (c *controller) halt() {
	c.planner.drop()
	c.homing, c.dwell, c.ahead, c.pump = nil, 0, 0, false
	c.violated, c.cancel = false, false
}

// after stops the main loop for a time.
func (c *controller) after(d time.Duration, then func()) { c.pause, c.then = d, then }

// banner is the end of every reset: the parser starts afresh, what was received is forgotten.
func (c *controller) banner() {
	c.rx, c.line, c.modal, c.refused = nil, line{flavour: c.flavour}, newModal(), okay
	c.modal.position = c.planner.position
	c.asked, c.untilWCO, c.untilOv = false, 0, 0
	c.send("\r\n" + c.greeting + "\r\n")
	switch {
	case c.kind == GrblHAL && c.mustHome():
		c.raise(homingRequiredAlarm)
		c.send("[MSG:Homing cycle required]\r\n")
	case c.kind != FluidNC && c.state == alarmed:
		c.send("[MSG:'$H'|'$X' to unlock]\r\n")
	}
}

// reset is 0x18. In mid-motion the machine stops dead, and may lose steps.
func (c *controller) reset() {
	if c.pause > 0 {
		c.again = c.kind == FluidNC && c.stuck // the others clear the flag before they look at it
		return
	}
	code := alarm(0)
	switch {
	case c.homing != nil:
		code, c.lost = homingAbortAlarm, true
		c.believe()
	case c.moving():
		c.stopDead()
		c.state, c.lost = idle, true
		if c.kind != GRBL || c.random.Float64() >= c.forgetful {
			code = abortAlarm
		}
	case c.stuck && c.kind == FluidNC:
		if c.state = idle; c.lost {
			code = unhomedAlarm
		}
	case c.state != alarmed:
		c.state = idle
	}
	unanswered := len(c.work) > 0 && c.kind == GRBL
	c.halt()
	c.work, c.stuck = nil, false
	wait := resetTime
	if code != 0 {
		c.raise(code)
		wait = c.alarmTakes
	}
	c.after(wait, func() {
		if unanswered {
			c.answer(okay)
		}
		c.banner()
	})
}

func (c *controller) raise(code alarm) {
	c.state, c.raised = alarmed, code
	if c.kind == FluidNC {
		c.send.f("[MSG:INFO: ALARM: %s]\r\n", alarmNames[code])
	}
	c.send.f("ALARM:%d\r\n", code)
}

// critical raises an alarm after which nothing moves until a reset.
func (c *controller) critical(code alarm) {
	c.halt()
	c.raise(code)
	c.stuck = true
	c.after(c.alarmTakes, func() { c.messageOf("ERR", "Reset to continue") })
}

// mustHome reports whether grblHAL takes nothing but $H.
func (c *controller) mustHome() bool {
	const onStartup = 4 // bit 2 of $22: homing on startup required
	return c.lost && c.settings.homes() && int(c.settings.values[homingEnabled])&onStartup != 0
}

// moving reports whether motors turn.
func (c *controller) moving() bool {
	return !c.stuck && len(c.planner.queue) > 0 && (c.state != holding || c.planner.speed > 0 || c.ahead > 0)
}

// Busy is part of world.Actor.
func (c *controller) Busy() bool {
	return c.pause > 0 || c.homing != nil || c.moving() || c.dwell > 0 && c.state != holding
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
	switch {
	case c.homing != nil:
		c.home(dt)
	case c.state == holding || c.cancel:
		if c.brake(dt) && c.cancel {
			c.planner.drop()
			c.modal.position = c.planner.position
			c.cancel, c.state = false, idle
		}
		c.follow()
	case len(c.planner.queue) > 0 && !c.stuck:
		c.planner.move(dt)
		c.follow()
	}
	if len(c.planner.queue) == 0 && (c.state == running || c.state == jogging) {
		c.state = idle
	}
	if c.state != holding {
		c.dwell = max(0, c.dwell-dt)
	}
	c.run()
	c.drive(s)
}

// trip is a limit switch that is hit: nothing but a reset is heard any more. FluidNC looks at its switches only in
// motion.
func (c *controller) trip() {
	if c.kind == FluidNC && !c.moving() {
		return
	}
	c.lost = c.lost || c.moving() || c.homing != nil
	c.stopDead()
	if c.critical(hardLimitAlarm); c.kind != GRBL {
		c.work, c.rx = nil, nil
	}
}

// opened is what the DTR line does when a host opens the port.
func (c *controller) opened() {
	if !c.native {
		c.powerUp()
	}
}

// slow begins to bring the machine to rest: behind the segments that are prepared.
func (c *controller) slow() {
	if c.ahead = 0; c.moving() {
		c.ahead = c.segments
	}
}

// brake lets the prepared segments end, and motion then die down, for a time. It reports whether the machine stands.
func (c *controller) brake(dt time.Duration) bool {
	made := min(dt, c.ahead)
	c.planner.move(made)
	c.ahead -= made
	return c.ahead == 0 && c.planner.brake(dt-made)
}

// sync is work that waits until all motions are done. In a hold it waits only until they are prepared: then no block
// is left, and the state is not Cycle (Grbl's protocol.c).
func (c *controller) sync() bool {
	return len(c.planner.queue) == 0 || c.state == checking || c.state == holding && c.prepared()
}

// prepared reports whether all that a held machine still does is in its segments, which no block is left behind.
func (c *controller) prepared() bool {
	p := planner{position: c.planner.position, speed: c.planner.speed, queue: slices.Clone(c.planner.queue)}
	p.move(c.ahead)
	p.brake(c.segments - c.ahead)
	return len(p.queue) == 0
}

// dwellFor is work that waits, once the motions before it are done.
func (c *controller) dwellFor(seconds float64) func() bool {
	begun := false
	return func() bool {
		if !begun && c.state != checking {
			c.dwell = time.Duration(math.Min(seconds, 1e6) * float64(time.Second))
		}
		begun = true
		return c.dwell == 0
	}
}

// motion is work that queues a motion once there is room.
func (c *controller) motion(target axes, rate float64) func() bool {
	return func() bool {
		if c.state == checking {
			return true
		}
		if len(c.planner.queue) >= c.blocks {
			return false
		}
		c.planner.add(target, rate, c.settings.limits())
		return true
	}
}

// guard is work that lets a motion pass if it ends within the soft limits. Otherwise the machine brakes, and then
// nothing but a reset is heard. FluidNC stops dead, and calls the line ok.
func (c *controller) guard(target axes) func() bool {
	return func() bool {
		if c.reachable(target) {
			return true
		}
		if c.kind == FluidNC {
			c.messageOf("INFO", fmt.Sprintf("Soft limit on %s", c.beyond(target)))
			c.answer(okay)
			c.work = nil
			c.stopDead()
			c.critical(softLimitAlarm)
			return false
		}
		if !c.violated && len(c.planner.queue) > 0 {
			c.slow()
			c.violated, c.state = true, holding
		}
		if c.moving() {
			return false
		}
		if c.critical(softLimitAlarm); c.kind == GrblHAL {
			c.work = nil // and the line stays without an answer
		}
		return false
	}
}

// reachable reports whether a machine position is within the soft limits, as far as they are in force.
func (c *controller) reachable(target axes) bool {
	return !c.settings.is(softLimits) || c.beyond(target) == ""
}

// beyond says which axis a machine position is beyond the travel of, and how; "" if of none.
func (c *controller) beyond(target axes) string {
	lowest := c.origin.minus(c.settings.axes(maxTravel))
	for i := range target {
		if !(target[i] <= c.origin[i]+1e-4 && target[i] >= lowest[i]-1e-4) {
			return fmt.Sprintf("%c target:%.3f", "XYZ"[i], target[i])
		}
	}
	return ""
}
