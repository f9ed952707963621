package servos

import (
	"bytes"
	"io"
	"testing"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/expect"
)

// desk is an arm on a fake line, and what it said.
type desk struct {
	t    *testing.T
	w    *world.World
	bus  *Bus
	host io.ReadWriteCloser
}

func newDesk(t *testing.T, o Options) *desk {
	t.Helper()
	l := world.DefaultLayout()
	w := world.New(world.NewState(l, checkers.Position{}, 1), world.Options{Layout: l})
	o.Memory = true
	b, err := Start(w, o)
	expect.OK(t, err)
	t.Cleanup(func() { _ = b.Close() })
	port, err := b.Dial()
	expect.OK(t, err)
	return &desk{t, w, b, port}
}

// say sends bytes and returns what came back at once.
func (d *desk) say(b ...byte) (said []byte) {
	d.t.Helper()
	if _, err := d.host.Write(b); err != nil {
		d.t.Fatal(err)
	}
	return d.heard()
}

func (d *desk) heard() (said []byte) {
	n := d.host.(interface{ Buffered() int }).Buffered()
	if n == 0 {
		return nil
	}
	said = make([]byte, n)
	if _, err := io.ReadFull(d.host, said); err != nil {
		d.t.Fatal(err)
	}
	return said
}

// packet frames a packet.
func packet(id, code byte, params ...byte) []byte {
	b := append([]byte{0xff, 0xff, id, byte(len(params) + 2), code}, params...)
	var sum byte
	for _, v := range b[2:] {
		sum += v
	}
	return append(b, ^sum)
}

// What servos say, and to what they say nothing.
func TestAnswers(t *testing.T) {
	fine := packet(3, 0)
	for name, c := range map[string]struct{ send, want []byte }{
		"ping":                   {packet(3, 1), fine},
		"model":                  {packet(3, 2, 3, 2), packet(3, 0, 9, 3)},
		"bad checksum":           {append(packet(3, 1)[:5], 0), nil},
		"unknown id":             {packet(9, 1), nil},
		"read of too little":     {packet(3, 2, 3), nil},
		"read of too much":       {packet(3, 2, 3, 2, 1), nil},
		"read out of range":      {packet(3, 2, 80, 20), nil},
		"write out of range":     {packet(3, 3, 86, 1, 1), nil},
		"write of nothing":       {packet(3, 3, 42), nil},
		"unknown instruction":    {packet(3, 0x77, 1, 2), fine},
		"write to a measurement": {packet(3, 3, 56, 1, 2), fine},
		"write to all":           {packet(0xfe, 3, 41, 9), nil},
		"ping to all": {packet(0xfe, 1),
			bytes.Join([][]byte{packet(1, 0), packet(2, 0), packet(3, 0), packet(4, 0), packet(5, 0), packet(6, 0)}, nil)},
		"read of several":         {packet(0xfe, 0x82, 3, 2, 4, 9, 2), append(packet(4, 0, 9, 3), packet(2, 0, 9, 3)...)},
		"write to several":        {packet(0xfe, 0x83, 41, 1, 3, 7, 4, 8), nil},
		"noise before the header": {append([]byte{1, 0xff, 3}, packet(3, 1)...), fine},
		"a third FF":              {append([]byte{0xff}, packet(3, 1)...), fine},
		"length 0":                {append([]byte{0xff, 0xff, 3, 0, 1, 0xfb}, packet(3, 1)...), fine},
	} {
		t.Run(name, func(t *testing.T) {
			if got := newDesk(t, Options{}).say(c.send...); !bytes.Equal(got, c.want) {
				t.Errorf("% x, want % x", got, c.want)
			}
		})
	}
}

func TestMeasurementsCannotBeWritten(t *testing.T) {
	d := newDesk(t, Options{Pose: [6]int{0, 0, 1000, 0, 0, 0}})
	d.say(packet(3, 3, 56, 1, 2)...)
	if got := d.say(packet(3, 2, 56, 2)...); !bytes.Equal(got, packet(3, 0, 0xe8, 3)) {
		t.Errorf("% x", got)
	}
}

func TestLaterAndAction(t *testing.T) {
	d := newDesk(t, Options{})
	d.say(packet(3, 4, 41, 50)...)
	if got := d.say(packet(3, 2, 41, 1)...); !bytes.Equal(got, packet(3, 0, 0)) {
		t.Errorf("before: % x", got)
	}
	d.say(packet(0xfe, 5)...)
	if got := d.say(packet(3, 2, 41, 1)...); !bytes.Equal(got, packet(3, 0, 50)) {
		t.Errorf("after: % x", got)
	}
}

func TestTorqueOf128MakesAMiddle(t *testing.T) {
	d := newDesk(t, Options{Pose: [6]int{1000, 2048, 2048, 2048, 2048, 2048}})
	d.say(packet(1, 3, 40, 128)...)
	if got := d.bus.Servos()[0]; got.Position != 2048 || got.EPROM == 0 {
		t.Errorf("%+v", got)
	}
}

