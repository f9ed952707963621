package drivers_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"draughtsman/arm"
	"draughtsman/internal/table/firmware"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/expect"
)

// A uArm that is held takes the angles of its joints for its place, and would go on from there, through the table:
// its encoders are read before it goes on.
func TestHeldUArmGoesOnFromWhereItIs(t *testing.T) {
	onBench(t, firmware.UArm, firmware.Options{Bed: world.Point{X: 640, Y: 520, Z: 200}}, "", func(b *bench) {
		b.table.Machine.Reach.Max.Z, b.table.Machine.Park.Z = 150, 150
		b.ready()
		from, to := arm.Point{X: 200, Z: 100}, arm.Point{X: 250, Y: 100, Z: 100}
		b.move(from, 100)
		went := &track{mount: b.world.Layout().Mount}
		b.world.AddActor(went, false)
		moved := expect.Later(func() error { return b.arm.Move(b.t.Context(), to, 40) })
		<-time.After(700 * time.Millisecond)
		b.hold(firmware.UArm)
		b.onWay([]arm.Point{from, to})
		expect.OK(b.t, b.arm.(arm.Holder).Resume(b.t.Context()))
		expect.OK(b.t, <-moved)
		b.isAt(to)
		var way []arm.Point
		b.world.Do(func(*world.State) { way = slices.Clone(went.way) })
		for _, p := range way {
			if off := p.Beside(from, to); off > 1 {
				b.t.Fatalf("it came by %v, %.1f mm beside its way", p, off)
			}
		}
	})
}

// A uArm that was pushed away, while it was held or while it stood, does not go on from there: its encoders tell. It
// has to be homed, and then goes on.
func TestPushedUArmIsHomed(t *testing.T) {
	push := world.Point{X: -30, Y: 20}
	for name, begin := range map[string]func(b *bench) <-chan error{
		"held in motion": func(b *bench) <-chan error {
			moved := expect.Later(func() error { return b.arm.Move(b.t.Context(), aside, 60) })
			<-time.After(time.Second)
			b.hold(firmware.UArm)
			b.board.Push(push)
			return moved
		},
		"held while it grips": func(b *bench) <-chan error {
			steps := append([]arm.Step{{Verb: arm.VerbGrip}}, moves(60, aside)...)
			gripped := expect.Later(func() error { return arm.Run(b.t.Context(), b.arm, steps) })
			<-time.After(100 * time.Millisecond)
			b.hold(firmware.UArm)
			b.board.Push(push)
			return gripped
		},
		"in motion": func(b *bench) <-chan error {
			moved := expect.Later(func() error { return b.arm.Move(b.t.Context(), aside, 60) })
			<-time.After(time.Second)
			b.board.Push(push)
			return moved
		},
	} {
		t.Run(name, func(t *testing.T) {
			onBench(t, firmware.UArm, firmware.Options{}, "", func(b *bench) {
				b.ready()
				b.move(high, 200)
				ended := begin(b)
				expect.OK(b.t, b.arm.(arm.Holder).Resume(b.t.Context()))
				if err := <-ended; !errors.Is(err, arm.ErrPositionLost) {
					b.t.Errorf("it ends with %v", err)
				}
				if err := b.arm.Move(b.t.Context(), high, 60); !errors.Is(err, arm.ErrPositionLost) {
					b.t.Errorf("it moves: %v", err)
				}
				expect.OK(b.t, b.arm.Home(b.t.Context()))
				b.move(aside, 200)
			})
		})
	}
}

// Where an arm is, or why that is not known, is said at once, whatever it does.
func TestPositionIsSaidAtOnce(t *testing.T) {
	for _, protocol := range protocols {
		t.Run(string(protocol), func(t *testing.T) {
			onBench(t, protocol, firmware.Options{}, "", func(b *bench) {
				expect.OK(b.t, b.connect())
				asked := func(within time.Duration) (off float64, err error) {
					began := time.Now()
					at, err := b.arm.Position(b.t.Context())
					if took := time.Since(began); took > within {
						b.t.Errorf("said after %v", took)
					}
					return at.Distance(arm.Point(b.world.Layout().Mount.ToArm(b.world.Snapshot().Tool.At))), err
				}
				const instant = 100 * time.Millisecond
				if _, err := asked(instant); !errors.Is(err, arm.ErrNotHomed) {
					b.t.Errorf("before homing: %v", err)
				}
				homed := expect.Later(func() error { return b.arm.Home(b.t.Context()) })
				<-time.After(2500 * time.Millisecond)
				if _, err := asked(instant); len(homed) == 0 && !errors.Is(err, arm.ErrNotHomed) {
					b.t.Errorf("while homing: %v", err)
				}
				expect.OK(b.t, <-homed)
				b.move(high, 200)
				if off, err := asked(instant); err != nil || off > 2*b.off() {
					b.t.Errorf("at rest: %.2f mm off, %v", off, err)
				}
				moved := expect.Later(func() error { return b.arm.Move(b.t.Context(), aside, 40) })
				<-time.After(time.Second)
				off, err := asked(instant)
				most := 5.0 // mm
				if protocol == firmware.Klipper {
					most = 12 // at 40 mm/s, for what it says is up to 0.25 s old
				}
				telling := protocol.Family() == firmware.GRBL || protocol == firmware.Dobot || protocol == firmware.Klipper
				if telling != (err == nil) || telling && off > most || arm.NeedsHoming(err) {
					b.t.Errorf("in motion: %.2f mm off, %v", off, err)
				}
				b.hold(protocol)
				if off, err := asked(instant); err != nil || off > 1 {
					b.t.Errorf("held: %.2f mm off, %v", off, err)
				}
				expect.OK(b.t, b.arm.Stop(b.t.Context()))
				if off, err := asked(2 * time.Second); err != nil || off > 1 { // it is stopped once more
					b.t.Errorf("stopped: %.2f mm off, %v", off, err)
				}
				if err := <-moved; !errors.Is(err, arm.ErrStopped) {
					b.t.Errorf("the motion ends with %v", err)
				}
			})
		})
	}
}

// An arm that is held again soon after it is let go, while it is asked where it is and when it has hardly moved, is
// asked anew all the same. At a cable each question takes some milliseconds; some of the times lie between two of them.
func TestHeldAgainAtOnce(t *testing.T) {
	const long = 12 * time.Millisecond
	for _, protocol := range protocols {
		var pauses []time.Duration
		for n := range 12 {
			pauses = append(pauses, time.Duration(n)*400*time.Microsecond)
		}
		for n := range 7 {
			pauses = append(pauses, time.Duration((n+1)*(n+1))*long)
		}
		for n, between := range pauses {
			if testing.Short() && n%3 > 0 {
				continue
			}
			t.Run(fmt.Sprintf("%s, after %v", protocol, between), func(t *testing.T) {
				onBench(t, protocol, firmware.Options{}, "", func(b *bench) {
					b.slow = true
					b.ready()
					b.move(high, 200)
					moved := expect.Later(func() error { return b.arm.Move(b.t.Context(), aside, 60) })
					<-time.After(time.Second)
					holder := b.arm.(arm.Holder)
					for range 3 {
						expect.OK(b.t, holder.Hold(b.t.Context()))
						if between >= long && protocol != firmware.Marlin { // which comes back from its switches
							b.onWay([]arm.Point{high, aside})
						}
						expect.OK(b.t, holder.Resume(b.t.Context()))
						<-time.After(between)
					}
					expect.OK(b.t, <-moved)
					b.isAt(aside)
				})
			})
		}
	}
}
