package feetech_test

import (
	"io"
	"math"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/feetech"
	"draughtsman/arm/kinematics"
	"draughtsman/internal/testkit/expect"
)

// bench is a port with servos at its other end that do what the driver's tests need: they move at the speed they are
// told, and answer at once. The simulated table's servos are another, more faithful kind.
type bench struct {
	t      testing.TB
	mu     sync.Mutex
	servos map[byte]*servo
	echo   bool
	twist  func(request, reply []byte) []byte // what becomes of a reply; nil: nothing
	sent   [][]byte                           // every request
	out    chan []byte
	rest   []byte
	closed chan struct{}
	once   sync.Once
	err    error // of reading and writing, once it is set
}

type servo struct {
	r      [128]byte
	at     float64
	then   time.Time
	droop  float64 // steps that it stops short of its goal
	least  float64 // what is in its way
	deaf   bool
	stuck  bool
	frozen bool // keeps moving whatever it is told

	presses  int     // thousandths, against what is in its way
	trembles float64 // steps, at every other tick, and says that it moves
	shy      bool    // never says that it moves
	numb     int     // so many writes are lost
}

func newBench(t testing.TB, c feetech.Config) *bench {
	b := &bench{t: t, servos: map[byte]*servo{}, out: make(chan []byte, 4096), closed: make(chan struct{})}
	for _, j := range c.Joints {
		b.add(j.ID, float64(j.Zero))
	}
	b.add(c.Gripper.ID, float64(c.Gripper.Closed))
	// As wide as the configuration, to a step.
	for i, r := range c.Arm.Limits {
		b.servos[c.Joints[i].ID].limits(c.Joints[i].Zero, r.Min, r.Max)
	}
	b.servos[c.Gripper.ID].limits(c.Gripper.Closed, 0, c.Gripper.Open)
	return b
}

// limits sets the servo's own limits to angles from a position.
func (s *servo) limits(zero int, least, most float64) {
	s.put(9, zero+int(math.Round(least*feetech.StepsPerTurn/2/math.Pi)))
	s.put(11, zero+int(math.Round(most*feetech.StepsPerTurn/2/math.Pi)))
}

func (b *bench) add(id byte, at float64) {
	s := &servo{at: at, then: time.Now(), least: math.Inf(-1), presses: 300}
	s.r[0], s.r[1], s.r[3], s.r[4], s.r[5] = 3, 10, 9, 3, id
	s.r[62], s.r[63] = 74, 31
	s.put(42, int(at))
	b.servos[id] = s
}

func (s *servo) put(address, value int) { s.r[address], s.r[address+1] = byte(value), byte(value>>8) }
func (s *servo) get(address int) int    { return int(s.r[address]) | int(s.r[address+1])<<8 }

// advance lets the servo move for as long as has passed.
func (s *servo) advance() {
	now := time.Now()
	dt := now.Sub(s.then).Seconds()
	s.then = now
	before := s.at
	goal := float64(s.get(42)) - s.droop
	speed := float64(s.get(46))
	if speed == 0 {
		speed = 3000
	}
	if s.r[40] == 1 && !s.stuck {
		s.at += math.Copysign(min(speed*dt, math.Abs(goal-s.at)), goal-s.at)
	}
	s.put(60, 0)
	if s.at < s.least {
		s.at = s.least
		s.put(60, s.presses|1<<10)
	}
	if s.frozen {
		s.at = before + 400*dt
	}
	s.put(56, int(math.Round(s.at+s.trembles*float64(now.UnixMilli()/20%2))))
	s.r[66] = 0
	if !s.shy && (math.Abs(s.at-before) > 0.5 || s.trembles > 0) {
		s.r[66] = 1
	}
}

func (b *bench) Read(p []byte) (int, error) {
	if len(b.rest) == 0 {
		select {
		case b.rest = <-b.out:
		case <-b.closed:
			if b.err != nil {
				return 0, b.err
			}
			return 0, io.EOF
		}
	}
	n := copy(p, b.rest)
	b.rest = b.rest[n:]
	return n, nil
}

func (b *bench) Close() error {
	b.once.Do(func() { close(b.closed) })
	return nil
}

