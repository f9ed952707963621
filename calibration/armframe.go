package calibration

import (
	"fmt"
	"math"
)

// ArmFrame is where the arm thinks the board is: arm = Rotation·board + Origin. It is rigid. The scale that the
// touches suggest is kept as a check of the arm's steps per millimetre and of the board's stated size, and is not
// applied.
type ArmFrame struct {
	Rotation   Rotation `yaml:"rotation_deg,flow"`
	Origin     ArmPoint `yaml:"origin_mm,flow"` // the middle of the board
	Scale      float64  `yaml:"scale"`          // arm millimetres a board millimetre, as touched
	ResidualMM float64  `yaml:"residual_mm"`    // root mean square distance of the touches
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

// Validate says what makes the frame impossible.
func (f ArmFrame) Validate() error {
	r, o := f.Rotation, f.Origin
	if !finite(r[0], r[1], r[2], o.X, o.Y, o.Z, f.Scale, f.ResidualMM) {
		return fmt.Errorf("the arm's frame is not made of numbers: calibrate the arm again")
	}
	if up := r.Matrix()[2][2]; up < math.Cos(maxLean) {
		return fmt.Errorf("the arm's frame leans the board by %.0f°: calibrate the arm again", math.Acos(up)*180/math.Pi)
	}
	return nil
}
