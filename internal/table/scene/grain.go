package scene

import (
	"math"
	"math/rand/v2"
)

// grain is smooth noise over a plane, the same for the same seed.
type grain struct {
	shuffle [512]uint8
	value   [256]float32
}

func newGrain(random *rand.Rand) *grain {
	g := &grain{}
	for i, v := range random.Perm(256) {
		g.shuffle[i], g.shuffle[i+256] = uint8(v), uint8(v)
		g.value[i] = 2*random.Float32() - 1
	}
	return g
}

// at is the noise at a place, −1 to 1, with one hill or hollow a unit.
func (g *grain) at(x, y float32) float32 {
	fx, fy := math.Floor(float64(x)), math.Floor(float64(y))
	ix, iy := int(fx)&255, int(fy)&255
	u, v := x-float32(fx), y-float32(fy)
	u, v = u*u*(3-2*u), v*v*(3-2*v)
	jx := (ix + 1) & 255
	top, bottom := int(g.shuffle[iy]), int(g.shuffle[iy+1])
	a := g.value[g.shuffle[ix+top]]
	b := g.value[g.shuffle[jx+top]]
	c := g.value[g.shuffle[ix+bottom]]
	d := g.value[g.shuffle[jx+bottom]]
	a += u * (b - a)
	c += u * (d - c)
	return a + v*(c-a)
}

// wood is how much darker or brighter than its mean a piece of wood is at a place, about −1 to 1: years' rings bent
// by the growth, and fibres. The grain runs along x.
func (g *grain) wood(x, y float32) float32 {
	bend := g.at(x/90, y/25) + .5*g.at(x/35, y/9)
	ring := y/6 + 2*bend
	ring -= float32(math.Floor(float64(ring)))
	ring = 1 - ring*ring*1.6 // grows darker until the winter, then starts anew
	return .45*ring + .35*g.at(x/18, y*1.3) + .35*g.at(x/60, y/3)
}

// cloth is the same for something woven or printed.
func (g *grain) cloth(x, y float32) float32 {
	return .5*g.at(x*.9, y*.9) + .35*g.at(x/12, y/12) + .4*g.at(x/70, y/70)
}
