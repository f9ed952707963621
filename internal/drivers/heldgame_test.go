package drivers_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"draughtsman/arm"
	"draughtsman/engine/checkers"
	"draughtsman/internal/table/firmware"
	"draughtsman/internal/table/servos"
	"draughtsman/internal/testkit/expect"
	"draughtsman/planner"
)

// holds is how often an arm is held in a game.
const holds = 10

// holdsAtRandom holds an arm at random moments while something is carried out, asks each time where it is, and lets
// it go on. Where is where it really is; within is by how many mm it may be wrong about that. The channel is closed
// afterwards.
func holdsAtRandom(ctx context.Context, t *testing.T, a arm.Arm, random *rand.Rand, where func() arm.Point,
	within float64) <-chan struct{} {
	t.Helper()
	held := make(chan struct{})
	pause := func(least, spread time.Duration) {
		select {
		case <-time.After(least + time.Duration(random.Int64N(int64(spread)))):
		case <-ctx.Done():
		}
	}
	go func() {
		defer close(held)
		for n := 0; n < holds && ctx.Err() == nil; n++ {
			pause(2*time.Second, 8*time.Second)
			if err := a.(arm.Holder).Hold(ctx); err != nil {
				t.Errorf("hold: %v", err)
				return
			}
			pause(0, 3*time.Second)
			began := time.Now()
			at, err := a.(arm.Positioner).Position(ctx)
			if ctx.Err() != nil {
				return
			}
			if is := where(); err != nil || at.Distance(is) > within {
				t.Errorf("held at %v it says that it is at %v, %v", is, at, err)
			}
			if took := time.Since(began); took > time.Second {
				t.Errorf("that was said after %v", took)
			}
			pause(0, 3*time.Second)
			if err := a.(arm.Holder).Resume(ctx); err != nil {
				t.Errorf("go on: %v", err)
				return
			}
		}
	}()
	return held
}

// An arm that is held ten times in a game, at random moments, says each time where it is, goes on, touches nothing,
// and sets every disc where it belongs.
func TestHeldInAGame(t *testing.T) {
	for _, protocol := range protocols {
		for seed := range uint64(6) {
			if testing.Short() && seed > 0 {
				continue
			}
			t.Run(fmt.Sprintf("%s, %d", protocol, seed), func(t *testing.T) {
				onBench(t, protocol, firmware.Options{Seed: seed + 1}, "", func(b *bench) {
					random := rand.New(rand.NewPCG(seed, 31))
					b.ready()
					where := func() arm.Point { return arm.Point(b.world.Layout().Mount.ToArm(b.world.Snapshot().Tool.At)) }
					ctx, cancel := context.WithCancel(b.t.Context())
					held := holdsAtRandom(ctx, b.t, b.arm, random, where, 1)
					defer func() { cancel(); <-held }()
					b.playUntil(held, rand.New(rand.NewPCG(seed, 32)))
				})
			})
		}
	}
}

// playUntil plays a game of both sides' moves until something has happened, and at least to its twelfth move; a game
// that is over has another behind it.
func (b *bench) playUntil(happened <-chan struct{}, random *rand.Rand) {
	b.t.Helper()
	stand := planner.Table{Position: checkers.Start(), Tray: b.table.Tray}
	over := func() bool {
		select {
		case <-happened:
			return true
		default:
			return false
		}
	}
	for n := 0; n < 12 || !over(); n++ {
		moves := stand.Position.Moves()
		if len(moves) == 0 {
			b.t.Fatal("the game is over before the arm was held ten times")
		}
		plan, err := planner.New(b.table.Setup(b.frame()), stand, moves[random.IntN(len(moves))], planner.LookAtEnd)
		expect.OK(b.t, err)
		b.carryOut(plan)
		stand = plan.After
		if got := b.world.Position(); got.Black != stand.Position.Black || got.White != stand.Position.White ||
			got.Kings != stand.Position.Kings {
			b.t.Fatalf("after move %d the table shows %s, want %s", n+1, got.FEN(), stand.Position.FEN())
		}
	}
	if c := b.world.Counts(); c.Collisions != 0 || c.Missed != 0 || c.Dropped != 0 {
		b.t.Errorf("counts %+v", c)
	}
	l := b.world.Layout()
	for _, d := range b.world.Snapshot().Discs {
		if math.Abs(d.At.X) > l.Half() || math.Abs(d.At.Y) > l.Half() {
			continue // in the tray
		}
		off := math.Inf(1)
		for square := range checkers.Board8.All().All() {
			c := l.Centre(square)
			off = min(off, math.Hypot(d.At.X-c.X, d.At.Y-c.Y))
		}
		if off > 2 {
			b.t.Errorf("disc %d lies %.1f mm beside its square's centre", d.ID, off)
		}
	}
}

// Servos that are held ten times while they carry a disc about the board set it where it belongs.
func TestServosHeldTenTimes(t *testing.T) {
	onServos(t, servos.Options{}, func(t *testing.T, b *servoBench) {
		b.ready()
		where := func() arm.Point { return arm.Point(b.world.Layout().Mount.ToArm(b.world.Snapshot().Tool.At)) }
		ctx, cancel := context.WithCancel(t.Context())
		const within = 15 // the tip is between the jaws, the tool's end at one of them
		held := holdsAtRandom(ctx, t, b.arm, rand.New(rand.NewPCG(1, 33)), where, within)
		defer func() { cancel(); <-held }()
		random, at := rand.New(rand.NewPCG(1, 34)), checkers.Square(18)
		for done := false; !done; {
			select {
			case <-held:
				done = true
			default:
			}
			to := []checkers.Square{1, 4, 18, 29, 32}[random.IntN(5)]
			if to == at {
				continue
			}
			b.carry(at, to)
			c, disc := b.world.Layout().Centre(to), b.world.Snapshot().Discs[0].At
			if off := math.Hypot(disc.X-c.X, disc.Y-c.Y); off > 2 || disc.Z != 0 {
				t.Fatalf("on square %d the disc lies %.1f mm beside its centre, %v", to, off, disc)
			}
			at = to
		}
		if c := b.world.Counts(); c.Collisions+c.Missed+c.Dropped > 0 {
			t.Errorf("counts %+v", c)
		}
	})
}
