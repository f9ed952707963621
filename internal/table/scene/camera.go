package scene

import (
	"errors"
	"fmt"
	"math"

	"draughtsman/internal/table/world"
)

// Camera is a camera over the table: a pinhole with one term of radial distortion. Positions are board millimetres.
type Camera struct {
	Eye    world.Point // where the pinhole is; above the table
	LookAt world.Point // what is seen in the middle of the picture
	// Turn is how far the camera is turned about its optical axis, in radians: the picture turns anticlockwise. At 0
	// the table's z axis is upright in the picture or, seen from straight above, White sits at the bottom.
	Turn    float64
	FocalPX float64 // focal length in pixels
	// K1 is the radial term of Brown and Conrady's model: a point of the undistorted picture at distance r from the
	// middle, in focal lengths, is seen at r(1 + K1·r²). Negative is a barrel. Between −0.3 and 0.3.
	K1 float64
}

// DefaultCamera looks at the board from White's side: 25° from the vertical, 620 mm away and a little turned.
func DefaultCamera() Camera {
	const tilt, azimuth, away = 25 * math.Pi / 180, 8 * math.Pi / 180, 620
	return Camera{
		Eye: world.Point{
			X: away * math.Sin(tilt) * math.Sin(azimuth),
			Y: -away * math.Sin(tilt) * math.Cos(azimuth),
			Z: away * math.Cos(tilt),
		},
		Turn:    3 * math.Pi / 180,
		FocalPX: 900,
		K1:      -0.12,
	}
}

func (c Camera) validate() error {
	switch {
	case c.Eye.Z < 50:
		return fmt.Errorf("the camera is %.0f mm above the table; it has to be 50 mm or more", c.Eye.Z)
	case c.FocalPX < 50:
		return fmt.Errorf("a focal length of %.0f pixels is too short: 50 or more", c.FocalPX)
	case math.Abs(c.K1) > 0.3:
		return fmt.Errorf("a distortion of %.2f is out of range: −0.3 to 0.3", c.K1)
	case c.Eye.Z-c.LookAt.Z < 10:
		return errors.New("the camera looks up; it has to look down at the table")
	}
	return nil
}

// vector is a direction or a place in board millimetres.
type vector [3]float64

func at(p world.Point) vector { return vector{p.X, p.Y, p.Z} }

func (a vector) plus(b vector) vector           { return vector{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func (a vector) minus(b vector) vector          { return vector{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func (a vector) times(k float64) vector         { return vector{a[0] * k, a[1] * k, a[2] * k} }
func (a vector) dot(b vector) float64           { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func (a vector) length() float64                { return math.Sqrt(a.dot(a)) }
func (a vector) unit() vector                   { return a.times(1 / a.length()) }
func (a vector) mix(b vector, k float64) vector { return a.times(1 - k).plus(b.times(k)) }
func (a vector) cross(b vector) vector {
	return vector{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// view is a camera made ready for projecting: its axes in board coordinates and the middle of its picture.
type view struct {
	eye                  vector
	right, down, forward vector
	focal, k1            float64
	cx, cy               float64
	fold                 float64 // radius at which a barrel would fold back, in focal lengths
}

func newView(c Camera, width, height int) view {
	v := view{
		eye: at(c.Eye), focal: c.FocalPX, k1: c.K1,
		cx: float64(width-1) / 2, cy: float64(height-1) / 2,
		fold: math.Inf(1),
	}
	if c.K1 < 0 {
		v.fold = math.Sqrt(-1 / (3 * c.K1))
	}
	v.forward = at(c.LookAt).minus(v.eye).unit()
	up := vector{0, 0, 1}
	if math.Hypot(v.forward[0], v.forward[1]) < 1e-6 {
		up = vector{0, 1, 0}
	}
	right := v.forward.cross(up).unit()
	down := v.forward.cross(right)
	sin, cos := math.Sincos(c.Turn)
	v.right = right.times(cos).minus(down.times(-sin))
	v.down = down.times(cos).minus(right.times(sin))
	return v
}

// nearest is the depth, in mm, from which on something is in front of the camera.
const nearest = 5

// project is the pixel where a place is seen; false when it is behind the camera.
func (v *view) project(p vector) (x, y float64, ok bool) {
	d := p.minus(v.eye)
	z := d.dot(v.forward)
	if z < nearest {
		return math.NaN(), math.NaN(), false
	}
	x, y = d.dot(v.right)/z, d.dot(v.down)/z
	r := math.Hypot(x, y)
	k := 1 + v.k1*r*r
	if r > v.fold { // far outside the picture, where the model is not one to one
		k = (1 + v.k1*v.fold*v.fold) * (1 + r - v.fold) * v.fold / r
	}
	return v.cx + v.focal*k*x, v.cy + v.focal*k*y, true
}

// scale is the size of a millimetre at p, in pixels.
func (v *view) scale(p vector) float64 {
	return v.focal / max(nearest, p.minus(v.eye).dot(v.forward))
}

// ray is the direction in which a pixel looks.
func (v *view) ray(px, py float64) vector {
	xd, yd := (px-v.cx)/v.focal, (py-v.cy)/v.focal
	x, y := xd, yd
	for range 8 {
		k := 1 + v.k1*(x*x+y*y)
		x, y = xd/k, yd/k
	}
	return v.forward.plus(v.right.times(x)).plus(v.down.times(y))
}

// spots are where places are seen; false when one of them is behind the camera.
func (v *view) spots(places []vector) ([]spot, bool) {
	spots := make([]spot, len(places))
	for i, p := range places {
		x, y, ok := v.project(p)
		if !ok {
			return nil, false
		}
		spots[i] = spot{x, y}
	}
	return spots, true
}
