package firmware

import (
	"math/rand/v2"
	"strings"
	"time"

	"draughtsman/internal/table/gantry"
	"draughtsman/internal/table/world"
)

// How the uArm spends its time.
const (
	uarmRing      = 4
	uarmRx        = 256 // bytes
	uarmLine      = 95
	uarmBootLeast = 1500 * time.Millisecond
	uarmBootMost  = 2500 * time.Millisecond
	uarmSwallows  = 500 * time.Millisecond  // of that at its end it already listens
	uarmFed       = 4.0                     // mm before the end of a motion all of it is in the planner
	uarmEvent     = 100 * time.Millisecond  // from standing still to saying so
	uarmMotors    = 1100 * time.Millisecond // that M17 takes
	uarmSinks     = 1.0                     // mm/s
	uarmFeels     = 300 * time.Millisecond  // from the pump's start to its noticing a load
	uarmCleaning  = 500 * time.Millisecond  // for which motions are dropped after a quick stop: 5000 calls, 0.1 ms apart
	uarmEncoders  = 0.15                    // mm along each axis by which its encoders may be wrong
)

// uarmLimits are those of an arm that is as long as the bed is wide.
var uarmLimits = gantry.Limits{
	Steps: axes{100, 100, 100}, Speed: axes{200, 200, 100}, Accel: axes{800, 800, 600}, Junction: 0.01,
}

// uarm is a uArm Swift Pro, enlarged so that it reaches the whole bed, with its firmware: a brain. It is written from
// what the real one was seen to do: a motion's ok comes when the planner has it all, everything queues behind it, E22
// comes with ok, an unknown command gets no answer under its number. Its motions are straight lines in x, y and z.
//
// What it takes for its place is a variable of its own (current_position), which P2220 prints: after a motion where
// it was sent, whatever became of it, and after a quick stop the angles of its joints, as if they were millimetres.
// The next motion begins there. Its encoders it reads when it starts, at M17, M2000 and M2400; P2200 and the reports
// of M2120 read them without taking note. For half a second after a quick stop it drops what it is told to do.
type uarm struct {
	gantry.Machine
	links uarmLinks
	taken axes // for its place
	send  gantry.ToHost

	booting time.Duration // left
	dead    bool          // kill()
	rx      []byte
	line    []byte
	ring    []string // the first being executed
	work    gantry.Chores
	ends    int // of lines that were sent, of which the firmware has several

	moved    bool          // since it last stood still
	quiet    time.Duration // since it stands
	events   bool          // M2122
	period   time.Duration // of position reports, M2120; 0: none
	reported time.Duration // ago
	delay    time.Duration // of a slow command
	motors   bool
	pumping  time.Duration
	holds    bool          // something hangs on the tool
	cut      bool          // the motion being executed was stopped
	cleaning time.Duration // left
}

func newUArm(o gantry.Options, mount world.Mount, at world.Point, send func(string)) *uarm {
	u := &uarm{
		Machine: gantry.NewMachine(gantry.AxesOf(o.Bed), gantry.AxesOf(o.Bed), mount, at, rand.New(rand.NewPCG(o.Seed, 4))),
		links:   newUArmLinks(gantry.AxesOf(o.Bed)),
		send:    send,
	}
	u.PowerUp()
	return u
}

// Opened is the DTR line.
func (u *uarm) Opened() { u.PowerUp() }

// PowerUp starts the firmware. The joints' encoders tell where the arm is.
func (u *uarm) PowerUp() {
	u.StopDead()
	u.sense()
	u.cleaning = 0
	u.dead, u.rx, u.line, u.ring, u.work = false, nil, nil, nil, nil
	u.moved, u.events, u.period, u.delay, u.motors, u.Pump, u.cut = false, false, 0, 0, true, false, false
	u.booting = uarmBootLeast + time.Duration(u.Random.Int64N(int64(uarmBootMost-uarmBootLeast)))
}

// measured is where the encoders have the arm.
func (u *uarm) measured() axes {
	at := u.Arm
	for i := range at {
		at[i] += uarmEncoders * (2*u.Random.Float64() - 1)
	}
	return at
}

// sense reads the encoders, and takes what they say for the arm's place.
func (u *uarm) sense() {
	u.taken = u.measured()
	u.Planner = gantry.Planner{Position: u.taken}
	u.Believe()
}

// quickStop forgets all motions, and takes the angles of the joints for the place.
func (u *uarm) quickStop() {
	u.StopDead()
	u.cut, u.cleaning = true, uarmCleaning
	u.taken = u.links.angles(u.Planner.Position)
}

