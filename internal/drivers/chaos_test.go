package drivers_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"draughtsman/arm"
	"draughtsman/engine/checkers"
	"draughtsman/internal/table/firmware"
	"draughtsman/internal/table/servos"
	"draughtsman/internal/testkit/expect"
)

// Whatever is asked of an arm from all sides while its line is noisy, every call ends in bounded time, no motion is
// believed to be done that is not, and homing leads out of it.
func TestHoldsStopsAndFaultsAtRandom(t *testing.T) {
	seeds := uint64(25)
	if testing.Short() {
		seeds = 4
	}
	for _, protocol := range protocols {
		for seed := range seeds {
			t.Run(fmt.Sprintf("%s, seed %d", protocol, seed), func(t *testing.T) {
				onBench(t, protocol, firmware.Options{Seed: seed + 1, NativeUSB: seed%2 == 1}, "", func(b *bench) {
					b.ready()
					random := rand.New(rand.NewPCG(seed, 9))
					within := func(d time.Duration) time.Duration { return time.Duration(random.Int64N(int64(d))) }
					for range 6 {
						b.runDisturbed(random, within)
					}
				})
			})
		}
	}
}

// runDisturbed runs some motions while others interfere, and checks what came of it.
func (b *bench) runDisturbed(random *rand.Rand, within func(time.Duration) time.Duration) {
	b.t.Helper()
	var steps []arm.Step
	for range 1 + random.IntN(4) {
		to := arm.Point{X: 100 + 400*random.Float64(), Y: 100 + 300*random.Float64(), Z: 60 + 25*random.Float64()}
		steps = append(steps, arm.Step{Verb: arm.VerbMove, To: to, Speed: 60 + 100*random.Float64()})
		if random.IntN(4) == 0 {
			steps = append(steps, arm.Step{Verb: arm.VerbGrip})
		}
	}
	steps = append(steps, arm.Step{Verb: arm.VerbMove, To: high, Speed: 150})
	ctx, cancel := context.WithCancel(b.t.Context())
	defer cancel()
	run := expect.Later(func() error { return arm.Run(ctx, b.arm, steps) })
	for range random.IntN(4) {
		<-time.After(within(1500 * time.Millisecond))
		switch random.IntN(8) {
		case 0:
			b.board.Fail(firmware.Fault{Lines: random.IntN(3), What: []string{firmware.LoseAnswer, firmware.GarbleAnswer,
				firmware.LoseLine, firmware.GarbleLine}[random.IntN(4)]})
		case 1:
			b.board.Fail(firmware.Fault{What: firmware.LateAnswer, For: within(time.Second) + 1})
		case 2:
			if err := b.arm.Stop(b.t.Context()); err != nil {
				b.t.Logf("stop: %v", err)
			}
		case 3:
			cancel()
		default:
			if err := b.arm.(arm.Holder).Hold(b.t.Context()); err != nil {
				b.t.Logf("hold: %v", err)
			}
			<-time.After(within(2 * time.Second))
			_ = b.arm.(arm.Holder).Resume(b.t.Context()) // refused after a stop
		}
	}
	select {
	case err := <-run:
		switch {
		case err == nil:
			b.isAt(high)
			return
		case !arm.NeedsHoming(err) && !errors.Is(err, arm.ErrRejected) && !errors.Is(err, context.Canceled):
			b.t.Errorf("it ends with %v", err)
		}
	case <-time.After(5 * time.Minute):
		b.t.Fatal("it does not end")
	}
	// What is left of the faults may strike once more, and Marlin halts when its homing is stopped.
	var err error
	for range 6 {
		if err = b.arm.Home(b.t.Context()); err == nil {
			err = b.arm.Move(b.t.Context(), high, 200)
		}
		switch {
		case err == nil:
			b.isAt(high)
			return
		case errors.Is(err, arm.ErrAlarm):
			b.board.Fail(firmware.Fault{What: firmware.Reset})
			<-time.After(3 * time.Second)
		}
	}
	b.t.Errorf("homing does not lead out of it: %v", err)
}

// The same for servos: whoever holds, stops and faults interfere, every call ends, and homing leads out of it.
func TestServosAtRandom(t *testing.T) {
	seeds := uint64(12)
	if testing.Short() {
		seeds = 3
	}
	for seed := range seeds {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			onServos(t, servos.Options{}, func(t *testing.T, b *servoBench) {
				b.ready()
				random := rand.New(rand.NewPCG(seed, 10))
				within := func(d time.Duration) time.Duration { return time.Duration(random.Int64N(int64(d))) }
				for range 5 {
					var steps []arm.Step
					for range 1 + random.IntN(3) {
						steps = append(steps, moves(60+80*random.Float64(), b.over(checkers.Square(1+random.IntN(32)),
							30+20*random.Float64()))...)
					}
					ctx, cancel := context.WithCancel(t.Context())
					run := expect.Later(func() error { return arm.Run(ctx, b.arm, steps) })
					for range random.IntN(4) {
						<-time.After(within(1500 * time.Millisecond))
						switch random.IntN(6) {
						case 0:
							b.bus.Happen(servos.Fault{What: []string{servos.LoseAnswer, servos.GarbleAnswer, servos.LoseRequest,
								servos.BrownOut}[random.IntN(4)]})
						case 1:
							_ = b.arm.Stop(t.Context()) // what it stops may fail at that moment
						case 2:
							cancel()
						default:
							_ = b.arm.(arm.Holder).Hold(t.Context())
							<-time.After(within(2 * time.Second))
							_ = b.arm.(arm.Holder).Resume(t.Context())
						}
					}
					select {
					case err := <-run:
						if err == nil {
							at, err := b.arm.Position(t.Context())
							if to := steps[len(steps)-1].To; err != nil || at.Distance(to) > 1.5 {
								t.Errorf("it says that it is at %v and is at %v, %v", to, at, err)
							}
						} else if !arm.NeedsHoming(err) && !errors.Is(err, context.Canceled) {
							t.Errorf("it ends with %v", err)
						}
					case <-time.After(5 * time.Minute):
						t.Fatal("it does not end")
					}
					cancel()
					var err error
					for range 3 {
						if err = b.arm.Home(t.Context()); err == nil {
							break
						}
					}
					if err != nil {
						t.Fatalf("homing: %v", err)
					}
				}
			})
		})
	}
}
