package arms_test

import (
	"slices"
	"testing"
	"time"

	"draughtsman/arm"
	"draughtsman/internal/table/firmware"
	"draughtsman/internal/table/world"
)

// A uArm that is held takes the angles of its joints for its place, and would go
// on from there, through the table: its encoders are read before it goes on.
func TestHeldUArmGoesOnFromWhereItIs(t *testing.T) {
	onBench(t, firmware.UArm, firmware.Options{Bed: world.Point{X: 640, Y: 520, Z: 200}}, "", func(b *bench) {
		b.table.Machine.Reach.Max.Z, b.table.Machine.Park.Z = 150, 150
		b.ready()
		from, to := arm.Point{X: 200, Z: 100}, arm.Point{X: 250, Y: 100, Z: 100}
		b.move(from, 100)
		went := &track{mount: b.world.Layout().Mount}
		b.world.AddActor(went, false)
		moved := later(func() error { return b.arm.Move(b.t.Context(), to, 40) })
		<-time.After(700 * time.Millisecond)
		b.hold(firmware.UArm)
		b.onWay([]arm.Point{from, to})
		if err := b.arm.(arm.Holder).Resume(b.t.Context()); err != nil {
			b.t.Fatal(err)
		}
		if err := <-moved; err != nil {
			b.t.Fatal(err)
		}
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