func (u *uarm) greet() {
	u.send("start\r\n")
	u.send("echo: External Reset\r\n")
	u.send("Marlin 1.1.0-RC8\r\n")
	u.send("echo: Last Updated: 2016-12-06 12:00 | Author: (none, default config)\r\n")
	for _, what := range []string{"Free Memory: 3021  PlannerBufferBytes: 1232", "Hardcoded Default Settings Loaded",
		"Steps per unit:", "Maximum feedrates (units/s):", "Maximum Acceleration (units/s2):",
		"Accelerations: P=print, R=retract and T=travel", "Advanced variables", "Home offset (mm):"} {
		u.send.Sayf("echo:%s\n", what)
	}
	u.send("@1\n")
	u.send("@5 V1\r\n")
}

// Trip is kill().
func (u *uarm) Trip() { u.kill() }

func (u *uarm) kill() {
	u.StopDead()
	u.dead, u.ring, u.work, u.rx = true, nil, nil, nil
	u.send("Error:Printer halted. kill() called!\n")
}

func (u *uarm) Receive(bytes []byte) {
	for _, b := range bytes {
		if u.dead || u.booting > uarmSwallows {
			continue
		}
		if len(u.rx) < uarmRx {
			u.rx = append(u.rx, b)
		}
		u.run()
	}
}

// Busy is part of world.Actor.
func (u *uarm) Busy() bool {
	return u.booting > 0 || u.delay > 0 || u.cleaning > 0 || len(u.Planner.Queue) > 0 || u.moved
}

// Advance is part of world.Actor.
func (u *uarm) Advance(s *world.State, dt time.Duration) {
	defer u.Drive(s)
	u.holds = s.Tool.Held != world.NoDisc
	if u.booting > 0 {
		u.sink(dt)
		if u.booting -= dt; u.booting <= 0 {
			u.booting = 0
			u.sense()
			u.greet()
		}
	}
	if u.dead || u.booting > 0 {
		return
	}
	u.delay, u.cleaning = max(0, u.delay-dt), max(0, u.cleaning-dt)
	if u.Pump {
		u.pumping += dt
	} else {
		u.pumping = 0
	}
	if len(u.Planner.Queue) > 0 {
		u.Planner.Move(dt)
		u.Follow()
		u.moved, u.quiet = true, 0
	}
	u.run()
	u.tell(dt)
}

// sink is what the arm does while its motors have no current.
func (u *uarm) sink(dt time.Duration) {
	u.Arm[z] = max(0, u.Arm[z]-uarmSinks*dt.Seconds())
}

// tell sends the events that come unasked.
func (u *uarm) tell(dt time.Duration) {
	if u.moved && len(u.Planner.Queue) == 0 && u.cleaning == 0 {
		if u.quiet += dt; u.quiet >= uarmEvent {
			u.moved = false
			if u.events {
				u.send("@9 V0\n")
			}
		}
	}
	if u.period > 0 {
		if u.reported += dt; u.reported >= u.period {
			u.reported = 0
			at := u.measured()
			u.send.Sayf("@3 X%.2f Y%.2f Z%.2f R90.00\r\n", at[x], at[y], at[z])
		}
	}
}

// run is the main loop.
func (u *uarm) run() {
	for !u.dead && u.booting == 0 {
		u.read()
		if u.dead {
			return
		}
		if len(u.work) > 0 {
			if !u.work[0]() {
				return
			}
			if u.work = u.work[1:]; len(u.work) == 0 {
				u.ring = u.ring[1:]
			}
			continue
		}
		if len(u.ring) == 0 {
			return
		}
		if u.execute(u.ring[0]); len(u.work) == 0 && len(u.ring) > 0 {
			u.ring = u.ring[1:]
		}
	}
}

// read takes lines out of the serial buffer while there is room for them, and acts on those at once that it compares
// as they are read.
func (u *uarm) read() {
	for len(u.rx) > 0 && len(u.ring) < uarmRing && !u.dead {
		b := u.rx[0]
		u.rx = u.rx[1:]
		if b != '\n' && b != '\r' {
			if len(u.line) < uarmLine {
				u.line = append(u.line, b)
			}
			continue
		}
		text := strings.TrimSpace(string(u.line))
		u.line = nil
		switch text {
		case "":
			continue
		case "M112":
			u.kill()
			return
		case "M410":
			u.quickStop() // and once more in its turn
		}
		u.ring = append(u.ring, text)
	}
}

// reply answers a request, under its number if it had one. The firmware is not of one mind about how a line ends.
func (u *uarm) reply(number, text string) {
	ends := []string{"\n", "\r\n", "\n", "\r\n\r\n"}
	u.ends++
	if number != "" {
		text = "$" + number + " " + text
	}
	u.send(text + ends[u.ends%len(ends)])
}
