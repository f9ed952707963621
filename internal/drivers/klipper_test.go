package drivers_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"draughtsman/arm"
	"draughtsman/arm/netport"
	"draughtsman/internal/drivers"
	"draughtsman/internal/table/firmware"
	"draughtsman/internal/testkit/expect"
)

func onKlipper(t *testing.T, script string, test func(b *bench)) {
	t.Helper()
	onBench(t, firmware.Klipper, firmware.Options{}, script, test)
}

// What Klipper refuses says what to do about it, and nothing has moved.
func TestKlipperRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		prepare func(b *bench)
		act     func(b *bench) error
		is      error
		says    string
	}{
		"a place beyond its axes": {
			func(b *bench) { b.table.Machine.Reach.Max.Z = 95 },
			func(b *bench) error { return b.connect() }, nil, "position_min to position_max",
		},
		"a macro that it does not have": {
			func(b *bench) { b.table.Arm.Grip = []string{"VACUUM_ON"} },
			func(b *bench) error { b.ready(); return b.arm.Grip(b.t.Context()) }, arm.ErrRejected,
			"it does not know the command VACUUM_ON",
		},
		"a pin that it does not have": {
			func(b *bench) { b.table.Arm.Grip = []string{"SET_PIN PIN=valve VALUE=1"} },
			func(b *bench) error { b.ready(); return b.arm.Grip(b.t.Context()) }, arm.ErrRejected,
			"The value 'valve' is not valid for PIN",
		},
		"a command that moves": {
			func(b *bench) { b.table.Arm.Grip = []string{"G1 X10"} },
			func(b *bench) error { return b.connect() }, nil, "cannot switch a tool: use SET_PIN",
		},
	} {
		t.Run(name, func(t *testing.T) {
			onKlipper(t, "", func(b *bench) {
				c.prepare(b)
				err := c.act(b)
				if err == nil || c.is != nil && !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.says) ||
					strings.Contains(err.Error(), "\n") {
					b.t.Errorf("%v", err)
				}
			})
		})
	}
}

// A macro grips and lets go as well as a pin does.
func TestKlipperGripsByMacro(t *testing.T) {
	onKlipper(t, "", func(b *bench) {
		b.table.Arm.Grip, b.table.Arm.Release = []string{"PUMP_ON"}, []string{"PUMP_OFF"}
		b.ready()
		for _, want := range []bool{true, false} {
			act := b.arm.Release
			if want {
				act = b.arm.Grip
			}
			expect.OK(b.t, act(b.t.Context()))
			if got := b.world.Snapshot().Tool.Suction; got != want {
				b.t.Errorf("the pump is on: %v", got)
			}
		}
	})
}

// A shutdown in mid-motion, after which Klipper says that all motions have ended, is one to the driver; homing
// restarts the firmware. So it does when Klipper had shut down before anybody connected.
func TestKlipperShutsDown(t *testing.T) {
	onKlipper(t, "", func(b *bench) {
		b.ready()
		b.move(high, 200)
		moved := expect.Later(func() error { return b.arm.Move(b.t.Context(), arm.Point{X: 40, Y: 40, Z: 80}, 100) })
		<-time.After(time.Second)
		b.board.Fail(firmware.Fault{What: firmware.Halt})
		if err := <-moved; !errors.Is(err, arm.ErrAlarm) {
			b.t.Errorf("%v", err)
		}
		stands := b.world.Snapshot().Tool.At
		if err := b.arm.Move(b.t.Context(), high, 100); !errors.Is(err, arm.ErrAlarm) {
			b.t.Errorf("it moves on: %v", err)
		}
		if b.world.Snapshot().Tool.At != stands {
			b.t.Error("it has moved")
		}
		_ = b.arm.Close()
		b.ready()
		b.move(high, 200)
	})
}

// The micro-controller's supply fails: homing waits until it is back.
func TestKlipperLosesItsMCU(t *testing.T) {
	onKlipper(t, "", func(b *bench) {
		b.ready()
		b.board.Fail(firmware.Fault{What: firmware.BrownOut, For: 10 * time.Second})
		<-time.After(time.Second)
		if err := b.arm.Home(b.t.Context()); !errors.Is(err, arm.ErrAlarm) ||
			!strings.Contains(err.Error(), "Unable to connect") {
			b.t.Errorf("it homes without its supply: %v", err)
		}
		<-time.After(10 * time.Second)
		expect.OK(b.t, b.arm.Home(b.t.Context()))
		b.move(high, 200)
	})
}

// Who connects while Klipper starts waits until it has.
func TestKlipperStarts(t *testing.T) {
	onKlipper(t, "", func(b *bench) {
		b.board.Fail(firmware.Fault{What: firmware.Reset})
		b.ready()
		b.move(high, 200)
	})
}

