package drivers_test

import (
	"draughtsman/arm"
	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
	"draughtsman/internal/testkit/expect"
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
	expect.OK(b.t, err)
	return frame
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
		expect.OK(b.t, arm.Run(b.t.Context(), b.arm, steps))
	}
}
