package servos

import (
	"math"
	"time"
)

// What the servos can do, in steps (4096 a turn) and seconds.
const (
	turn         = 4096
	middle       = 2048
	topSpeed     = 3000.0  // steps/s
	topAccel     = 30000.0 // steps/s², where 0 or 255 is asked for
	accelUnit    = 100.0   // steps/s² of register 41
	sinkSpeed    = 500.0   // at which an arm that was let go sinks, steps/s
	wakeTime     = 250 * time.Millisecond
	overloadTime = 2 * time.Second // of pressing with all it has
)

// Bits of the status.
const (
	badVoltage = 1 << 0
	overloaded = 1 << 5
)

// servo is one servo and what its axis is at.
type servo struct {
	m       memory
	at      float64 // steps, as its sensor counts them
	speed   float64 // steps/s
	sag     float64 // steps that its load pulls it off its goal
	sinks   float64 // where it sinks to when it lets go, steps; NaN: it stays
	raised  bool    // it has held: before that the arm lies as it was left
	strain  time.Duration
	asleep  time.Duration // it has just been switched on
	pending []byte        // a write that waits for its action
	least   float64       // what is in its way: it cannot go below
	blocked bool          // by that
	eprom   int           // how often its EPROM was written
}

func newServo(id byte, at, sinks float64) *servo {
	s := &servo{at: at, sinks: sinks, least: math.Inf(-1)}
	s.m[rFirmware], s.m[rFirmware+1] = 3, 10
	s.m[rModel], s.m[rModel+1] = 9, 3
	s.m[rID] = id
	s.m.putWord(rMost, turn-1)
	s.m[rVoltage], s.m[rTemperature] = 74, 29
	s.wake()
	s.asleep = 0
	return s
}

// wake is what a servo does when it gets power.
func (s *servo) wake() {
	clear(s.m[rTorque:rLock])
	s.m[rLock] = 1
	s.m.putWord(rTorqueLimit, 1000)
	s.m[rStatus] = 0
	s.m.putSigned(rGoal, int(math.Round(s.at)), 15)
	s.speed, s.strain, s.pending, s.asleep = 0, 0, nil, wakeTime
	s.tell()
}

// busy reports whether its axis turns, or will.
func (s *servo) busy() bool {
	return s.asleep > 0 || s.speed != 0 || s.m[rTorque] == 1 && !s.blocked && math.Abs(s.target()-s.at) > 0.5
}

// target is where it tries to go.
func (s *servo) target() float64 {
	goal := float64(s.m.signed(rGoal))
	if most := s.m.word(rMost); most > 0 {
		goal = min(max(goal, float64(s.m.word(rLeast))), float64(most))
	}
	return goal + s.sag
}

// advance lets its axis turn for a time.
func (s *servo) advance(dt time.Duration) {
	s.asleep = max(0, s.asleep-dt)
	seconds := dt.Seconds()
	switch {
	case s.m[rTorque] == 1:
		s.drive(seconds)
	case s.raised && !math.IsNaN(s.sinks):
		way := s.sinks - s.at
		s.speed = math.Copysign(min(sinkSpeed, math.Abs(way)/seconds), way)
		s.at += s.speed * seconds
	default:
		s.speed = 0
	}
	s.blocked = s.at < s.least
	if s.blocked {
		s.at, s.speed = s.least, 0
	}
	s.tire(dt)
	s.tell()
}

// rest lets time pass for a servo that lies still.
func (s *servo) rest(dt time.Duration) {
	s.asleep, s.speed = max(0, s.asleep-dt), 0
	s.tell()
}

// drive turns the axis towards the target with the speed and the acceleration that were asked for.
func (s *servo) drive(seconds float64) {
	top := topSpeed
	if asked := s.m.word(rSpeed) &^ 0x8000; asked > 0 {
		top = min(float64(asked), top)
	}
	accel := topAccel
	if asked := s.m[rAcceleration]; asked > 0 && asked < 255 {
		accel = float64(asked) * accelUnit
	}
	way := s.target() - s.at
	wanted := math.Copysign(min(top, math.Sqrt(2*accel*math.Abs(way)), math.Abs(way)/seconds), way)
	change := accel * seconds
	s.speed += min(max(wanted-s.speed, -change), change)
	if way == 0 && math.Abs(s.speed) <= change {
		s.speed = 0
	}
	s.at += s.speed * seconds
}

// tire lets a servo that presses against something with nearly all it has give up after a while.
func (s *servo) tire(dt time.Duration) {
	if !s.blocked || s.m[rTorque] != 1 || s.load() < 800 {
		s.strain = 0
		return
	}
	if s.strain += dt; s.strain > overloadTime {
		s.m[rStatus] |= overloaded
		s.m[rTorque] = 0
	}
}

// load is how hard it works, in thousandths.
func (s *servo) load() int {
	if s.m[rTorque] != 1 {
		return 0
	}
	load := 20*s.sag/10 + s.speed/60
	if s.blocked {
		load = 4 * (s.target() - s.at)
	}
	limit := float64(s.m.word(rTorqueLimit))
	return int(min(max(load, -limit), limit))
}

// tell writes what it measures into its registers.
func (s *servo) tell() {
	s.m.putSigned(rPosition, int(math.Round(s.at)), 15)
	s.m.putSigned(rVelocity, int(math.Round(s.speed)), 15)
	load := s.load()
	s.m.putSigned(rLoad, load, 10)
	s.m.putSigned(rCurrent, load/3, 15)
	s.m[rMoving] = 0
	if math.Abs(s.speed) > 5 {
		s.m[rMoving] = 1
	}
}

// write is a write as the servo takes it: what can only be read stays.
func (s *servo) write(address int, data []byte) {
	for i, b := range data {
		at := address + i
		if at >= registers || readOnly(at) {
			continue
		}
		if at < rTorque {
			s.eprom++
		}
		if at == rTorque {
			s.switchTorque(b)
			continue
		}
		s.m[at] = b
	}
	s.tell()
}

// switchTorque is a write to the torque switch.
func (s *servo) switchTorque(b byte) {
	switch {
	case b == 128: // the present position becomes the middle
		s.at = middle
		s.eprom++
		return
	case b == 1 && s.m[rTorque] != 1:
		s.m[rStatus] &^= overloaded
		s.strain, s.raised = 0, true
	}
	s.m[rTorque] = b
}
