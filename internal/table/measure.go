package table

import (
	"math/rand/v2"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/world"
)

// touchError is the standard deviation, on each axis, of the place that is read off when the tool touches something,
// mm. Together that makes 0.2 mm.
const touchError = 0.115

// Touch is where the arm's tip is, in the arm's coordinates, when a person has jogged it to the middle of a square
// and down to the surface: the truth, and a measuring error of about 0.2 mm. The same square is always read alike.
func (t *Table) Touch(square checkers.Square) world.Point {
	l := t.world.Layout()
	p := l.Mount.ToArm(l.Centre(square))
	random := rand.New(rand.NewPCG(t.seed, 4<<32|uint64(square)))
	p.X += touchError * random.NormFloat64()
	p.Y += touchError * random.NormFloat64()
	p.Z += touchError * random.NormFloat64()
	return p
}
