package world

import (
	"math"
	"math/rand/v2"
)

// Mount is how the arm stands to the board: the board lies in the arm's frame turned about the vertical and shifted.
// The arm's frame is right-handed, in millimetres, z up, its origin at a lower corner of the arm's bed. The gantry's
// beam runs along the arm's x axis and rides along y.
type Mount struct {
	Turn   float64 // anticlockwise turn of the board's x axis from the arm's, radians
	Origin Point   // the board's origin in the arm's frame
}

// DefaultMount is a board nearly in the middle of the bed, turned by 4°, its playing surface 12 mm above the arm's
// zero.
func DefaultMount() Mount {
	return Mount{Turn: 4 * math.Pi / 180, Origin: Point{322, 252, 12}}
}

// ToArm is a point of the board in the arm's frame.
func (m Mount) ToArm(p Point) Point {
	sin, cos := math.Sincos(m.Turn)
	return Point{
		X: m.Origin.X + cos*p.X - sin*p.Y,
		Y: m.Origin.Y + sin*p.X + cos*p.Y,
		Z: m.Origin.Z + p.Z,
	}
}

// ToBoard is a point of the arm's frame on the board.
func (m Mount) ToBoard(p Point) Point {
	sin, cos := math.Sincos(m.Turn)
	x, y := p.X-m.Origin.X, p.Y-m.Origin.Y
	return Point{X: cos*x + sin*y, Y: -sin*x + cos*y, Z: p.Z - m.Origin.Z}
}

// Varied is the mount as somebody else would have set the same board down: up to 3° and 6 mm from it, and 1 mm higher
// or lower.
func (m Mount) Varied(seed uint64) Mount {
	random := rand.New(rand.NewPCG(seed, 3))
	spread := func(by float64) float64 { return by * (2*random.Float64() - 1) }
	m.Turn += spread(3 * math.Pi / 180)
	m.Origin.X += spread(6)
	m.Origin.Y += spread(6)
	m.Origin.Z += spread(1)
	return m
}
