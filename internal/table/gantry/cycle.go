package gantry

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// cycle is what a machine of GRBL's family is at: whether it moves, how it is held, and what it waits for.
type cycle struct {
	machine  *Machine
	blocks   int           // see flavour
	segments time.Duration // see flavour

	state    state
	stuck    bool          // behind a limit, until reset
	violated bool          // a soft limit, and braking
	cancel   bool          // a jog, and braking
	ahead    time.Duration // of motion that was prepared before a hold, and is made whatever comes
	dwell    time.Duration // left of G4
	homing   *homing
}

// advance lets motion go on for a time, and reports whether a jog has been cancelled by now.
func (c *cycle) advance(dt time.Duration) (cancelled bool) {
	switch {
	case c.homing != nil:
	case c.state == holding || c.cancel:
		if c.brake(dt) && c.cancel {
			c.machine.Planner.Drop()
			c.cancel, c.state, cancelled = false, idle, true
		}
		c.machine.Follow()
	case !c.machine.Planner.Empty() && !c.stuck:
		c.machine.Planner.Move(dt)
		c.machine.Follow()
	}
	if c.machine.Planner.Empty() && (c.state == running || c.state == jogging) {
		c.state = idle
	}
	if c.state != holding {
		c.dwell = max(0, c.dwell-dt)
	}
	return cancelled
}

// halt stops everything that moves or sucks.
func (c *cycle) halt() {
	c.machine.Planner.Drop()
	c.homing, c.dwell, c.ahead, c.machine.Pump = nil, 0, 0, false
	c.violated, c.cancel = false, false
}

// moving reports whether motors turn.
func (c *cycle) moving() bool {
	p := &c.machine.Planner
	return !c.stuck && !p.Empty() && (c.state != holding || p.Speed > 0 || c.ahead > 0)
}

// slow begins to bring the machine to rest: behind the segments that are prepared.
func (c *cycle) slow() {
	if c.ahead = 0; c.moving() {
		c.ahead = c.segments
	}
}

// brake lets the prepared segments end, and motion then die down, for a time. It reports whether the machine stands.
func (c *cycle) brake(dt time.Duration) bool {
	made := min(dt, c.ahead)
	c.machine.Planner.Move(made)
	c.ahead -= made
	return c.ahead == 0 && c.machine.Planner.brake(dt-made)
}

// sync is work that waits until all motions are done. In a hold it waits only until they are prepared: then no block
// is left, and the state is not Cycle (Grbl's protocol.c).
func (c *cycle) sync() bool {
	return c.machine.Planner.Empty() || c.state == checking || c.state == holding && c.prepared()
}

// prepared reports whether all that a held machine still does is in its segments, which no block is left behind.
func (c *cycle) prepared() bool {
	p := c.machine.Planner
	p.Queue = slices.Clone(p.Queue)
	p.Move(c.ahead)
	p.brake(c.segments - c.ahead)
	return p.Empty()
}

// dwellFor is work that waits, once the motions before it are done.
func (c *cycle) dwellFor(seconds float64) func() bool {
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
func (c *cycle) motion(target Axes, rate float64, l Limits) func() bool {
	return func() bool {
		if c.state == checking {
			return true
		}
		if len(c.machine.Planner.Queue) >= c.blocks {
			return false
		}
		c.machine.Planner.Add(target, rate, l)
		return true
	}
}

// resume is '~'; while the machine still brakes it does nothing.
func (c *cycle) resume() {
	if c.state == holding && !c.violated && !c.moving() {
		c.state = idle
	}
}

// cancelJog has a jog end early.
func (c *cycle) cancelJog() {
	if c.state == jogging && !c.cancel {
		c.slow()
		c.cancel = true
	}
}

// suspended reports whether the main loop waits for the end of a hold. GRBL's runs on until the machine stands
// (protocol.c sets sys.suspend with SUSPEND_HOLD_COMPLETE); grblHAL's waits from the beginning (state_machine.c,
// initiate_hold).
func (c *cycle) suspended(kind Protocol) bool {
	return c.state == holding && !c.violated && (kind == GrblHAL || !c.moving())
}

// name is what reports call it; mask is $10.
func (c *cycle) name(kind Protocol, raised alarm, mask int) string {
	if c.state == holding {
		if c.moving() {
			return "Hold:1"
		}
		return "Hold:0"
	}
	const alarmSubstate = 1024 // bit 10 of grblHAL's $10
	if c.state == alarmed && kind == GrblHAL && mask&alarmSubstate != 0 {
		return fmt.Sprintf("Alarm:%d", raised)
	}
	return [...]string{
		idle: "Idle", running: "Run", jogging: "Jog", alarmed: "Alarm", homingState: "Home", checking: "Check",
	}[c.state]
}
