package calibration

import (
	"fmt"
	"math"

	"draughtsman/internal/files"
)

// ArmFrame is where the arm thinks the board is: arm = Rotation·board + Origin. It is rigid. The scale that the
// touches suggest is kept as a check of the arm's steps per millimetre and of the board's stated size, and is not
// applied.
type ArmFrame struct {
	Rotation Rotation `yaml:"rotation_deg,flow" range:"-180.001..180.001 °, half a turn, rounded"`
	// Origin is the middle of the board.
	Origin ArmPoint `yaml:"origin_mm,flow" range:"-5000..5000 mm, a gantry of 3 m, its zero anywhere"`
	// Scale is arm millimetres a board millimetre, as touched, ResidualMM the root mean square distance of the touches.
	Scale      float64 `yaml:"scale" range:"0.98..1.02, steps or squares that are measured wrongly"`
	ResidualMM float64 `yaml:"residual_mm" range:"0..50 mm, a quarter of the largest square"`
}

// ToArm is a point of the table in the arm's coordinates.
func (f ArmFrame) ToArm(p BoardPoint) ArmPoint {
	v := mul(f.Rotation.Matrix(), [3]float64{p.X, p.Y, p.Z})
	return ArmPoint{X: v[0] + f.Origin.X, Y: v[1] + f.Origin.Y, Z: v[2] + f.Origin.Z}
}

// ToBoard is a point of the arm's coordinates on the table.
func (f ArmFrame) ToBoard(p ArmPoint) BoardPoint {
	v := mulT(f.Rotation.Matrix(), [3]float64{p.X - f.Origin.X, p.Y - f.Origin.Y, p.Z - f.Origin.Z})
	return BoardPoint{X: v[0], Y: v[1], Z: v[2]}
}

// Miss is the distance, mm, between where the tool touched a square's middle and where the frame expects it.
func (f ArmFrame) Miss(b Board, t Touch) (float64, error) {
	p, err := b.Square(t.Square)
	if err != nil {
		return 0, err
	}
	a := f.ToArm(p)
	return length([3]float64{a.X - t.At.X, a.Y - t.At.Y, a.Z - t.At.Z}), nil
}

// maxFileMissMM is how far a touch may be off, mm, for the rounding of a file alone.
const maxFileMissMM = 0.5

// CheckTouches says which of the touches that the frame was fitted to it cannot have been fitted to: one that is
// farther off than the fit allows, or than the frame's residual of so many touches.
func (f ArmFrame) CheckTouches(b Board, touches []Touch) error {
	most := min(maxTouchMiss*b.SquareMM, f.ResidualMM*math.Sqrt(float64(len(touches)))+maxFileMissMM)
	for i, t := range touches {
		miss, err := f.Miss(b, t)
		if err != nil {
			return err
		}
		if miss > most {
			return wrongValue(fmt.Sprintf("touches[%d]", i+1), "says that square %d was touched %.1f mm from where arm has it "+
				"in the same file", t.Square, miss)
		}
	}
	return nil
}

// Validate says what makes the frame impossible.
func (f ArmFrame) Validate() error {
	if err := files.InRange(f); err != nil {
		return err
	}
	if up := f.Rotation.Matrix()[2][2]; up < math.Cos(maxLean) {
		return wrongValue("arm.rotation_deg", "leans the board by %.0f°", math.Acos(up)*180/math.Pi)
	}
	return nil
}
