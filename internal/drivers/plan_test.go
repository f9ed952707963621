package drivers_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"draughtsman/arm"
	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
	"draughtsman/internal/table/firmware"
	"draughtsman/planner"
)

// frame is where the bench's arm has its board.
func (b *bench) frame() calibration.ArmFrame {
	b.t.Helper()
	var touches []calibration.Touch
	for _, square := range []int{1, 4, 29, 32} {
		l := b.world.Layout()
		touches = append(touches, calibration.Touch{Square: square,
			At: calibration.ArmPoint(l.Mount.ToArm(l.Centre(checkers.Square(square))))})
	}
	frame, err := calibration.FitArm(b.table.Board, touches)
	if err != nil {
		b.t.Fatal(err)
	}
	return frame
}

// A game of both sides' moves, planned, sent and carried out: after each the discs stand where the rules have them,
// and nothing has been touched.
func TestPlansAreCarriedOut(t *testing.T) {
	for _, protocol := range protocols {
		t.Run(string(protocol), func(t *testing.T) {
			onBench(t, protocol, firmware.Options{}, "", func(b *bench) {
				random := rand.New(rand.NewPCG(5, 5))
				b.ready()
				stand := planner.Table{Position: checkers.Start(), Tray: b.table.Tray}
				began, planned := time.Now(), 0.0
				for n := range 24 {
					moves := stand.Position.Moves()
					move := moves[random.IntN(len(moves))]
					plan, err := planner.New(b.table.Setup(b.frame()), stand, move, planner.LookAtEnd)
					if err != nil {
						b.t.Fatal(err)
					}
					b.carryOut(plan)
					stand, planned = plan.After, planned+plan.Takes.Seconds()
					if got := b.world.Position(); got.Black != stand.Position.Black || got.White != stand.Position.White ||
						got.Kings != stand.Position.Kings {
						b.t.Fatalf("after move %d, %v, the table shows %s, want %s", n+1, move, got.FEN(), stand.Position.FEN())
					}
				}
				if c := b.world.Counts(); c.Collisions != 0 || c.Missed != 0 || c.Dropped != 0 {
					b.t.Errorf("counts %+v", c)
				}
				b.t.Logf("24 moves in %.1f s; planned %.1f s", time.Since(began).Seconds(), planned)
			})
		})
	}
}

// carryOut sends a plan, a transfer at a time in one go.
func (b *bench) carryOut(plan planner.Plan) {
	b.t.Helper()
	for _, step := range plan.Steps {
		var steps []arm.Step
		for _, m := range step.Motions {
			if s, ok := robot.Request(m); ok {
				steps = append(steps, s)
			}
		}
		if err := arm.Run(b.t.Context(), b.arm, steps); err != nil {
			b.t.Fatal(err)
		}
	}
}
