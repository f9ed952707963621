package rig_test

import (
	"math"
	"testing"

	"github.com/rs/zerolog"

	"draughtsman/arm"
	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/config"
	"draughtsman/internal/robot"
	"draughtsman/internal/robot/rig"
	"draughtsman/internal/table"
	"draughtsman/internal/table/scene"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/expect"
	"draughtsman/planner"
)

// touched are the squares that a person touches with the tool.
var touched = []int{1, 4, 29, 32}

// touch is where the arm has the board, as a person finds out.
func touch(t *testing.T, tb *table.Table) calibration.ArmFrame {
	t.Helper()
	var touches []calibration.Touch
	for _, square := range touched {
		at := tb.Touch(checkers.Square(square))
		touches = append(touches, calibration.Touch{Square: square, At: calibration.ArmPoint(at)})
	}
	frame, err := calibration.FitArm(config.Example().Board, touches)
	expect.OK(t, err)
	return frame
}

// TestPlansTakeAsLongAsTheySay carries plans out on the simulated table through its serial port, and holds their
// duration against the table's clock. Nobody watches, so that time passes only while the machine is at work.
func TestPlansTakeAsLongAsTheySay(t *testing.T) {
	const tolerance = 0.1
	for _, tt := range []struct{ name, fen, move string }{
		{"a man", checkers.Start().FEN(), "11-15"},
		{"a man far from the park point", "W:W29:B4", "29-25"},
		{"a man near the park point", "B:W29:B1,2", "1-5"},
		{"a capture", "B:W18,32:B15", "15x22"},
		{"two captures and a crown", "B:W18,26,27:B15", "15x22x31"},
		{"a capture across the board", "W:W24:B19,4", "24x15"},
		{"a crown", "W:W6,32:B12", "6-2"},
		{"a king", "B:W32:BK10,1", "10-14"},
		{"a king takes a king", "W:WK18:BK15,1", "18x11"},
		{"a king takes two", "W:WK31:B27,20,19,1", "31x24x15"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p, err := checkers.ParseFEN(tt.fen)
			expect.OK(t, err)
			move, err := p.ParseMove(tt.move)
			expect.OK(t, err)
			camera := scene.DefaultOptions()
			camera.Width, camera.Height, camera.Camera.FocalPX = 160, 120, 150
			tb, err := table.Start(t.Context(), table.Options{Seed: 3, Speed: world.Max, Position: p, Camera: &camera})
			expect.OK(t, err)
			defer tb.Close()
			described := config.Example()
			described.Arm.Port = tb.PortPath()
			plan, err := planner.New(described.Setup(touch(t, tb)), planner.Table{Position: p, Tray: described.Tray}, move,
				planner.LookAfterEach)
			expect.OK(t, err)
			driver, err := rig.OpenArm(t.Context(), described, zerolog.Nop())
			expect.OK(t, err)
			defer driver.Close()
			expect.OK(t, driver.Home(t.Context()))
			expect.OK(t, driver.Move(t.Context(), arm.Point(plan.Start), described.Machine.VerticalSpeed))
			began := tb.Snapshot().Now
			for _, step := range plan.Steps {
				carryOut(t, driver, step)
			}
			took := tb.Snapshot().Now - began
			t.Logf("%s: %d transfers, planned %v, took %v", move, len(plan.Steps), plan.Takes, took)
			if off := plan.Takes.Seconds()/took.Seconds() - 1; math.Abs(off) > tolerance {
				t.Errorf("%s was planned to take %v and took %v: %+.1f %%", move, plan.Takes, took, 100*off)
			}
			if stands := tb.Position(); stands.Black != plan.After.Position.Black || stands.White != plan.After.Position.White ||
				stands.Kings != plan.After.Position.Kings {
				t.Errorf("the table shows %s instead of %s", stands.FEN(), plan.After.Position.FEN())
			}
			if c := tb.Counts(); c.Missed+c.Collisions+c.Dropped > 0 {
				t.Errorf("on the way: %+v", c)
			}
		})
	}
}

func carryOut(t *testing.T, driver arm.Arm, step planner.Step) {
	t.Helper()
	for _, m := range step.Motions {
		if request, ok := robot.Request(m); ok {
			if err := request.Do(t.Context(), driver); err != nil {
				t.Fatalf("%s, %s: %v", step.Transfer, m.Kind, err)
			}
		}
	}
}
