package drivers_test

import (
	"errors"
	"time"

	"draughtsman/arm"
	"draughtsman/internal/table/firmware"
	"draughtsman/internal/testkit/expect"
)

// recover brings the arm back to work.
func (b *bench) recover(f firmware.Fault) {
	b.t.Helper()
	switch f.What {
	case firmware.Unplug:
		if err := b.arm.Move(b.t.Context(), high, 100); !errors.Is(err, arm.ErrDisconnected) {
			b.t.Errorf("moves without a cable: %v", err)
		}
		if err := b.arm.Close(); err != nil {
			b.t.Error(err)
		}
		if err := b.connect(); err == nil {
			b.t.Error("connects without a cable")
		}
		<-time.After(f.For)
		expect.OK(b.t, b.connect())
		if err := b.arm.Move(b.t.Context(), high, 100); !errors.Is(err, arm.ErrNotHomed) {
			b.t.Errorf("moves without having been homed: %v", err)
		}
	case firmware.Halt:
		// the others take a reset over the line, or have an alarm cleared
		if b.table.Arm.Driver == "marlin" || b.table.Arm.Driver == "uarm" {
			if err := b.arm.Home(b.t.Context()); !errors.Is(err, arm.ErrAlarm) {
				b.t.Errorf("homes a halted controller: %v", err)
			}
			b.board.Fail(firmware.Fault{What: firmware.Reset})
			<-time.After(3 * time.Second)
		}
	}
	if err := b.arm.Home(b.t.Context()); err != nil {
		b.t.Fatalf("homing afterwards: %v", err)
	}
	b.move(high, 200)
	b.move(aside, 200)
}
