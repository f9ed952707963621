package uncalibrated

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"draughtsman/vision/imaging"
)

// tilt is from where a camera looks at a board. Things that stand on the board lean in the picture in the direction
// away, along the board's columns and rows, by tangent times their height.
type tilt struct {
	away    [2]float64 // a unit vector, or zero straight from above
	tangent float64    // of the angle between the line of sight to the middle of the board and the vertical
}

// usualFocal is the focal length of webcams and phones in longer sides of the picture.
const usualFocal = 1.1

// tiltOf takes the camera's place out of a homography, with a usual focal length (a plane's homography is K·[r1 r2
// t]; Zhang, A flexible new technique for camera calibration, 2000). It is only as good as that guess, which is good
// enough to know where the tops of pieces are seen.
func tiltOf(h *imaging.Homography, squares, width, height int) tilt {
	f := usualFocal * float64(max(width, height))
	cx, cy := float64(width)/2, float64(height)/2
	column := func(c int) r3.Vec {
		return r3.Vec{X: (h[c] - cx*h[6+c]) / f, Y: (h[3+c] - cy*h[6+c]) / f, Z: h[6+c]}
	}
	r1, r2, t := column(0), column(1), column(2)
	scale := 1 / math.Sqrt(r3.Norm(r1)*r3.Norm(r2))
	if t.Z < 0 {
		scale = -scale
	}
	r1, normal := r3.Unit(r3.Scale(scale, r1)), r3.Unit(r3.Cross(r1, r2))
	r2, t = r3.Cross(normal, r1), r3.Scale(scale, t)
	// The camera in board coordinates is −Rᵀt, in squares.
	middle := float64(squares) / 2
	dx, dy, height3 := middle+r3.Dot(r1, t), middle+r3.Dot(r2, t), math.Abs(r3.Dot(normal, t))
	distance := math.Hypot(dx, dy)
	if distance < 1e-9 || height3 < 1e-9 {
		return tilt{}
	}
	return tilt{away: [2]float64{dx / distance, dy / distance}, tangent: min(distance/height3, mostTangent)}
}

// mostTangent bounds the lean of pieces in very oblique views: 58°.
const mostTangent = 1.6

// topOffset returns how far off, in squares, the top of something of a height is seen.
func (t tilt) topOffset(height float64) [2]float64 {
	return [2]float64{t.away[0] * t.tangent * height, t.away[1] * t.tangent * height}
}
