package drivers_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"draughtsman/arm"
	"draughtsman/internal/table/firmware"
	"draughtsman/internal/testkit/expect"
)

// family is GRBL and its relatives, whose ports reset the board or do not.
func family(t *testing.T, test func(b *bench, kind firmware.Protocol)) {
	t.Helper()
	for _, kind := range []firmware.Protocol{firmware.GRBL, firmware.GrblHAL, firmware.FluidNC} {
		for name, native := range map[string]bool{"opening resets": false, "native USB": true} {
			t.Run(string(kind)+", "+name, func(t *testing.T) {
				onBench(t, kind, firmware.Options{NativeUSB: native}, "", func(b *bench) { test(b, kind) })
			})
		}
	}
}

var distant = arm.Point{X: 60, Y: 60, Z: 80}

// says fails unless an error is of a kind and says something.
func (b *bench) says(err, want error, text string) {
	b.t.Helper()
	if err == nil || want != nil && !errors.Is(err, want) || !strings.Contains(err.Error(), text) {
		b.t.Errorf("%v; want %v that says %q", err, want, text)
	}
}

// again connects anew and makes sure that all is well.
func (b *bench) again() {
	b.t.Helper()
	expect.OK(b.t, b.arm.Close())
	b.ready()
	b.move(high, 200)
}

// foreign is another program's end of the controller.
func (b *bench) foreign(text string) {
	b.t.Helper()
	if _, err := b.wire.Write([]byte(text)); err != nil {
		b.t.Fatal(err)
	}
}

// A motion of another sender's that leads beyond the travel is named as what it is, whatever the arm was doing and
// whatever is asked of it then.
func TestRelativesAfterAForeignSoftLimit(t *testing.T) {
	family(t, func(b *bench, kind firmware.Protocol) {
		b.ready()
		b.move(high, 200)
		b.foreign("G90G53G1X2000F6000\n")
		<-time.After(time.Second)
		_, err := b.arm.Position(b.t.Context())
		b.says(err, arm.ErrAlarm, ", in a line that this program did not send")
		b.says(b.arm.Move(b.t.Context(), distant, 100), arm.ErrAlarm, "alarm 2")
		if err := b.arm.Stop(b.t.Context()); err != nil {
			b.t.Errorf("stop an arm at rest: %v", err)
		}
		expect.OK(b.t, b.arm.Home(b.t.Context()))
		b.move(high, 200)
		moved := expect.Later(func() error { return b.arm.Move(b.t.Context(), distant, 100) })
		<-time.After(time.Second)
		b.foreign("G90G53G1X2000F6000\n")
		if err := <-moved; !errors.Is(err, arm.ErrAlarm) && !errors.Is(err, arm.ErrNoAnswer) {
			b.t.Errorf("%v", err)
		}
		b.again()
	})
}

// A reset in mid-motion, by another program or by the button.
func TestRelativesAfterAReset(t *testing.T) {
	family(t, func(b *bench, _ firmware.Protocol) {
		b.ready()
		b.move(high, 200)
		for _, reset := range []func(){
			func() { b.foreign("\x18") },
			func() { b.board.Fail(firmware.Fault{What: firmware.Reset}) },
		} {
			moved := expect.Later(func() error { return b.arm.Move(b.t.Context(), distant, 100) })
			<-time.After(time.Second)
			reset()
			if err := <-moved; !errors.Is(err, arm.ErrPositionLost) && !errors.Is(err, arm.ErrAlarm) {
				b.t.Errorf("%v", err)
			}
			<-time.After(3 * time.Second)
			b.says(b.arm.Move(b.t.Context(), high, 100), nil, "home it")
			expect.OK(b.t, b.arm.Home(b.t.Context()))
			b.move(high, 200)
		}
		b.again()
	})
}

// Homing that is stopped leaves an arm that can be homed again.
func TestRelativesStoppedWhileHoming(t *testing.T) {
	family(t, func(b *bench, _ firmware.Protocol) {
		b.ready()
		ctx, cancel := context.WithCancel(b.t.Context())
		homed := expect.Later(func() error { return b.arm.Home(ctx) })
		<-time.After(2 * time.Second)
		cancel()
		b.says(<-homed, arm.ErrStopped, "while homing")
		expect.OK(b.t, b.arm.Home(b.t.Context()))
		b.move(high, 200)
	})
}

// A line that is refused is the only one: grblHAL answers all that follow alike until it is told to forget.
func TestRelativesAfterARefusedLine(t *testing.T) {
	family(t, func(b *bench, _ firmware.Protocol) {
		b.table.Arm.Grip = []string{"M64 P1"} // which this board does not have
		b.ready()
		b.move(high, 200)
		for range 2 {
			b.says(b.arm.Grip(b.t.Context()), arm.ErrRejected, "error:20, an unsupported G-code command")
			b.move(distant, 100)
			expect.OK(b.t, b.arm.Release(b.t.Context()))
			b.move(high, 100)
		}
	})
}
