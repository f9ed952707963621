package drivers_test

import (
	"testing"

	"github.com/rs/zerolog"

	"draughtsman/arm"
	"draughtsman/engine/checkers"
	"draughtsman/internal/config"
	"draughtsman/internal/drivers"
	"draughtsman/internal/table/firmware"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/testkit/playback"
)

// The same over a real serial port, as far as the system can tell.
func TestOnATerminal(t *testing.T) {
	t.Parallel()
	for _, protocol := range protocols {
		t.Run(string(protocol), func(t *testing.T) {
			t.Parallel()
			l := world.DefaultLayout()
			w := world.New(world.NewState(l, checkers.Start(), 1), world.Options{Layout: l, Seed: 1, Speed: world.Max})
			board, err := firmware.Start(w, firmware.Options{Protocol: protocol})
			if err != nil {
				t.Skip(err)
			}
			playback.Run(t, w, board)
			ctx := t.Context()
			table := config.Example()
			table.Arm.Driver, table.Arm.Port = string(protocol.Family()), board.Path()
			a, err := drivers.Open(ctx, table, zerolog.Nop())
			expect.OK(t, err)
			defer a.Close()
			expect.OK(t, a.Home(ctx))
			for _, to := range []arm.Point{high, aside} {
				expect.OK(t, a.Move(ctx, to, 200))
				if at := arm.Point(l.Mount.ToArm(w.Snapshot().Tool.At)); at.Distance(to) > (&bench{table: table}).off() {
					t.Errorf("the tool is at %v, want %v", at, to)
				}
			}
		})
	}
}