// unplug ends the connection.
func (b *bench) unplug() {
	b.mu.Lock()
	b.err = io.ErrUnexpectedEOF
	b.mu.Unlock()
	_ = b.Close()
}

func (b *bench) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.err != nil {
		return 0, b.err
	}
	request := append([]byte(nil), p...)
	b.sent = append(b.sent, request)
	if b.echo {
		b.out <- request
	}
	for _, reply := range b.replies(request) {
		if b.twist != nil {
			reply = b.twist(request, reply)
		}
		if len(reply) > 0 {
			b.out <- reply
		}
	}
	return len(p), nil
}

func (b *bench) replies(q []byte) (replies [][]byte) {
	params := q[5 : len(q)-1]
	for id := byte(0); id < 0xfe; id++ {
		s := b.servos[id]
		if s == nil || s.deaf {
			continue
		}
		s.advance()
		mine := q[2] == id || q[2] == 0xfe
		switch q[4] {
		case 1:
			if mine {
				replies = append(replies, s.reply(id, nil))
			}
		case 2:
			if mine {
				replies = append(replies, s.reply(id, s.r[params[0]:params[0]+params[1]]))
			}
		case 0x82:
			for _, other := range params[2:] {
				if other == id {
					replies = append(replies, s.reply(id, s.r[params[0]:params[0]+params[1]]))
				}
			}
		case 0x83:
			n := int(params[1])
			b.guard(int(params[0]), params[2:], n)
			for rest := params[2:]; len(rest) > n; rest = rest[n+1:] {
				switch {
				case rest[0] != id:
				case s.numb > 0:
					s.numb--
				default:
					copy(s.r[params[0]:], rest[1:n+1])
					if params[0] == 40 && rest[1] == 1 {
						s.r[65] &^= 32 // an overload is over
					}
				}
			}
		}
	}
	return replies
}

// guard fails the test when something is written that never may be.
func (b *bench) guard(address int, rest []byte, n int) {
	if address < 40 || address+n > 55 {
		b.t.Errorf("registers %d to %d were written", address, address+n-1)
	}
	for ; len(rest) > n; rest = rest[n+1:] {
		if address == 40 && rest[1] > 1 {
			b.t.Errorf("%d was written to the torque switch", rest[1])
		}
	}
}

func (s *servo) reply(id byte, data []byte) []byte {
	r := append([]byte{0xff, 0xff, id, byte(len(data) + 2), s.r[65]}, data...)
	sum := byte(0)
	for _, v := range r[2:] {
		sum += v
	}
	return append(r, ^sum)
}

// so101 is the arm of these tests.
func so101() feetech.Config {
	a := kinematics.SO101()
	a.Links.Aside = 5.6
	return feetech.Config{
		Limits: arm.Limits{Min: arm.Point{X: -400, Y: -400}, Max: arm.Point{X: 400, Y: 400, Z: 200}, MaxSpeed: 200},
		Arm:    a,
		Joints: [5]feetech.Joint{{ID: 1, Zero: 2048}, {ID: 2, Zero: 2048}, {ID: 3, Zero: 2048}, {ID: 4, Zero: 2048},
			{ID: 5, Zero: 2048}},
		Gripper: feetech.Gripper{ID: 6, Closed: 1500, Open: 0.4, Thin: 0.1, Held: 3.6},
		Home:    arm.Point{X: 150, Y: -100, Z: 80},
	}
}

// start connects to a bench and homes the arm.
func start(t *testing.T, change ...func(*feetech.Config)) (*feetech.Driver, *bench) {
	t.Helper()
	c := so101()
	for _, f := range change {
		f(&c)
	}
	b := newBench(t, c)
	d := connect(t, c, b)
	expect.OK(t, d.Home(t.Context()))
	return d, b
}

func connect(t *testing.T, c feetech.Config, b *bench) *feetech.Driver {
	t.Helper()
	d, err := feetech.Connect(t.Context(), b, c)
	expect.OK(t, err)
	t.Cleanup(func() { _ = d.Close() })
	return d
}

// bubble runs a test in time that jumps.
func bubble(t *testing.T, f func(t *testing.T)) { t.Helper(); synctest.Test(t, f) }
