package firmware

import (
	"math/rand/v2"
	"time"

	"draughtsman/internal/table/gantry"
	"draughtsman/internal/table/world"
)

// How Marlin spends its time, and the sizes of its buffers.
const (
	marlinRing      = 4   // lines (BUFSIZE), the one that is executed included
	marlinRx        = 128 // bytes of an AVR's serial buffer
	marlinLine      = 95  // characters; what is longer is cut off
	marlinBlocks    = 16  // motions in the planner
	marlinKeepAlive = 2 * time.Second
	marlinCleaning  = time.Second // for which motions are dropped after a quick stop
	marlinSwallows  = 700 * time.Millisecond
	marlinBootLeast = 1200 * time.Millisecond
	marlinBootMost  = 2500 * time.Millisecond
	marlinHoming    = 200 // mm/s towards a switch; z at a quarter of it
	marlinBump      = 5   // mm that it moves back to touch the switch again
)

// Limits of the motors: marlinLimits of the board as it was set up for this gantry, those of marlinFactory after M502
// (Configuration.h: DEFAULT_MAX_FEEDRATE, DEFAULT_MAX_ACCELERATION).
var (
	marlinLimits = gantry.Limits{
		Steps: axes{80, 80, 400}, Speed: axes{200, 200, 80}, Accel: axes{1200, 1200, 600}, Junction: 0.013,
	}
	marlinFactory = gantry.Limits{
		Steps: axes{80, 80, 400}, Speed: axes{300, 300, 5}, Accel: axes{3000, 3000, 100}, Junction: 0.013,
	}
)

// marlin is a Marlin 2.1 on an AVR board, with a pump on its fan output: a brain. It is written from what the real
// one was seen to do: "ok" means queued, M114 tells the queue's end, soft endstops clamp in silence, blank lines and
// repeated numbers get no answer, and kill() is the end.
type marlin struct {
	gantry.Machine
	send   gantry.ToHost
	native bool          // the serial line is USB itself
	stored gantry.Limits // by M500
	limits gantry.Limits

	booting   time.Duration // left
	dead      bool          // kill()
	rx        []byte        // received, not yet read
	line      []byte        // being read
	comment   bool          // the rest of that line is one
	lastN     int
	ring      []string // read, the first being executed
	work      gantry.Chores
	busy      time.Duration // since work began, or its last sign of life
	keepAlive time.Duration
	cleaning  time.Duration // left
	homing    []gantry.Leg
	failed    bool // homing was cut short
	paused    bool // M0
	homed     bool
	endstops  bool // the soft ones
	relative  bool
	feed      float64 // mm/s
	dwell     time.Duration
}

func newMarlin(o gantry.Options, mount world.Mount, at world.Point, send func(string)) *marlin {
	m := &marlin{
		Machine: gantry.NewMachine(gantry.AxesOf(o.Bed), gantry.AxesOf(o.Bed), mount, at, rand.New(rand.NewPCG(o.Seed, 3))),
		send:    send,
		native:  o.NativeUSB,
		stored:  marlinLimits,
	}
	m.PowerUp()
	return m
}

// Opened is the DTR line, which a board on native USB does not have.
func (m *marlin) Opened() {
	if !m.native {
		m.PowerUp()
	}
}

// PowerUp starts the firmware, which takes the place where it wakes up for the origin.
func (m *marlin) PowerUp() {
	m.StopDead()
	m.Planner = gantry.Planner{}
	m.Believe()
	m.limits = m.stored
	m.dead, m.rx, m.line, m.comment, m.lastN = false, nil, nil, false, 0
	m.ring, m.work, m.cleaning, m.homing, m.failed, m.paused = nil, nil, 0, nil, false, false
	m.homed, m.endstops, m.relative, m.feed, m.dwell, m.Pump = false, true, false, 25, 0, false
	m.keepAlive = marlinKeepAlive
	m.booting = marlinBootLeast + time.Duration(m.Random.Int64N(int64(marlinBootMost-marlinBootLeast)))
}

