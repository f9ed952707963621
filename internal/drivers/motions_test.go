package drivers_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"draughtsman/arm"
	"draughtsman/internal/table/firmware"
	"draughtsman/internal/testkit/expect"
)

var (
	high  = arm.Point{X: 300, Y: 250, Z: 80}
	aside = arm.Point{X: 120, Y: 300.5, Z: 60}
)

// over is a place above the first disc of the table, and how far above the playing surface its top is.
func (b *bench) over(height float64) arm.Point {
	s := b.world.Snapshot()
	at := s.Discs[0].At
	at.Z = height
	return arm.Point(b.world.Layout().Mount.ToArm(at))
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
					expect.OK(b.t, b.arm.Home(b.t.Context()))
					b.move(high, 200)
				})
			})
		}
	}
}
