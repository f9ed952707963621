package planner

import (
	"math"

	"draughtsman/calibration"
)

// box is what a picture shows of the table, board mm.
type box struct{ left, right, bottom, top float64 }

func (b box) width() float64  { return b.right - b.left }
func (b box) height() float64 { return b.top - b.bottom }

func (b *box) hold(p calibration.BoardPoint, radius float64) {
	b.left, b.right = math.Min(b.left, p.X-radius), math.Max(b.right, p.X+radius)
	b.bottom, b.top = math.Min(b.bottom, p.Y-radius), math.Max(b.top, p.Y+radius)
}

// bounds holds the board, the tray, what lies beside them, the keep-out boxes and the way of the tool.
func bounds(setup Setup, plan Plan) box {
	var b box
	b.hold(calibration.BoardPoint{}, setup.Board.Half()+8)
	for _, slot := range plan.Before.Tray.Slots {
		b.hold(slot.At, setup.Disc.DiameterMM/2+14)
	}
	for _, l := range plan.Before.Loose {
		b.hold(l.At, setup.Disc.DiameterMM/2+2)
	}
	tip := func(p calibration.ArmPoint) { b.hold(setup.Frame.ToBoard(p), 4) }
	tip(setup.Machine.Park)
	for _, k := range setup.Machine.KeepOut {
		tip(calibration.ArmPoint{X: k.Min.X, Y: k.Min.Y})
		tip(calibration.ArmPoint{X: k.Max.X, Y: k.Max.Y})
	}
	for _, step := range plan.Steps {
		for _, m := range step.Motions {
			tip(m.To)
		}
	}
	return b
}
