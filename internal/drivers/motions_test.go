package drivers_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"draughtsman/arm"
	"draughtsman/internal/table/firmware"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/expect"
)

var (
	high  = arm.Point{X: 300, Y: 250, Z: 80}
	aside = arm.Point{X: 120, Y: 300.5, Z: 60}
)

// A motion is over when the tool stands still at its target, whatever the firmware's answers mean.
func TestMotionsEndWhereTheyShould(t *testing.T) {
	for _, protocol := range protocols {
		t.Run(string(protocol), func(t *testing.T) {
			onBench(t, protocol, firmware.Options{}, "", func(b *bench) {
				b.ready()
				for range 2 {
					b.move(high, 200)
					b.move(aside, 150)
					b.move(arm.Point{X: 120, Y: 300.5, Z: 60.5}, 20)
					b.move(arm.Point{X: 120, Y: 300.5, Z: 60.5}, 20) // where it is already
				}
				p, err := b.arm.Position(b.t.Context())
				if err != nil || p.Distance(arm.Point{X: 120, Y: 300.5, Z: 60.5}) > 2*b.off() {
					b.t.Errorf("position %v, %v", p, err)
				}
			})
		})
	}
}

// What the limits forbid does not get as far as the wire.
func TestLimitsHoldBelowEverything(t *testing.T) {
	for _, protocol := range protocols {
		t.Run(string(protocol), func(t *testing.T) {
			onBench(t, protocol, firmware.Options{}, "", func(b *bench) {
				b.ready()
				b.move(high, 200)
				for _, to := range []arm.Point{{X: 641, Y: 1, Z: 80}, {X: 1, Y: -1, Z: 80}, {X: 1, Y: 1, Z: 91}} {
					if err := b.arm.Move(b.t.Context(), to, 100); !errors.Is(err, arm.ErrLimit) {
						b.t.Errorf("to %v: %v", to, err)
					}
				}
				if err := b.arm.Move(b.t.Context(), high, 201); !errors.Is(err, arm.ErrLimit) {
					b.t.Errorf("too fast: %v", err)
				}
				b.isAt(high)
			})
		})
	}
}

// over is a place above the first disc of the table, and how far above the playing surface its top is.
func (b *bench) over(height float64) arm.Point {
	s := b.world.Snapshot()
	at := s.Discs[0].At
	at.Z = height
	return arm.Point(b.world.Layout().Mount.ToArm(at))
}

func TestGripAndRelease(t *testing.T) {
	for _, protocol := range protocols {
		t.Run(string(protocol), func(t *testing.T) {
			onBench(t, protocol, firmware.Options{}, "", func(b *bench) {
				b.ready()
				b.move(b.over(40), 200)
				b.move(b.over(7.2), 50)
				if err := b.arm.Grip(b.t.Context()); err != nil {
					b.t.Fatal(err)
				}
				b.move(b.over(40), 50)
				if held := b.world.Snapshot().Tool.Held; held == world.NoDisc {
					b.t.Error("holds nothing")
				}
				if f, feels := b.arm.(arm.Feeler); feels {
					if holds, err := f.Holding(b.t.Context()); !holds || err != nil {
						b.t.Errorf("feels %v, %v", holds, err)
					}
				}
				if err := b.arm.Release(b.t.Context()); err != nil {
					b.t.Fatal(err)
				}
				<-time.After(20 * time.Millisecond)
				if held := b.world.Snapshot().Tool.Held; held != world.NoDisc {
					b.t.Error("still holds it")
				}
				if f, feels := b.arm.(arm.Feeler); feels {
					if holds, err := f.Holding(b.t.Context()); holds || err != nil {
						b.t.Errorf("feels %v, %v", holds, err)
					}
				}
			})
		})
	}
}

