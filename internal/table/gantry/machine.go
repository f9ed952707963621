package gantry

import (
	"math/rand/v2"
	"time"

	"draughtsman/internal/table/world"
)

// coastTime is what motors coast at most when their pulses stop.
const coastTime = 4 * time.Millisecond

// Machine is a machine: where its tool is, and where its controller has it.
type Machine struct {
	Bed     Axes // travel, mm
	origin  Axes // machine coordinates of the homing switches, which sit at the bed's far upper corner
	mount   world.Mount
	Planner Planner
	Arm     Axes // where the tool really is, in the arm's frame
	Slip    Axes // by how much that differs from what the controller believes
	Pump    bool // is on: a coolant pin drives it, or a fan's output
	Random  *rand.Rand
}

// NewMachine is a machine whose tool is at a place over the table.
func NewMachine(bed, origin Axes, mount world.Mount, at world.Point, random *rand.Rand) Machine {
	g := Machine{Bed: bed, origin: origin, mount: mount, Arm: AxesOf(mount.ToArm(at)), Random: random}
	for i := range g.Arm {
		g.Arm[i] = min(max(g.Arm[i], 0), bed[i])
	}
	return g
}

// Believe has the controller take the arm's place for what the planner says.
func (g *Machine) Believe() { g.Slip = g.Arm.Minus(g.CalledArm()) }

// CalledArm is where the controller takes the tool to be, in the arm's frame.
func (g *Machine) CalledArm() Axes { return g.Planner.Position.Minus(g.origin).Plus(g.Bed) }

// Follow has the arm go where the planner says. At the ends of its rails it stops, whatever the motors are told.
func (g *Machine) Follow() {
	g.Arm = g.CalledArm().Plus(g.Slip)
	for i := range g.Arm {
		if inside := min(max(g.Arm[i], 0), g.Bed[i]); inside != g.Arm[i] {
			g.Slip[i] += inside - g.Arm[i]
			g.Arm[i] = inside
		}
	}
}

// Push moves the arm as far as its rails reach; its motors slip.
func (g *Machine) Push(by Axes) {
	for i := range g.Arm {
		g.Arm[i] = min(max(g.Arm[i]+by[i], 0), g.Bed[i])
	}
	g.Believe()
}

// StopDead ends all motions without slowing down. The motors coast a little, which their controller does not know.
func (g *Machine) StopDead() {
	if len(g.Planner.Queue) > 0 {
		unit, coast := g.Planner.Queue[0].unit, g.Planner.Speed*coastTime.Seconds()
		g.Arm = g.Arm.Plus(unit.Times(coast * g.Random.Float64()))
		g.Believe()
	}
	g.Planner.Drop()
}

// Drive has the world see what the machine does.
func (g *Machine) Drive(s *world.State) {
	s.Tool.At = g.mount.ToBoard(g.Arm.point())
	s.Tool.Suction = g.Pump
}
