package firmware

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"time"

	"draughtsman/internal/table/gantry"
	"draughtsman/internal/table/world"
)

// How the Dobot spends its time, and what it can do.
const (
	dobotRx        = 256 // bytes
	dobotQueue     = 32  // commands
	dobotBootLeast = 1000 * time.Millisecond
	dobotBootMost  = 2000 * time.Millisecond
	dobotLost      = 25.0 // mm by which a place may be wrong before homing
	dobotHoming    = 100  // mm/s towards the switch; upwards at half of it
)

// dobotLimits are those of an arm that is as long as the bed is wide.
var dobotLimits = gantry.Limits{Steps: axes{100, 100, 100}, Speed: axes{200, 200, 100}, Accel: axes{1000, 1000, 1000}}

// Alarms, by their bit.
const (
	dobotReset   = 0x00 // set by every start; it keeps nothing from going on
	dobotStops   = 8    // the first that does
	dobotNoPlace = 0x12
	dobotLimit   = 0x42
)

// dobot is a Dobot Magician, enlarged so that it reaches the whole bed, with its firmware: a brain. It is written from
// what its protocol says, and what people have seen: commands go into a queue and are answered with their number, a
// garbled one with silence; an alarm stops the queue; a stopped command is over and is not counted as carried out.
type dobot struct {
	gantry.Machine
	send gantry.ToHost

	booting time.Duration // left
	rx      []byte
	alarms  [16]byte

	queue   []dobotCommand // the first is being carried out if busy
	busy    bool
	running bool // the queue is carried out
	queued  uint64
	done    uint64

	speed, accel           float64      // of straight motions
	speedRatio, accelRatio float64      // per cent
	rest                   axes         // where homing ends
	legs                   []gantry.Leg // of homing
}

// dobotCommand is a command that waits for its turn.
type dobotCommand struct {
	number uint64
	id     byte
	params []byte
}

func newDobot(o gantry.Options, mount world.Mount, at world.Point, send func(string)) *dobot {
	d := &dobot{
		Machine: gantry.NewMachine(gantry.AxesOf(o.Bed), gantry.AxesOf(o.Bed), mount, at, rand.New(rand.NewPCG(o.Seed, 5))),
		send:    send,
	}
	d.PowerUp()
	return d
}

// Opened does nothing: opening the port resets no Dobot.
func (d *dobot) Opened() {}

// PowerUp starts the firmware. Sensors tell how its arms stand, and nothing how its base is turned.
func (d *dobot) PowerUp() {
	d.StopDead()
	d.Planner = gantry.Planner{Position: d.Arm}
	for _, i := range []int{x, y} {
		d.Planner.Position[i] += dobotLost * (2*d.Random.Float64() - 1)
	}
	d.Believe()
	d.rx, d.alarms, d.queue, d.busy, d.running, d.queued, d.done, d.legs, d.Pump = nil, [16]byte{}, nil, false, false, 0,
		0, nil, false
	d.alarm(dobotReset)
	d.speed, d.accel, d.speedRatio, d.accelRatio = 20, 50, 50, 50
	d.rest = d.Bed
	d.booting = dobotBootLeast + time.Duration(d.Random.Int64N(int64(dobotBootMost-dobotBootLeast)))
}

func (d *dobot) alarm(n int) { d.alarms[n/8] |= 1 << (n % 8) }

// alarmed reports whether an alarm stops the queue.
func (d *dobot) alarmed() bool {
	for _, b := range d.alarms[dobotStops/8:] {
		if b != 0 {
			return true
		}
	}
	return false
}

// Trip is a joint at its limit.
func (d *dobot) Trip() {
	if d.booting == 0 {
		d.halt()
		d.alarm(dobotLimit)
	}
}

// halt ends what is being carried out.
func (d *dobot) halt() {
	d.Planner.Drop()
	d.legs = nil
	if d.busy {
		d.queue, d.busy = d.queue[1:], false
	}
}

// Busy is part of world.Actor.
func (d *dobot) Busy() bool {
	return d.booting > 0 || d.busy || d.running && len(d.queue) > 0 && !d.alarmed()
}

// Advance is part of world.Actor.
func (d *dobot) Advance(s *world.State, dt time.Duration) {
	defer d.Drive(s)
	if d.booting > 0 {
		d.booting = max(0, d.booting-dt)
		return
	}
	if len(d.Planner.Queue) > 0 {
		d.Planner.Move(dt)
		d.Follow()
	} else if d.legs != nil {
		d.seek(dt)
	}
	d.run()
}

// run carries out what is queued, as far as that takes no time.
func (d *dobot) run() {
	for !d.alarmed() && len(d.Planner.Queue) == 0 && d.legs == nil {
		if d.busy {
			d.done = d.queue[0].number
			d.queue, d.busy = d.queue[1:], false
		}
		if !d.running || len(d.queue) == 0 {
			return
		}
		d.busy = true
		d.begin(d.queue[0])
	}
}

// begin begins to carry out a command.
func (d *dobot) begin(c dobotCommand) {
	switch c.id {
	case 31:
		d.startHoming()
	case 84:
		d.move(c.params[0], axes(dobotFloats(c.params[1:])))
	default:
		d.set(c.id, c.params)
	}
}

// move goes straight to a place, or as far as mode 7 says.
func (d *dobot) move(mode byte, to axes) {
	if mode == 7 {
		to = to.Plus(d.Planner.Position)
	}
	for i := range to {
		if !(to[i] >= -0.01 && to[i] <= d.Bed[i]+0.01) {
			d.halt()
			d.alarm(dobotNoPlace)
			return
		}
	}
	l := dobotLimits
	accel := d.accel * d.accelRatio / 100
	for i := range l.Accel {
		l.Accel[i] = max(1, min(l.Accel[i], accel))
	}
	d.Planner.Add(to, d.speed*d.speedRatio/100, l)
}

// startHoming begins to look for the switch, upwards first.
func (d *dobot) startHoming() {
	d.legs = []gantry.Leg{
		gantry.NewLeg(d.Bed, dobotHoming/2, z), gantry.NewLeg(d.Bed, dobotHoming, x, y),
		gantry.NewLeg(d.rest, dobotHoming, x, y), gantry.NewLeg(d.rest, dobotHoming/2, z),
	}
}

// seek lets homing go on.
func (d *dobot) seek(dt time.Duration) {
	if !d.legs[0].Step(dt, &d.Arm, &d.Planner.Position) {
		return
	}
	if d.legs = d.legs[1:]; len(d.legs) == 0 {
		d.legs = nil
		d.Planner.Position, d.Slip = d.Arm, axes{}
	}
}

// dobotFloats are the first three floats of some parameters.
func dobotFloats(b []byte) (v [3]float64) {
	for i := range v {
		v[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:])))
	}
	return v
}
