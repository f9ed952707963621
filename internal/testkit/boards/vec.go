package boards

import "math"

// vec is a point or a direction in space: x to the right, y down, z up, squares from the middle of the board.
type vec struct{ x, y, z float64 }

func (a vec) plus(b vec) vec      { return vec{a.x + b.x, a.y + b.y, a.z + b.z} }
func (a vec) minus(b vec) vec     { return vec{a.x - b.x, a.y - b.y, a.z - b.z} }
func (a vec) times(f float64) vec { return vec{a.x * f, a.y * f, a.z * f} }
func (a vec) dot(b vec) float64   { return a.x*b.x + a.y*b.y + a.z*b.z }
func (a vec) length() float64     { return math.Sqrt(a.dot(a)) }
func (a vec) unit() vec           { return a.times(1 / max(a.length(), 1e-12)) }
func (a vec) along(d vec, t float64) vec {
	return vec{a.x + d.x*t, a.y + d.y*t, a.z + d.z*t}
}

// mirrored is a direction after it has met a surface with a normal.
func (a vec) mirrored(normal vec) vec { return a.minus(normal.times(2 * a.dot(normal))) }

func (a vec) cross(b vec) vec {
	return vec{a.y*b.z - a.z*b.y, a.z*b.x - a.x*b.z, a.x*b.y - a.y*b.x}
}
