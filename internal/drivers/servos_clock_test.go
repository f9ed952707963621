package drivers_test

import (
	"testing"
	"time"

	"github.com/rs/zerolog"

	"draughtsman/engine/checkers"
	"draughtsman/internal/config"
	"draughtsman/internal/drivers"
	"draughtsman/internal/table/servos"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/testkit/playback"
)

// Servos that are led by the simulated clock carry a disc in a world that runs as fast as it can, over a terminal, as
// they do in real time: the simulated time that it takes is the same.
func TestServosByTheSimulatedClock(t *testing.T) {
	var took [2]time.Duration
	onServos(t, servos.Options{}, func(t *testing.T, b *servoBench) {
		b.ready()
		began := b.world.Snapshot().Now
		b.carry(18, 1)
		took[0] = b.world.Snapshot().Now - began
	})
	l := world.ServoLayout()
	w := world.New(world.NewState(l, checkers.Position{White: 1 << 17}, 1),
		world.Options{Layout: l, Seed: 1, Speed: world.Max})
	bus, err := servos.Start(w, servos.Options{})
	expect.OK(t, err)
	playback.Run(t, w, bus)
	table := config.ServoExample()
	table.Arm.Port = bus.Path()
	b := &servoBench{t: t, world: w, bus: bus}
	defer func() {
		if b.arm != nil {
			_ = b.arm.Close()
		}
	}()
	if b.arm, err = drivers.OpenBy(t.Context(), table, bus, zerolog.Nop()); err != nil {
		t.Fatal(err)
	}
	expect.OK(t, b.arm.Home(t.Context()))
	real, began := time.Now(), w.Snapshot().Now
	b.carry(18, 1)
	took[1] = w.Snapshot().Now - began
	t.Logf("%v in real time, %v led by the simulated clock, in %v", took[0], took[1], time.Since(real))
	if ratio := took[1].Seconds() / took[0].Seconds(); ratio < 0.9 || ratio > 1.1 {
		t.Errorf("it takes %v, and %v in real time", took[1], took[0])
	}
	if c := w.Counts(); c.Collisions+c.Dropped+c.Missed > 0 {
		t.Errorf("%+v", c)
	}
	if at, want := w.Snapshot().Discs[0].At, l.Centre(1); at.Z != 0 ||
		(at.X-want.X)*(at.X-want.X)+(at.Y-want.Y)*(at.Y-want.Y) > 9 {
		t.Errorf("the disc is at %v, want %v", at, want)
	}
}
