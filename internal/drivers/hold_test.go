package drivers_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"draughtsman/arm"
	"draughtsman/internal/table/firmware"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/expect"
)

// An arm that is held stands still within 150 ms, a Grbl when it has slowed down; when it is let go it goes on along
// its way and ends where it should, with what it holds. Marlin homes in between: its motors may have lost steps.
func TestHoldAndGoOn(t *testing.T) {
	const runs = 9
	for _, protocol := range protocols {
		for n := range runs {
			if testing.Short() && n%3 != 1 {
				continue
			}
			t.Run(fmt.Sprintf("%s, %d", protocol, n), func(t *testing.T) {
				onBench(t, protocol, firmware.Options{Seed: uint64(n + 1)}, "", func(b *bench) {
					b.ready()
					b.move(high, 200)
					picked := b.world.Snapshot().Discs[0].ID
					there := arm.Point(b.world.Layout().Mount.ToArm(world.Point{X: 20, Y: 20, Z: 40}))
					down := there
					down.Z -= 40 - 7.5
					moves := func(speed float64, to ...arm.Point) (steps []arm.Step) {
						for _, p := range to {
							steps = append(steps, arm.Step{Verb: arm.VerbMove, To: p, Speed: speed})
						}
						return steps
					}
					steps := append(moves(150, b.over(40), b.over(7.2)), arm.Step{Verb: arm.VerbGrip})
					steps = append(append(steps, moves(150, b.over(40), there, down)...), arm.Step{Verb: arm.VerbRelease})
					way := []arm.Point{high, b.over(40), b.over(7.2), b.over(40), there, down}
					run := expect.Later(func() error { return arm.Run(b.t.Context(), b.arm, steps) })
					for held := range 3 {
						<-time.After(time.Duration(200+310*n+70*held) * time.Millisecond)
						if len(run) > 0 {
							break
						}
						b.hold(protocol)
						b.onWay(way)
						<-time.After(2 * time.Second)
						expect.OK(b.t, b.arm.(arm.Holder).Resume(b.t.Context()))
						if protocol == firmware.Marlin {
							<-time.After(8 * time.Second) // it homes
						}
					}
					expect.OK(b.t, <-run)
					b.isAt(down)
					<-time.After(time.Second)
					at := b.world.Snapshot().Discs[picked].At
					if off := math.Hypot(at.X-20, at.Y-20); off > 0.5 || at.Z != 0 {
						b.t.Errorf("the disc lies at %v", at)
					}
					if c := b.world.Counts(); c.Collisions+c.Missed+c.Dropped > 0 {
						b.t.Errorf("counts %+v", c)
					}
				})
			})
		}
	}
}

// hold holds the arm and checks how long that takes.
func (b *bench) hold(protocol firmware.Protocol) {
	b.t.Helper()
	patience := 150 * time.Millisecond
	if protocol.Family() == firmware.GRBL { // it slows down: from 150 mm/s at 600 mm/s², along z
		patience = 270 * time.Millisecond
	}
	if protocol == firmware.Klipper { // it ends the piece that it is on, and the one behind it
		patience = 750 * time.Millisecond
	}
	held := expect.Later(func() error { return b.arm.(arm.Holder).Hold(b.t.Context()) })
	<-time.After(patience)
	still := b.world.Snapshot().Tool.At
	expect.OK(b.t, <-held)
	<-time.After(200 * time.Millisecond)
	if b.world.Snapshot().Tool.At != still {
		b.t.Errorf("it still moves %v after it was told to stand still", patience)
	}
}

// A hold in the last moments of a motion, when a Grbl has answered that it has ended and still brakes, changes nothing:
// the tool arrives, nothing is said to be lost, and what comes next is done.
func TestHoldAtTheEndOfAMotion(t *testing.T) {
	for _, protocol := range protocols {
		for left := 150 * time.Millisecond; left > 0; left -= 25 * time.Millisecond {
			t.Run(fmt.Sprintf("%s, %v before", protocol, left), func(t *testing.T) {
				onBench(t, protocol, firmware.Options{}, "", func(b *bench) {
					b.ready()
					b.move(high, 200)
					moved := expect.Later(func() error { return b.arm.Move(b.t.Context(), aside, 200) })
					brakes := b.near(aside, 0.5*600*left.Seconds()*left.Seconds())
					if !brakes {
						b.t.Fatal("it does not come near its target")
					}
					expect.OK(b.t, b.arm.(arm.Holder).Hold(b.t.Context()))
					<-time.After(time.Second)
					expect.OK(b.t, b.arm.(arm.Holder).Resume(b.t.Context()))
					expect.OK(b.t, <-moved)
					b.isAt(aside)
					b.move(high, 200)
				})
			})
		}
	}
}

// near waits until the tool is so many mm from a place.
func (b *bench) near(place arm.Point, mm float64) bool {
	for range 4000 {
		at := arm.Point(b.world.Layout().Mount.ToArm(b.world.Snapshot().Tool.At))
		if at.Distance(place) <= mm {
			return true
		}
		<-time.After(world.Tick)
	}
	return false
}

// onWay fails unless the tool is on a way.
func (b *bench) onWay(corners []arm.Point) {
	b.t.Helper()
	at := arm.Point(b.world.Layout().Mount.ToArm(b.world.Snapshot().Tool.At))
	off := math.Inf(1)
	for i := range corners[1:] {
		off = min(off, at.Beside(corners[i], corners[i+1]))
	}
	if off > 0.7 { // what a motor coasts when it is stopped dead
		b.t.Errorf("at %v it is %.2f mm off its way", at, off)
	}
}

// A hand that comes back while Marlin homes, before it goes on, keeps it waiting where homing has brought it.
func TestHoldWhileHomingToGoOn(t *testing.T) {
	onBench(t, firmware.Marlin, firmware.Options{}, "", func(b *bench) {
		b.ready()
		b.move(high, 200)
		moved := expect.Later(func() error { return b.arm.Move(b.t.Context(), aside, 60) })
		<-time.After(time.Second)
		b.hold(firmware.Marlin)
		holder := b.arm.(arm.Holder)
		expect.OK(b.t, holder.Resume(b.t.Context()))
		<-time.After(time.Second)
		expect.OK(b.t, holder.Hold(b.t.Context()))
		<-time.After(20 * time.Second)
		b.isAt(arm.Point{X: 640, Y: 520, Z: 90})
		expect.OK(b.t, holder.Resume(b.t.Context()))
		expect.OK(b.t, <-moved)
		b.isAt(aside)
	})
}
