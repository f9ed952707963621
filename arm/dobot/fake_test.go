package dobot_test

import (
	"encoding/binary"
	"io"
	"math"
	"slices"
	"sync"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/dobot"
)

// fake is an arm that makes each motion in the same time, and remembers which it has made. Things go wrong with the
// packets that are written to it, by their number.
type fake struct {
	mu     sync.Mutex
	cond   *sync.Cond
	out    []byte
	closed bool

	says    string               // it is no Dobot, and says this to everything
	mute    bool                 // it says nothing
	wrong   map[int][]string     // what goes wrong with which packet
	crumbs  bool                 // its answers come byte by byte
	old     bool                 // alarms are cleared by 21
	before  bool                 // it tells what it is carrying out, not what it has carried out
	onWrite func(p dobot.Packet) // looks on
	packets int                  // that were written to it
	held    []byte               // of answers that are late
	late    bool                 // answers are held
	index   uint64               // of the last command
	done    uint64               // that was carried out
	running bool                 // the queue is carried out
	queue   []queuedPacket       // the first is under way
	began   time.Time            // with that
	alarms  [16]byte             //
	at      arm.Point            //
	rest    arm.Point            // where homing ends
	made    []arm.Point          // motions, and homing as the zero Point
	tool    []byte               // how it was switched, without repetitions
}

type queuedPacket struct {
	number uint64
	dobot.Packet
}

const (
	motionTakes = 150 * time.Millisecond
	homingTakes = 5 * time.Second
	lateBy      = 700 * time.Millisecond
)

// What goes wrong with a packet or its answer.
const (
	loses         = "lose"
	garbles       = "garble"
	losesAnswer   = "lose answer"
	garblesAnswer = "garble answer"
	lateAnswer    = "late answer"
	restarts      = "restart"
)

func newFake() *fake {
	f := &fake{wrong: map[int][]string{}, alarms: [16]byte{1}, at: arm.Point{X: 200, Z: -40}}
	f.cond = sync.NewCond(&f.mu)
	return f
}

func (f *fake) Read(b []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for len(f.out) == 0 {
		if f.closed {
			return 0, io.EOF
		}
		f.cond.Wait()
	}
	if f.crumbs {
		b = b[:1]
	}
	n := copy(b, f.out)
	f.out = f.out[n:]
	return n, nil
}

func (f *fake) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
	f.cond.Broadcast()
	return nil
}

func (f *fake) Write(b []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.proceed()
	rest := b
	for len(rest) > 0 {
		n := int(rest[2]) + 4
		f.packet(slices.Clone(rest[:n]))
		rest = rest[n:]
	}
	return len(b), nil
}

func (f *fake) packet(b []byte) {
	wrong := f.wrong[f.packets]
	f.packets++
	if slices.Contains(wrong, restarts) {
		f.restart()
	}
	switch {
	case f.says != "":
		f.say([]byte(f.says))
		return
	case f.mute, slices.Contains(wrong, loses):
		return
	case slices.Contains(wrong, garbles):
		b[len(b)-2] ^= 0x15
	}
	p, err := dobot.Parse(b)
	if err != nil {
		return
	}
	if f.onWrite != nil {
		f.onWrite(p)
	}
	params, known := f.obey(p)
	if !known {
		return
	}
	p.Params = params
	answer, err := p.Encode()
	if err != nil {
		panic(err)
	}
	switch {
	case slices.Contains(wrong, losesAnswer):
		return
	case slices.Contains(wrong, garblesAnswer):
		answer[2] ^= 0x15
	case slices.Contains(wrong, lateAnswer) && !f.late:
		f.late = true
		time.AfterFunc(lateBy, func() {
			f.mu.Lock()
			defer f.mu.Unlock()
			f.late = false
			f.say(f.held)
			f.held = nil
		})
	}
	f.say(answer)
}

func (f *fake) say(b []byte) {
	if f.late {
		f.held = append(f.held, b...)
		return
	}
	f.out = append(f.out, b...)
	f.cond.Broadcast()
}

func (f *fake) restart() {
	f.queue, f.index, f.done, f.running, f.alarms = nil, 0, 0, false, [16]byte{1}
}

// obey carries out a packet, and returns what its answer has.
func (f *fake) obey(p dobot.Packet) (params []byte, known bool) {
	switch {
	case p.Queued:
		f.index++
		if len(f.queue) == 0 {
			f.began = time.Now()
		}
		f.queue = append(f.queue, queuedPacket{f.index, p})
		f.proceed()
		return binary.LittleEndian.AppendUint64(nil, f.index), true
	case p.Write:
		return nil, f.set(p)
	}
	switch p.ID {
	case 2:
		return []byte{3, 2, 2}, true
	case 10:
		at := f.pose()
		return slices.Concat(float(at.X), float(at.Y), float(at.Z), make([]byte, 20)), true
	case 20:
		return f.alarms[:], true
	case 246:
		tells := f.done
		if f.before && len(f.queue) > 0 {
			tells = f.queue[0].number
		}
		return binary.LittleEndian.AppendUint64(nil, tells), true
	}
	return nil, false
}

func (f *fake) set(p dobot.Packet) bool {
	switch p.ID {
	case 20, 21:
		if f.old == (p.ID == 20) {
			return f.old // old firmware takes it for something else
		}
		f.alarms = [16]byte{}
	case 30:
		f.rest = point(p.Params)
	case 62, 63:
		if n := len(f.tool); n == 0 || f.tool[n-1] != p.Params[1] {
			f.tool = append(f.tool, p.Params[1])
		}
	case 240:
		f.running, f.began = true, time.Now()
	case 242:
		f.running = false
		if len(f.queue) > 0 {
			f.queue = f.queue[1:]
		}
	case 245:
		f.queue = nil
	}
	return true
}

// proceed carries out what is queued.
func (f *fake) proceed() {
	for f.running && len(f.queue) > 0 && slices.Max(f.alarms[1:]) == 0 {
		p, takes := f.queue[0], time.Duration(0)
		switch p.ID {
		case 84:
			takes = motionTakes
		case 31:
			takes = homingTakes
		}
		if time.Since(f.began) < takes {
			return
		}
		switch p.ID {
		case 84:
			f.at = point(p.Params[1:])
			f.made = append(f.made, f.at)
		case 31:
			f.at = f.rest
			f.made = append(f.made, arm.Point{})
		}
		f.began, f.done, f.queue = f.began.Add(takes), p.number, f.queue[1:]
	}
}

// pose is where the arm is, on its way.
func (f *fake) pose() arm.Point {
	if !f.running || len(f.queue) == 0 {
		return f.at
	}
	if f.queue[0].ID == 31 { // it is turning
		return arm.Point{X: f.at.X, Y: 10 * time.Since(f.began).Seconds(), Z: f.at.Z}
	}
	to, share := point(f.queue[0].Params[1:]), float64(time.Since(f.began))/float64(motionTakes)
	return arm.Point{X: f.at.X + share*(to.X-f.at.X), Y: f.at.Y + share*(to.Y-f.at.Y), Z: f.at.Z + share*(to.Z-f.at.Z)}
}

func float(v float64) []byte {
	return binary.LittleEndian.AppendUint32(nil, math.Float32bits(float32(v)))
}

func point(b []byte) arm.Point {
	at := func(i int) float64 {
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:])))
	}
	return arm.Point{X: at(0), Y: at(1), Z: at(2)}
}
