package firmware

import (
	"math"

	"draughtsman/internal/table/world"
)

// axes is a value for each of x, y and z.
type axes [3]float64

const x, y, z = 0, 1, 2

func axesOf(p world.Point) axes { return axes{p.X, p.Y, p.Z} }

func (a axes) point() world.Point { return world.Point{X: a[x], Y: a[y], Z: a[z]} }

func (a axes) plus(b axes) axes  { return axes{a[x] + b[x], a[y] + b[y], a[z] + b[z]} }
func (a axes) minus(b axes) axes { return axes{a[x] - b[x], a[y] - b[y], a[z] - b[z]} }
func (a axes) times(k float64) axes {
	return axes{a[x] * k, a[y] * k, a[z] * k}
}
func (a axes) dot(b axes) float64 { return a[x]*b[x] + a[y]*b[y] + a[z]*b[z] }
func (a axes) length() float64    { return math.Sqrt(a.dot(a)) }

// within is the longest multiple of a unit vector that stays within a limit on every axis.
func (a axes) within(limit axes) float64 {
	longest := math.Inf(1)
	for i := range a {
		if a[i] != 0 {
			longest = min(longest, limit[i]/math.Abs(a[i]))
		}
	}
	return longest
}

// told are axes with those changed that a command tells.
func (a axes) told(p map[byte]float64, f func(i int, v float64) float64) axes {
	for i, letter := range []byte("XYZ") {
		if v, told := p[letter]; told {
			a[i] = f(i, v)
		}
	}
	return a
}
