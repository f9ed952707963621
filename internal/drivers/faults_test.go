package drivers_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"draughtsman/arm"
	"draughtsman/internal/table/firmware"
	"draughtsman/internal/table/world"
)

// outcome is what becomes of a motion during which something goes wrong.
type outcome struct {
	errs   []error       // nil: it ends as if nothing had happened
	within time.Duration // of the motion's beginning
}

// Every fault that a line or a controller can have, in the middle of a motion of 4 s. Nothing is believed that is not
// so, everything ends in bounded time, and homing leads out of it; after a pulled cable a new connection does, after
// a halt a reset.
func TestFaultsInMidMotion(t *testing.T) {
	fine := outcome{nil, 4600 * time.Millisecond}
	lost := []error{arm.ErrNoAnswer, arm.ErrPositionLost}
	for _, fault := range []struct {
		fault firmware.Fault
		want  map[firmware.Protocol]outcome
	}{
		{firmware.Fault{Lines: 1, What: firmware.LoseAnswer}, map[firmware.Protocol]outcome{
			firmware.GRBL: {lost, 7 * time.Second}, firmware.Marlin: {lost, 10 * time.Second},
			firmware.UArm:  {lost, 13 * time.Second},
			firmware.Dobot: fine, // what is counted tells what was lost
		}},
		{firmware.Fault{Lines: 1, What: firmware.GarbleAnswer}, map[firmware.Protocol]outcome{
			firmware.GRBL: {lost, 7 * time.Second}, firmware.Marlin: {lost, 10 * time.Second},
			firmware.UArm: {lost, 13 * time.Second}, firmware.Dobot: fine,
		}},
		{firmware.Fault{Lines: 1, What: firmware.LateAnswer, For: 1500 * time.Millisecond}, map[firmware.Protocol]outcome{
			firmware.GRBL: fine, firmware.Marlin: fine, firmware.UArm: {nil, 7 * time.Second},
			firmware.Dobot: {nil, 6 * time.Second},
		}},
		{firmware.Fault{What: firmware.LoseLine}, map[firmware.Protocol]outcome{
			// Grbl stands still with one answer too few; a number that is missing Marlin asks for.
			firmware.GRBL: {lost, 3 * time.Second}, firmware.Marlin: fine, firmware.UArm: {lost, 13 * time.Second},
			firmware.Dobot: fine,
		}},
		{firmware.Fault{Lines: 2, What: firmware.LoseLine}, map[firmware.Protocol]outcome{
			// The last line of a motion, which nothing follows; Grbl gets two only.
			firmware.Marlin: {nil, 8 * time.Second}, firmware.UArm: {lost, 8 * time.Second}, firmware.Dobot: fine,
		}},
		{firmware.Fault{What: firmware.GarbleLine}, map[firmware.Protocol]outcome{
			firmware.GRBL: {[]error{arm.ErrRejected, arm.ErrNoAnswer, arm.ErrAlarm}, 7 * time.Second}, firmware.Marlin: fine,
			firmware.UArm:  {[]error{arm.ErrRejected, arm.ErrNoAnswer, arm.ErrPositionLost}, 13 * time.Second},
			firmware.Dobot: fine,
		}},
		{firmware.Fault{What: firmware.GarbleDigit}, map[firmware.Protocol]outcome{
			// A line that is as good as any other: only the place gives it away.
			firmware.GRBL: {lost, 8 * time.Second}, firmware.Marlin: fine,
			firmware.UArm: {[]error{arm.ErrRejected, arm.ErrPositionLost}, 8 * time.Second}, firmware.Dobot: fine,
		}},
		{firmware.Fault{Lines: 1, Wait: 1500 * time.Millisecond, What: firmware.BrownOut, For: time.Second},
			map[firmware.Protocol]outcome{
				firmware.Klipper: {[]error{arm.ErrAlarm}, 2 * time.Second},
				firmware.GRBL:    {lost, 5 * time.Second}, firmware.Marlin: {lost, 6 * time.Second},
				firmware.UArm: {lost, 6 * time.Second}, firmware.Dobot: {lost, 6 * time.Second},
			}},
		{firmware.Fault{Lines: 1, Wait: 1500 * time.Millisecond, What: firmware.Reset}, map[firmware.Protocol]outcome{
			firmware.Klipper: {lost, 4 * time.Second},
			firmware.GRBL:    {lost, 4 * time.Second}, firmware.Marlin: {lost, 5 * time.Second},
			firmware.UArm: {lost, 5 * time.Second}, firmware.Dobot: {lost, 5 * time.Second},
		}},
		{firmware.Fault{Lines: 1, Wait: 1500 * time.Millisecond, What: firmware.Halt}, map[firmware.Protocol]outcome{
			firmware.Klipper: {[]error{arm.ErrAlarm}, 2 * time.Second},
			firmware.GRBL:    {[]error{arm.ErrAlarm}, 1600 * time.Millisecond},
			firmware.Marlin:  {[]error{arm.ErrAlarm}, 1600 * time.Millisecond},
			firmware.UArm:    {[]error{arm.ErrAlarm}, 1600 * time.Millisecond},
			firmware.Dobot:   {[]error{arm.ErrAlarm}, 1700 * time.Millisecond}, // it has to be asked for
		}},
		{firmware.Fault{Lines: 1, Wait: 1500 * time.Millisecond, What: firmware.Unplug, For: 3 * time.Second},
			map[firmware.Protocol]outcome{
				firmware.Klipper: {[]error{arm.ErrDisconnected}, 1600 * time.Millisecond},
				firmware.GRBL:    {[]error{arm.ErrDisconnected}, 1600 * time.Millisecond},
				firmware.Marlin:  {[]error{arm.ErrDisconnected}, 1600 * time.Millisecond},
				firmware.UArm:    {[]error{arm.ErrDisconnected}, 1600 * time.Millisecond},
				firmware.Dobot:   {[]error{arm.ErrDisconnected}, 1600 * time.Millisecond},
			}},
	} {
		for _, protocol := range protocols {
			want, told := fault.want[protocol.Family()]
			if !told {
				continue
			}
			t.Run(fmt.Sprintf("%s, %s", protocol, fault.fault.What), func(t *testing.T) {
				onBench(t, protocol, firmware.Options{}, "", func(b *bench) {
					b.ready()
					b.move(high, 200)
					b.suffer(fault.fault, want)
					b.recover(fault.fault)
				})
			})
		}
	}
}

