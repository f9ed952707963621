package imaging

import "math"

// Point is a point or a direction in a plane.
type Point struct{ X, Y float64 }

// Pt is the point with some coordinates.
func Pt(x, y float64) Point { return Point{x, y} }

// Plus adds another direction.
func (a Point) Plus(b Point) Point { return Point{a.X + b.X, a.Y + b.Y} }

// Minus is the direction from another point.
func (a Point) Minus(b Point) Point { return Point{a.X - b.X, a.Y - b.Y} }

// Times is longer by a factor.
func (a Point) Times(f float64) Point { return Point{a.X * f, a.Y * f} }

// Length is the Euclidean norm.
func (a Point) Length() float64 { return math.Hypot(a.X, a.Y) }

// Distance is that of another point.
func (a Point) Distance(b Point) float64 { return math.Hypot(a.X-b.X, a.Y-b.Y) }

// Dot is the scalar product.
func (a Point) Dot(b Point) float64 { return a.X*b.X + a.Y*b.Y }

// Cross is the area of the parallelogram between two directions, positive from x towards y.
func (a Point) Cross(b Point) float64 { return a.X*b.Y - a.Y*b.X }

// centroid is the mean of some points.
func centroid(points []Point) (middle Point) {
	for _, p := range points {
		middle = middle.Plus(p)
	}
	return middle.Times(1 / float64(len(points)))
}
