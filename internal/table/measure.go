package table

import (
	"math"
	"math/rand/v2"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/world"
)

// varied is a mount as somebody else would have set the same board down: up to
// 3° and 6 mm from it, and 1 mm higher or lower.
func varied(m world.Mount, seed uint64) world.Mount {
	random := rand.New(rand.NewPCG(seed, 3))
	spread := func(by float64) float64 { return by * (2*random.Float64() - 1) }
	m.Turn += spread(3 * math.Pi / 180)
	m.Origin.X += spread(6)
	m.Origin.Y += spread(6)
	m.Origin.Z += spread(1)
	return m
}

// touchError is the standard deviation, on each axis, of the place that is
// read off when the tool touches something, mm. Together that makes 0.2 mm.
const touchError = 0.115

// Touch is where the arm's tip is, in the arm's coordinates, when a person has
// jogged it to the middle of a square and down to the surface: the truth, and
// a measuring error of about 0.2 mm. The same square is always read alike.
func (t *Table) Touch(square checkers.Square) world.Point {
	l := t.world.Layout()
	p := l.Mount.ToArm(l.Centre(square))
	random := rand.New(rand.NewPCG(t.seed, 4<<32|uint64(square)))
	p.X += touchError * random.NormFloat64()
	p.Y += touchError * random.NormFloat64()
	p.Z += touchError * random.NormFloat64()
	return p
}
