package servos

import (
	"math"
	"slices"
	"time"

	"draughtsman/internal/table/world"
)

// Closed is the position of the jaws' servo with the jaws closed.
const Closed = middle - turn/8

// jaws is which servo opens them.
const jaws = 5

// arm is the servos and what they carry: a world.Actor. All of it happens under the world's lock.
type arm struct {
	servos  [6]*servo
	layout  world.Layout
	wire    *wire
	leaders []*leader
	led     bool // there has been a leader: all time is theirs
}

func newArm(o Options, l world.Layout) *arm {
	a := &arm{layout: l}
	for i, at := range o.Pose {
		// Where the joints sink to when nothing holds them: forward and down.
		sinks := []float64{math.NaN(), middle + 900, middle + 600, middle + 600, math.NaN(), math.NaN()}[i]
		s := newServo(byte(i+1), float64(at), sinks)
		s.sag = o.Sag[i]
		a.servos[i] = s
	}
	return a
}

// Busy is part of world.Actor.
func (a *arm) Busy() bool {
	if a.led {
		waiting := len(a.leaders) > 0 && !slices.ContainsFunc(a.leaders, func(l *leader) bool { return !l.waits })
		return a.wire.busy() || waiting
	}
	for _, s := range a.servos {
		if s.busy() {
			return true
		}
	}
	return a.wire.busy()
}

// Advance is part of world.Actor.
func (a *arm) Advance(s *world.State, dt time.Duration) {
	a.wire.advance(s, dt)
	for _, l := range a.leaders {
		l.advance(s.Now, dt)
	}
	grip := a.servos[jaws]
	grip.least = Closed
	if d := a.layout.Between(s); d != nil {
		grip.least += steps(a.layout.DiscDiameter)
	}
	lying := a.lowest() <= a.layout.Mount.Origin.Z
	for _, servo := range a.servos {
		if lying && servo.m[rTorque] != 1 {
			servo.rest(dt) // it lies on the table
			continue
		}
		servo.advance(dt)
	}
	a.drive(s)
}

// lowest is how high the hand's end is, in the arm's frame.
func (a *arm) lowest() float64 {
	joints := a.posed().joints
	return joints[len(joints)-1].Z
}

// drive shows the world where the arm is.
func (a *arm) drive(s *world.State) {
	p := a.posed()
	m := a.layout.Mount
	s.Tool.Arm = s.Tool.Arm[:0]
	for _, joint := range p.joints {
		s.Tool.Arm = append(s.Tool.Arm, m.ToBoard(joint))
	}
	s.Tool.At = s.Tool.Arm[len(s.Tool.Arm)-1]
	open := gap(a.servos[jaws].at - Closed)
	// The jaws' direction as seen from above, and how much shorter it is so.
	from, to := m.ToBoard(world.Point{}), m.ToBoard(p.toward)
	x, y := to.X-from.X, to.Y-from.Y
	level := math.Hypot(x, y)
	if level < 0.1 {
		x, y, level = 1, 0, 1
	}
	s.Tool.Fingers = world.Fingers{
		Toward: world.Point{X: x / level, Y: y / level},
		Fixed:  fixedJaw * level, Moving: (fixedJaw + open) * level,
	}
}

// restart is a dip of the supply: every servo forgets what it was told.
func (a *arm) restart() {
	for _, s := range a.servos {
		s.wake()
	}
}
