package cold

import "math"

// tilt is from where a camera looks at a board: away is the direction, along
// the board's columns and rows, in which things that stand on the board lean in the picture, by
// tangent times their height.
type tilt struct {
	away    [2]float64 // a unit vector, or zero straight from above
	tangent float64    // of the angle between the line of sight to the middle of the board and the vertical
}

// usualFocal is the focal length of webcams and phones in longer sides of the picture.
const usualFocal = 1.1

// tiltOf takes the camera's place out of a homography, with a usual focal
// length (a plane's homography is K·[r1 r2 t]; Zhang, A flexible new technique
// for camera calibration, 2000). It is only as good as that guess, which is good enough to
// know where the tops of pieces are seen.
func tiltOf(h *homography, squares, width, height int) tilt {
	f := usualFocal * float64(max(width, height))
	cx, cy := float64(width)/2, float64(height)/2
	column := func(c int) vector {
		return vector{(h[c] - cx*h[6+c]) / f, (h[3+c] - cy*h[6+c]) / f, h[6+c]}
	}
	r1, r2, t := column(0), column(1), column(2)
	scale := 1 / math.Sqrt(r1.length()*r2.length())
	if t[2] < 0 {
		scale = -scale
	}
	r1, r2, t = r1.times(scale), r2.times(scale), t.times(scale)
	r3 := r1.cross(r2)
	r1, r3 = r1.times(1/r1.length()), r3.times(1/r3.length())
	r2 = r3.cross(r1)
	// The camera in board coordinates is −Rᵀt, in squares.
	middle := float64(squares) / 2
	dx, dy, height3 := middle+r1.dot(t), middle+r2.dot(t), math.Abs(r3.dot(t))
	distance := math.Hypot(dx, dy)
	if distance < 1e-9 || height3 < 1e-9 {
		return tilt{}
	}
	return tilt{away: [2]float64{dx / distance, dy / distance}, tangent: min(distance/height3, mostTangent)}
}

// mostTangent bounds the lean of pieces in very oblique views: 58°.
const mostTangent = 1.6

// push is where the top of something of a height, in squares, is seen.
func (t tilt) push(height float64) [2]float64 {
	return [2]float64{t.away[0] * t.tangent * height, t.away[1] * t.tangent * height}
}

type vector [3]float64

func (a vector) times(f float64) vector { return vector{a[0] * f, a[1] * f, a[2] * f} }
func (a vector) dot(b vector) float64   { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func (a vector) length() float64        { return math.Sqrt(a.dot(a)) }
func (a vector) cross(b vector) vector {
	return vector{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}
