package calibration

import "math"

// The three coordinate frames, three types that never mix.

// Pixel is a point of a camera's picture as stored; the centre of the first pixel is (0, 0), x to the right, y down.
type Pixel struct {
	X float64 `yaml:"x"`
	Y float64 `yaml:"y"`
}

// BoardPoint is a point of the table in millimetres: origin at the centre of the playing area, x to White's right, y
// away from White, z up from the playing surface.
type BoardPoint struct{ X, Y, Z float64 }

// Distance is how far apart two points are, mm, seen from above.
func (p BoardPoint) Distance(q BoardPoint) float64 { return math.Hypot(p.X-q.X, p.Y-q.Y) }

// ArmPoint is a point in the arm's own coordinates, in millimetres.
type ArmPoint struct {
	X float64 `yaml:"x"`
	Y float64 `yaml:"y"`
	Z float64 `yaml:"z"`
}
