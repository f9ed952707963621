package gantry

import (
	"math"

	"draughtsman/internal/table/world"
)

// Axes is a value for each of x, y and z.
type Axes [3]float64

const x, y, z = 0, 1, 2

// AxesOf are the coordinates of a point.
func AxesOf(p world.Point) Axes { return Axes{p.X, p.Y, p.Z} }

func (a Axes) point() world.Point { return world.Point{X: a[x], Y: a[y], Z: a[z]} }

// Plus is the sum, axis by axis.
func (a Axes) Plus(b Axes) Axes { return Axes{a[x] + b[x], a[y] + b[y], a[z] + b[z]} }

// Minus is the difference, axis by axis.
func (a Axes) Minus(b Axes) Axes { return Axes{a[x] - b[x], a[y] - b[y], a[z] - b[z]} }

// Times is a multiple.
func (a Axes) Times(k float64) Axes {
	return Axes{a[x] * k, a[y] * k, a[z] * k}
}
func (a Axes) dot(b Axes) float64 { return a[x]*b[x] + a[y]*b[y] + a[z]*b[z] }

// Length is the way from zero.
func (a Axes) Length() float64 { return math.Sqrt(a.dot(a)) }

// within is the longest multiple of a unit vector that stays within a limit on every axis.
func (a Axes) within(limit Axes) float64 {
	longest := math.Inf(1)
	for i := range a {
		if a[i] != 0 {
			longest = min(longest, limit[i]/math.Abs(a[i]))
		}
	}
	return longest
}

// Told are axes with those changed that a command tells.
func (a Axes) Told(p map[byte]float64, f func(i int, v float64) float64) Axes {
	for i, letter := range []byte("XYZ") {
		if v, told := p[letter]; told {
			a[i] = f(i, v)
		}
	}
	return a
}

// With is a value for each axis, where a line names others.
func (a Axes) With(p map[byte]float64) Axes {
	for i, letter := range []byte("XYZ") {
		if v, told := p[letter]; told && v > 0 {
			a[i] = v
		}
	}
	return a
}