func (m *marlin) greet() {
	m.send("start\n")
	m.send("echo: External Reset\n")
	m.send("Marlin 2.1.2.7\n")
	m.send("echo: Last Updated: 2026-01-30 | Author: (none, default config)\n")
	m.send("echo: Compiled: Nov 20 2026\n")
	m.send("echo: Free Memory: 4123  PlannerBufferBytes: 1168\n")
}

// Trip is kill().
func (m *marlin) Trip() { m.kill("Error:Printer halted. kill() called!\n") }

func (m *marlin) kill(lines ...string) {
	if m.dead {
		return
	}
	m.StopDead()
	m.dead, m.ring, m.work, m.homing, m.rx = true, nil, nil, nil, nil
	for _, text := range lines {
		m.send(text)
	}
}

// Receive is what arrives on the serial line. What does not fit the buffer is lost.
func (m *marlin) Receive(bytes []byte) {
	for _, b := range bytes {
		if m.dead || m.booting > marlinSwallows {
			continue // the boot loader eats it
		}
		if len(m.rx) < marlinRx {
			m.rx = append(m.rx, b)
		}
		m.run()
	}
}

// Busy is part of world.Actor.
func (m *marlin) Busy() bool {
	return m.booting > 0 || m.homing != nil || len(m.Planner.Queue) > 0 || m.cleaning > 0 || m.dwell > 0
}

// Advance is part of world.Actor.
func (m *marlin) Advance(s *world.State, dt time.Duration) {
	defer m.Drive(s)
	if m.booting > 0 {
		if m.booting -= dt; m.booting <= 0 {
			m.booting = 0
			m.greet()
		}
	}
	if m.dead || m.booting > 0 {
		return
	}
	m.cleaning, m.dwell = max(0, m.cleaning-dt), max(0, m.dwell-dt)
	switch {
	case m.homing != nil:
		m.home(dt)
	case len(m.Planner.Queue) > 0:
		m.Planner.Move(dt)
		m.Follow()
	}
	m.run()
	if len(m.work) == 0 || m.keepAlive == 0 {
		m.busy = 0
	} else if m.busy += dt; m.busy >= m.keepAlive {
		m.busy = 0
		m.send("echo:busy: " + map[bool]string{true: "paused for user", false: "processing"}[m.paused] + "\n")
	}
}

// run is the main loop: it reads lines as long as there is room for them, and executes one after the other.
func (m *marlin) run() {
	if m.booting > 0 {
		return
	}
	for !m.dead {
		m.read()
		if m.dead {
			return
		}
		if len(m.work) > 0 {
			if !m.work[0]() {
				return
			}
			if m.dead {
				return
			}
			if m.work = m.work[1:]; len(m.work) == 0 {
				m.done()
			}
			continue
		}
		if len(m.ring) == 0 {
			return
		}
		m.execute(m.ring[0])
		if len(m.work) == 0 && !m.dead {
			m.done()
		}
	}
}

// done is the end of a line: its buffer is free again.
func (m *marlin) done() {
	if len(m.ring) > 0 {
		m.ring = m.ring[1:]
	}
	m.send("ok\n")
}

// quickStop forgets all motions. The motors stop dead; the steps that they lose by it the controller does not know of.
func (m *marlin) quickStop() {
	m.StopDead()
	m.cleaning = marlinCleaning
	if m.homing != nil {
		m.homing, m.failed = nil, true
		m.Believe()
	}
}

// home lets the homing cycle go on: z first, since its switch is at the top.
func (m *marlin) home(dt time.Duration) {
	if !m.homing[0].Step(dt, &m.Arm) {
		return
	}
	if m.homing = m.homing[1:]; len(m.homing) > 0 {
		return
	}
	m.homing, m.homed = nil, true
	m.Planner.Position, m.Slip = m.Bed, axes{}
	m.Believe()
}

// startHoming plans it.
func (m *marlin) startHoming() {
	m.Planner.Drop()
	for _, axis := range []int{z, x, y} {
		speed := float64(marlinHoming)
		if axis == z {
			speed /= 4
		}
		back := m.Bed
		back[axis] -= marlinBump
		m.homing = append(m.homing, gantry.NewLeg(m.Bed, speed, axis), gantry.NewLeg(back, speed, axis),
			gantry.NewLeg(m.Bed, speed/10, axis))
	}
}