// suffer moves 400 mm in 4 s while something goes wrong.
func (b *bench) suffer(f firmware.Fault, want outcome) {
	b.t.Helper()
	far := arm.Point{X: 620, Y: 470, Z: 80}
	b.board.Fail(f)
	began := time.Now()
	err := b.arm.Move(b.t.Context(), far, 100)
	took := time.Since(began)
	b.t.Logf("%v after %v", err, took)
	if took > want.within {
		b.t.Errorf("took %v, want at most %v", took, want.within)
	}
	if len(want.errs) == 0 {
		if err != nil {
			b.t.Errorf("%v", err)
		}
		b.isAt(far)
		return
	}
	for _, e := range want.errs {
		if errors.Is(err, e) {
			return
		}
	}
	b.t.Errorf("got %v, want one of %v", err, want.errs)
}

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
		if err := b.connect(); err != nil {
			b.t.Fatal(err)
		}
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

// A cable that is noisy all the time: whatever arrives of lines and answers, no motion is believed to have ended that
// has not.
func TestNoisyLine(t *testing.T) {
	for _, protocol := range protocols {
		for seed := range uint64(4) {
			t.Run(fmt.Sprintf("%s, seed %d", protocol, seed), func(t *testing.T) {
				onBench(t, protocol, firmware.Options{Seed: seed + 1, NativeUSB: seed%2 == 1}, "", func(b *bench) {
					b.ready()
					b.move(high, 200)
					kinds := []string{firmware.LoseAnswer, firmware.GarbleAnswer, firmware.LoseLine, firmware.GarbleLine,
						firmware.GarbleDigit}
					homed := 0
					for i := range 30 {
						if i%3 == 0 {
							b.board.Fail(firmware.Fault{Lines: (i + int(seed)) % 4, What: kinds[(i/3+int(seed))%len(kinds)]})
						}
						to := high
						to.X -= float64(10 * (i % 5))
						to.Y += float64(7 * (i % 3))
						switch err := b.arm.Move(b.t.Context(), to, 150); {
						case err == nil:
							b.isAt(to)
						case arm.NeedsHoming(err):
							homed++
							if err := b.arm.Home(b.t.Context()); err != nil {
								b.t.Fatalf("after %v: %v", err, err)
							}
						case !errors.Is(err, arm.ErrRejected):
							b.t.Fatalf("motion %d: %v", i, err)
						}
					}
					b.t.Logf("10 faults in 30 motions, homed %d times", homed)
				})
			})
		}
	}
}

// A pump fails: the tool that feels says so, and the others have a camera.
func TestPumpFaults(t *testing.T) {
	for _, protocol := range protocols {
		for what, lifted := range map[string]bool{firmware.MissPick: false, firmware.Drop: true} {
			t.Run(string(protocol)+", "+what, func(t *testing.T) {
				onBench(t, protocol, firmware.Options{}, "", func(b *bench) {
					b.ready()
					b.move(b.over(40), 200)
					b.move(b.over(7.2), 50)
					b.board.Fail(firmware.Fault{What: what})
					if err := b.arm.Grip(b.t.Context()); err != nil {
						b.t.Fatal(err)
					}
					<-time.After(100 * time.Millisecond)
					if held := b.world.Snapshot().Tool.Held != world.NoDisc; held != lifted {
						b.t.Errorf("holds something: %t", held)
					}
					b.move(high, 40)
					if b.world.Snapshot().Tool.Held != world.NoDisc {
						b.t.Error("it has not been dropped")
					}
					if f, feels := b.arm.(arm.Feeler); feels {
						if holds, err := f.Holding(b.t.Context()); holds || err != nil {
							b.t.Errorf("feels %v, %v", holds, err)
						}
					}
					if err := b.arm.Release(b.t.Context()); err != nil {
						b.t.Fatal(err)
					}
				})
			})
		}
	}
}
