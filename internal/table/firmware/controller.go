package firmware

import (
	"math"
	"math/rand/v2"
	"time"

	"draughtsman/internal/table/world"
)

// How the firmware spends its time.
const (
	rxBytes     = 127                    // the serial buffer, full but for one byte
	lineBytes   = 79                     // the longest line, without spaces and comments
	resetTakes  = 10 * time.Millisecond  // from 0x18 to the banner
	alarmTakes  = 500 * time.Millisecond // for which it stops after every ALARM:N
	bootAtLeast = 500 * time.Millisecond // the boot loader
	bootAtMost  = 2000 * time.Millisecond
)

// controller is the firmware and the gantry it moves: a world.Actor. All of it
// happens under the world's lock.
type controller struct {
	gantry
	forgetful float64
	random    *rand.Rand
	send      func(string) // to the host

	settings *settings
	modal    modal
	state    state
	flood    bool // the coolant pin, which drives the pump

	rx       []byte        // received, not yet read
	line     line          // read, not yet ended
	work     []func() bool // what is left to do of the line being executed; each is tried until true
	pause    time.Duration // for which the main loop is stopped
	then     func()        // what comes after
	deaf     bool          // the boot loader eats what is received
	stuck    bool          // behind a soft limit, until reset
	violated bool          // a soft limit, and braking
	cancel   bool          // a jog, and braking
	dwell    time.Duration // left of G4
	homing   *homing
	asked    bool // for a status report
	untilWCO int  // reports
	untilOv  int
}

func newController(o Options, mount world.Mount, at world.Point, send func(string)) *controller {
	c := &controller{
		gantry:    newGantry(axesOf(o.Bed), axesOf(*o.Origin), mount, at),
		forgetful: *o.ForgetfulResets,
		random:    rand.New(rand.NewPCG(o.Seed, 2)),
		send:      send,
	}
	c.settings = defaultSettings(c.bed)
	c.powerUp()
	return c
}

// powerUp is what a reset does to the board: whatever was going on is gone.
func (c *controller) powerUp() {
	c.planner = planner{}
	c.believe()
	c.state = idle
	if c.settings.is(homingEnabled) {
		c.state = alarmed
	}
	c.halt()
	c.work, c.deaf, c.stuck = nil, true, false
	boot := bootAtLeast + time.Duration(c.random.Int64N(int64(bootAtMost-bootAtLeast)))
	c.after(boot, func() {
		c.deaf = false
		c.banner()
	})
}

// halt stops everything that moves or sucks.
func (c *controller) halt() {
	c.planner.drop()
	c.homing, c.dwell, c.flood = nil, 0, false
	c.violated, c.cancel = false, false
}

// after stops the main loop for a time.
func (c *controller) after(d time.Duration, then func()) { c.pause, c.then = d, then }

// banner is the end of every reset: the parser starts afresh, what was
// received is forgotten.
func (c *controller) banner() {
	c.rx, c.line, c.modal = nil, line{}, newModal()
	c.modal.position = c.planner.position
	c.asked, c.untilWCO, c.untilOv = false, 0, 0
	c.send("\r\nGrbl 1.1h ['$' for help]\r\n")
	if c.state == alarmed {
		c.send("[MSG:'$H'|'$X' to unlock]\r\n")
	}
}

// reset is 0x18. In mid-motion the machine stops dead, and may lose steps.
func (c *controller) reset() {
	if c.pause > 0 {
		return // the firmware clears the flag before it looks at it
	}
	code := alarm(0)
	switch {
	case c.homing != nil:
		code = homingAbortAlarm
		c.believe()
	case c.moving():
		c.stopDead(c.random)
		c.state = idle
		if c.random.Float64() >= c.forgetful {
			code = abortAlarm
		}
	case c.state != alarmed:
		c.state = idle
	}
	unanswered := len(c.work) > 0
	c.halt()
	c.work, c.stuck = nil, false
	wait := resetTakes
	if code != 0 {
		c.raise(code)
		wait = alarmTakes
	}
	c.after(wait, func() {
		if unanswered {
			c.answer(okay)
		}
		c.banner()
	})
}

func (c *controller) raise(code alarm) {
	c.state = alarmed
	c.sendf("ALARM:%d\r\n", code)
}

// moving reports whether motors turn.
func (c *controller) moving() bool {
	return len(c.planner.queue) > 0 && (c.state != holding || c.planner.speed > 0)
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
	}
	switch {
	case c.homing != nil:
		c.home(dt)
	case c.state == holding || c.cancel:
		if c.planner.brake(dt) && c.cancel {
			c.planner.drop()
			c.modal.position = c.planner.position
			c.cancel, c.state = false, idle
		}
		c.follow()
	case len(c.planner.queue) > 0:
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

// drive shows the world what the gantry does.
func (c *controller) drive(s *world.State) { c.show(s, c.flood) }

// trip is a limit switch that is hit: nothing but a reset is heard any more.
func (c *controller) trip() {
	c.stopDead(c.random)
	c.halt()
	c.raise(hardLimitAlarm)
	c.stuck = true
	c.after(alarmTakes, func() { c.send("[MSG:Reset to continue]\r\n") })
}

// opened is what the DTR line does when a host opens the port.
func (c *controller) opened() { c.powerUp() }

// sync is work that waits until all motions are done.
func (c *controller) sync() bool { return len(c.planner.queue) == 0 || c.state == checking }

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
		if len(c.planner.queue) >= plannerBlocks {
			return false
		}
		c.planner.add(target, rate, c.settings.limits())
		return true
	}
}

// guard is work that lets a motion pass if it ends within the soft limits.
// Otherwise the machine brakes, and then nothing but a reset is heard.
func (c *controller) guard(target axes) func() bool {
	return func() bool {
		if c.reachable(target) {
			return true
		}
		if !c.violated && len(c.planner.queue) > 0 {
			c.violated, c.state = true, holding
		}
		if c.moving() {
			return false
		}
		c.halt()
		c.raise(softLimitAlarm)
		c.stuck = true
		c.after(alarmTakes, func() { c.send("[MSG:Reset to continue]\r\n") })
		return false
	}
}

// reachable reports whether a machine position is within the soft limits, as
// far as they are in force.
func (c *controller) reachable(target axes) bool {
	if !c.settings.is(softLimits) {
		return true
	}
	lowest := c.origin.minus(c.settings.axes(maxTravel))
	for i := range target {
		if !(target[i] <= c.origin[i]+1e-4 && target[i] >= lowest[i]-1e-4) {
			return false
		}
	}
	return true
}