// A stopped arm stands still at once, tells its position, refuses to move, and homes.
func TestStopInMidMotion(t *testing.T) {
	far := arm.Point{X: 40, Y: 40, Z: 80}
	for _, protocol := range protocols {
		for _, how := range []string{"Stop", "context", "Stop in a run"} {
			t.Run(string(protocol)+" by "+how, func(t *testing.T) {
				onBench(t, protocol, firmware.Options{}, "", func(b *bench) {
					b.ready()
					b.move(high, 200)
					ctx, cancel := context.WithCancel(b.t.Context())
					moved := expect.Later(func() error {
						if how == "Stop in a run" {
							var steps []arm.Step
							for i := range 10 {
								to := far
								to.X += float64(i % 2)
								steps = append(steps, arm.Step{Verb: arm.VerbMove, To: to, Speed: 100})
							}
							return arm.Run(ctx, b.arm, steps)
						}
						return b.arm.Move(ctx, far, 100)
					})
					<-time.After(time.Second)
					before := b.world.Snapshot().Tool.At
					began := time.Now()
					if how == "context" {
						cancel()
					} else if err := b.arm.(arm.Stopper).Stop(b.t.Context()); err != nil {
						b.t.Fatal(err)
					}
					if err := <-moved; !errors.Is(err, arm.ErrStopped) {
						b.t.Errorf("the motion ends with %v", err)
					}
					cancel()
					if took := time.Since(began); took > 2*time.Second {
						b.t.Errorf("stopping took %v", took)
					}
					after := b.world.Snapshot().Tool.At
					most := 15.0 // mm
					if protocol == firmware.Klipper {
						most = 70
					}
					if way := arm.Point(after).Distance(arm.Point(before)); way > most {
						b.t.Errorf("it went on for %.1f mm", way)
					}
					if err := b.arm.Move(b.t.Context(), high, 100); !errors.Is(err, arm.ErrStopped) {
						b.t.Errorf("moves after a stop: %v", err)
					}
					p, err := b.arm.Position(b.t.Context())
					if is := arm.Point(b.world.Layout().Mount.ToArm(after)); err != nil || p.Distance(is) > 1 {
						b.t.Errorf("position %v, %v; it is at %v", p, err, is)
					}
					<-time.After(3 * time.Second)
					if b.world.Snapshot().Tool.At != after {
						b.t.Error("it goes on by itself")
					}
					if err := b.arm.Home(b.t.Context()); err != nil {
						b.t.Fatal(err)
					}
					b.move(high, 200)
				})
			})
		}
	}
}

// Stopping an arm at rest changes nothing.
func TestStopAtRest(t *testing.T) {
	for _, protocol := range protocols {
		t.Run(string(protocol), func(t *testing.T) {
			onBench(t, protocol, firmware.Options{}, "", func(b *bench) {
				b.ready()
				if err := b.arm.Stop(b.t.Context()); err != nil {
					b.t.Fatal(err)
				}
				b.move(high, 200)
			})
		})
	}
}

// Steps in one go take less time than one by one, and end at the same place.
func TestRunBlends(t *testing.T) {
	for _, protocol := range protocols {
		t.Run(string(protocol), func(t *testing.T) {
			onBench(t, protocol, firmware.Options{}, "", func(b *bench) {
				b.ready()
				b.move(high, 200)
				var there, back []arm.Step
				for i := 1; i <= 20; i++ {
					p := high
					p.X -= 5 * float64(i)
					there = append(there, arm.Step{Verb: arm.VerbMove, To: p, Speed: 150})
					back = append([]arm.Step{{Verb: arm.VerbMove, To: p, Speed: 150}}, back...)
				}
				began := time.Now()
				for _, s := range there {
					if err := s.Do(b.t.Context(), b.arm); err != nil {
						b.t.Fatal(err)
					}
				}
				single := time.Since(began)
				began = time.Now()
				if err := arm.Run(b.t.Context(), b.arm, append(back[1:],
					arm.Step{Verb: arm.VerbMove, To: high, Speed: 150})); err != nil {
					b.t.Fatal(err)
				}
				run := time.Since(began)
				b.isAt(high)
				b.t.Logf("100 mm in 20 pieces: %v one by one, %v in one go", single, run)
				if run > single*2/3 {
					b.t.Errorf("%v in one go, %v one by one", run, single)
				}
			})
		})
	}
}
