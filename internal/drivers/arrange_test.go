package drivers_test

import (
	"math/rand/v2"
	"testing"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/table/firmware"
	"draughtsman/internal/testkit/expect"
	"draughtsman/planner"
)

// After a game the arm sets up the next one from what stands there, whatever way kings are shown, round a post that
// stands beside the board: every disc of the table is used, and nothing is touched.
func TestNewGamesAreSetUp(t *testing.T) {
	for _, kings := range []planner.Kings{planner.StackKings, planner.SwapKings, planner.VirtualKings} {
		t.Run(string(kings), func(t *testing.T) {
			onBench(t, firmware.GRBL, firmware.Options{}, "", func(b *bench) {
				random := rand.New(rand.NewPCG(6, 6))
				b.ready()
				setup := b.table.Setup(b.frame())
				setup.Machine.KeepOut = []planner.KeepOut{{Name: "post", Box: planner.Box{
					Min: calibration.ArmPoint{X: 490, Y: 255}, Max: calibration.ArmPoint{X: 497, Y: 262, Z: 90},
				}}}
				stand := planner.Table{Position: checkers.Start(), Tray: b.table.Tray}
				if stand.Tray.Kings = kings; kings == planner.SwapKings {
					for i := range stand.Tray.Slots {
						if stand.Tray.Slots[i].Kind == planner.SpareSlot {
							stand.Tray.Slots[i].Kind = planner.KingSlot
						}
					}
				}
				crowned := 0
				for range 120 {
					moves := stand.Position.Moves()
					if len(moves) == 0 || crowned > 2 {
						break
					}
					move := moves[random.IntN(len(moves))]
					if stand.Position.Crowns(move) {
						crowned++
					}
					plan, err := planner.New(setup, stand, move, planner.LookAtEnd)
					expect.OK(b.t, err)
					b.carryOut(plan)
					stand = plan.After
				}
				if crowned == 0 {
					b.t.Fatal("nobody was crowned")
				}
				plan, err := planner.SetUp(setup, stand, checkers.Start(), planner.LookAtEnd)
				expect.OK(b.t, err)
				b.carryOut(plan)
				if got, want := b.world.Position(), checkers.Start(); got.Black != want.Black || got.White != want.White ||
					got.Kings != 0 {
					b.t.Errorf("the table shows %s", got.FEN())
				}
				if c := b.world.Counts(); c.Collisions != 0 || c.Missed != 0 || c.Dropped != 0 {
					b.t.Errorf("counts %+v", c)
				}
				b.t.Logf("%d crowned; a new game in %d transfers, %v", crowned, len(plan.Steps), plan.Takes)
			})
		})
	}
}
