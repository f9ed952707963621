package firmware

import (
	"math/rand/v2"
	"time"

	"draughtsman/internal/table/world"
)

// coastTime is what motors coast at most when their pulses stop.
const coastTime = 4 * time.Millisecond

// gantry is a machine: where its tool is, and where its controller has it.
type gantry struct {
	bed     axes // travel, mm
	origin  axes // machine coordinates of the homing switches, which sit at the bed's far upper corner
	mount   world.Mount
	planner planner
	arm     axes // where the tool really is, in the arm's frame
	slip    axes // by how much that differs from what the controller believes
	pump    bool // is on: a coolant pin drives it, or a fan's output
	random  *rand.Rand
}

// newGantry is a machine whose tool is at a place over the table.
func newGantry(bed, origin axes, mount world.Mount, at world.Point, random *rand.Rand) gantry {
	g := gantry{bed: bed, origin: origin, mount: mount, arm: axesOf(mount.ToArm(at)), random: random}
	for i := range g.arm {
		g.arm[i] = min(max(g.arm[i], 0), bed[i])
	}
	return g
}

// believe has the controller take the arm's place for what the planner says.
func (g *gantry) believe() { g.slip = g.arm.minus(g.calledArm()) }

// calledArm is where the controller takes the tool to be, in the arm's frame.
func (g *gantry) calledArm() axes { return g.planner.position.minus(g.origin).plus(g.bed) }

// follow has the arm go where the planner says. At the ends of its rails it stops, whatever the motors are told.
func (g *gantry) follow() {
	g.arm = g.calledArm().plus(g.slip)
	for i := range g.arm {
		if inside := min(max(g.arm[i], 0), g.bed[i]); inside != g.arm[i] {
			g.slip[i] += inside - g.arm[i]
			g.arm[i] = inside
		}
	}
}

// push moves the arm as far as its rails reach; its motors slip.
func (g *gantry) push(by axes) {
	for i := range g.arm {
		g.arm[i] = min(max(g.arm[i]+by[i], 0), g.bed[i])
	}
	g.believe()
}

// stopDead ends all motions without slowing down. The motors coast a little, which their controller does not know.
func (g *gantry) stopDead() {
	if len(g.planner.queue) > 0 {
		unit, coast := g.planner.queue[0].unit, g.planner.speed*coastTime.Seconds()
		g.arm = g.arm.plus(unit.times(coast * g.random.Float64()))
		g.believe()
	}
	g.planner.drop()
}

// drive has the world see what the machine does.
func (g *gantry) drive(s *world.State) {
	s.Tool.At = g.mount.ToBoard(g.arm.point())
	s.Tool.Suction = g.pump
}