// A servo goes to its goal with the speed and the acceleration that it is told, says meanwhile that it moves, and
// without torque goes nowhere.
func TestMotion(t *testing.T) {
	d := newDesk(t, Options{Pose: [6]int{2048, 2048, 2048, 2048, 2048, 2048}})
	toGoal := packet(1, 3, 41, 20, 0xe8, 0x03, 0, 0, 0xf4, 0x01) // 2000 steps/s², to 1000 at 500 steps/s
	d.say(toGoal...)
	advance(t, d.w, time.Second)
	if at := d.bus.Servos()[0].Position; at != 2048 {
		t.Errorf("without torque it goes to %d", at)
	}
	d.say(packet(1, 3, 40, 1)...)
	advance(t, d.w, time.Second)
	// 1 s: 0.25 s to 500 steps/s on the way of 62.5 steps, then 375.
	if at := d.bus.Servos()[0].Position; at < 2048-445 || at > 2048-425 {
		t.Errorf("after a second it is at %d", at)
	}
	if got := d.say(packet(1, 2, 66, 1)...); !bytes.Equal(got, packet(1, 0, 1)) {
		t.Errorf("in motion: % x", got)
	}
	advance(t, d.w, 2*time.Second)
	if at := d.bus.Servos()[0].Position; at != 1000 {
		t.Errorf("it ends at %d", at)
	}
	if got := d.say(packet(1, 2, 66, 1)...); !bytes.Equal(got, packet(1, 0, 0)) {
		t.Errorf("at rest: % x", got)
	}
}

func TestItsOwnLimits(t *testing.T) {
	d := newDesk(t, Options{Pose: [6]int{2048, 2048, 2048, 2048, 2048, 2048}})
	d.say(packet(1, 3, 9, 0xdc, 5, 0xa0, 0x0f)...) // 1500 to 4000
	d.say(packet(1, 3, 40, 1, 0, 0xe8, 3, 0, 0, 0, 0)...)
	advance(t, d.w, 2*time.Second)
	if at := d.bus.Servos()[0].Position; at != 1500 {
		t.Errorf("it ends at %d", at)
	}
}

func advance(t *testing.T, w *world.World, dt time.Duration) {
	t.Helper()
	expect.OK(t, w.Advance(dt))
}

func TestFaults(t *testing.T) {
	ping, fine := packet(3, 1), packet(3, 0)
	t.Run("lost, garbled and late answers", func(t *testing.T) {
		d := newDesk(t, Options{Faults: []Fault{{Packets: 1, What: LoseAnswer}, {Packets: 3, What: GarbleAnswer},
			{Packets: 5, What: LateAnswer, For: 100 * time.Millisecond}, {Packets: 7, What: LoseRequest}}})
		for i := range 9 {
			got := d.say(ping...)
			if good, late := bytes.Equal(got, fine), i == 5; good == (i == 1 || i == 3 || late || i == 7) {
				t.Errorf("%d: % x", i+1, got)
			} else if late {
				advance(t, d.w, 95*time.Millisecond)
				if got := d.heard(); len(got) > 0 {
					t.Errorf("early: % x", got)
				}
				advance(t, d.w, 5*time.Millisecond)
				if got := d.heard(); !bytes.Equal(got, fine) {
					t.Errorf("late: % x", got)
				}
			}
			advance(t, d.w, world.Tick)
		}
	})
	t.Run("brown-out", func(t *testing.T) {
		d := newDesk(t, Options{})
		d.say(packet(0xfe, 3, 40, 1)...)
		before := d.bus.Servos()
		d.bus.Happen(Fault{What: BrownOut})
		if got := d.say(ping...); got != nil {
			t.Errorf("while it starts: % x", got)
		}
		advance(t, d.w, 300*time.Millisecond)
		if got := d.say(ping...); !bytes.Equal(got, fine) {
			t.Errorf("afterwards: % x", got)
		}
		after := d.bus.Servos()
		if after[1].Torque || after[1].Position <= before[1].Position {
			t.Errorf("it does not sink: %+v", after[1])
		}
	})
	t.Run("overload", func(t *testing.T) {
		d := newDesk(t, Options{})
		d.say(packet(0xfe, 3, 40, 1)...)
		d.bus.Happen(Fault{What: Overload})
		if got := d.say(packet(2, 1)...); !bytes.Equal(got, packet(2, 32)) {
			t.Errorf("% x", got)
		}
		d.say(packet(2, 3, 40, 1)...)
		if got := d.say(packet(2, 1)...); !bytes.Equal(got, packet(2, 0)) {
			t.Errorf("held again: % x", got)
		}
	})
	t.Run("unplug", func(t *testing.T) {
		d := newDesk(t, Options{})
		d.bus.Happen(Fault{What: Unplug, For: time.Second})
		if _, err := d.host.Write(ping); err == nil {
			t.Error("it can still be written to")
		}
		advance(t, d.w, 990*time.Millisecond)
		if _, err := d.bus.Dial(); err == nil {
			t.Error("it is back too soon")
		}
		advance(t, d.w, 10*time.Millisecond)
		port, err := d.bus.Dial()
		expect.OK(t, err)
		d.host = port
		if got := d.say(ping...); !bytes.Equal(got, fine) {
			t.Errorf("% x", got)
		}
	})
}

func TestEchoingAdapter(t *testing.T) {
	d := newDesk(t, Options{Echo: true})
	if got := d.say(packet(3, 1)...); !bytes.Equal(got, append(packet(3, 1), packet(3, 0)...)) {
		t.Errorf("% x", got)
	}
}

func FuzzLine(f *testing.F) {
	f.Add(packet(3, 1))
	f.Add(packet(0xfe, 0x83, 42, 6, 1, 0, 0, 0, 0))
	f.Add(packet(2, 3, 255, 1, 2))
	f.Fuzz(func(t *testing.T, b []byte) {
		d := newDesk(t, Options{})
		d.say(b...)
		advance(t, d.w, 20*time.Millisecond)
	})
}
