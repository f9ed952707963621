// Package optics is what tests know of cameras: where they stand, and the noise of their sensors.
package optics

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"draughtsman/calibration"
)

// LookFrom is the pose of a camera at one point that looks at another, held level (straight above the board, with
// Black's side up in the picture) and then rolled so that what it sees turns clockwise by roll, radians.
func LookFrom(eye, at calibration.BoardPoint, roll float64) calibration.Pose {
	from := r3.Vec(eye)
	forward := r3.Unit(r3.Sub(r3.Vec(at), from))
	// Right is level and square to the view; a camera straight above has the board's y for up.
	right := r3.Vec{X: forward.Y, Y: -forward.X}
	if r3.Norm(right) < 1e-9 {
		right = r3.Vec{X: 1}
	}
	right = r3.Unit(right)
	down := r3.Cross(forward, right)
	s, c := math.Sincos(roll)
	var m [3][3]float64
	var t calibration.Vector
	for i, axis := range []r3.Vec{
		r3.Sub(r3.Scale(c, right), r3.Scale(s, down)), r3.Add(r3.Scale(s, right), r3.Scale(c, down)), forward,
	} {
		m[i], t[i] = [3]float64{axis.X, axis.Y, axis.Z}, -r3.Dot(axis, from)
	}
	return calibration.Pose{Rotation: calibration.RotationOf(m), Translation: t}
}