// Homing that is stopped is cut off, and can be done again.
func TestKlipperStopsHoming(t *testing.T) {
	onKlipper(t, "", func(b *bench) {
		b.ready()
		b.move(arm.Point{X: 20, Y: 20, Z: 20}, 200)
		homed := expect.Later(func() error { return b.arm.Home(b.t.Context()) })
		<-time.After(1500 * time.Millisecond)
		expect.OK(b.t, b.arm.Stop(b.t.Context()))
		if err := <-homed; !errors.Is(err, arm.ErrStopped) {
			b.t.Errorf("%v", err)
		}
		stands := b.world.Snapshot().Tool.At
		<-time.After(2 * time.Second)
		if b.world.Snapshot().Tool.At != stands {
			b.t.Error("it goes on")
		}
		expect.OK(b.t, b.arm.Home(b.t.Context()))
		b.move(high, 200)
	})
}

// A program that dies, or a network that fails, leaves a motion that ends by itself within a second, wherever it was
// to lead.
func TestKlipperComesToRestByItself(t *testing.T) {
	onKlipper(t, "", func(b *bench) {
		b.ready()
		b.move(high, 200)
		moved := expect.Later(func() error { return b.arm.Move(b.t.Context(), arm.Point{X: 20, Y: 20, Z: 80}, 100) })
		<-time.After(time.Second)
		b.board.Fail(firmware.Fault{What: firmware.Unplug, For: time.Minute})
		if err := <-moved; !errors.Is(err, arm.ErrDisconnected) {
			b.t.Errorf("%v", err)
		}
		<-time.After(800 * time.Millisecond)
		stands := b.world.Snapshot().Tool.At
		<-time.After(time.Minute)
		if b.world.Snapshot().Tool.At != stands {
			b.t.Error("it goes on")
		}
	})
}

// The connection to Moonraker fails in mid-motion, with and without a word.
func TestKlipperConnectionsThatEnd(t *testing.T) {
	t.Parallel()
	n := startInNetwork(t, firmware.Options{Protocol: firmware.Klipper}, 4)
	a := n.ready()
	expect.OK(t, a.Move(t.Context(), high, 200))
	moved := expect.Later(func() error { return a.Move(t.Context(), arm.Point{X: 20, Y: 20, Z: 80}, 20) })
	n.moving()
	n.board.Fail(firmware.Fault{What: firmware.Unplug, For: 8 * time.Second})
	if err := <-moved; !errors.Is(err, arm.ErrDisconnected) && !errors.Is(err, arm.ErrNoAnswer) {
		t.Errorf("%v", err)
	}
	_ = a.Close()
	var again drivers.Arm
	for began := time.Now(); again == nil; {
		var err error
		if again, err = drivers.Open(t.Context(), n.table, zerolog.Nop()); err != nil && time.Since(began) > 15*time.Second {
			t.Fatal(err)
		}
	}
	defer again.Close()
	expect.OK(t, again.Home(t.Context()))
	if err := again.Move(t.Context(), high, 100); err != nil || n.at().Distance(high) > 0.05 {
		t.Errorf("%v, at %v", err, n.at())
	}
}

// Another client's scripts, such as those of Mainsail's buttons: what they do to the arm is noticed before the next
// piece, what they leave behind does not matter, and their answers and questions do not disturb.
func TestKlipperSecondClient(t *testing.T) {
	t.Parallel()
	n := startInNetwork(t, firmware.Options{Protocol: firmware.Klipper}, 8)
	a := n.ready()
	expect.OK(t, a.Move(t.Context(), high, 200))
	other, err := netport.Open(t.Context(), n.table.Arm.Port, netport.Options{Read: time.Hour})
	expect.OK(t, err)
	defer other.Close()
	go func() { _, _ = io.Copy(io.Discard, other) }()
	say := func(method, params string) {
		if _, err := io.WriteString(other, `{"jsonrpc":"2.0","method":"`+method+`","params":`+params+`,"id":1}`+"\n"); err !=
			nil {
			t.Error(err)
		}
	}
	for range 20 {
		say("printer.objects.query", `{"objects":{"toolhead":null}}`)
	}
	say("printer.gcode.script", `{"script":"G91\nM105\nNO_SUCH_COMMAND"}`)
	if err := a.Move(t.Context(), aside, 100); err != nil || n.at().Distance(aside) > 0.05 {
		t.Errorf("it is disturbed: %v, at %v", err, n.at())
	}
	moved := expect.Later(func() error { return a.Move(t.Context(), high, 30) })
	n.moving()
	say("printer.gcode.script", `{"script":"G91\nG1 Z-5 F600\nG90"}`)
	if err := <-moved; !errors.Is(err, arm.ErrPositionLost) || !strings.Contains(err.Error(), "another program") {
		t.Errorf("%v", err)
	}
	expect.OK(t, a.Home(t.Context()))
	if err := a.Move(t.Context(), high, 100); err != nil || n.at().Distance(high) > 0.05 {
		t.Errorf("%v, at %v", err, n.at())
	}
}
