package calibration

import (
	"fmt"
	"math"

	"draughtsman/internal/files"
)

// Pose is where a camera stands: the rotation, then the translation, that take a point from board millimetres to the
// camera's frame (mm, x to the right of the picture, y down, z away from the lens).
type Pose struct {
	Rotation    Rotation `yaml:"rotation_deg,flow" range:"-180.001..180.001 °, half a turn, rounded"`
	Translation Vector   `yaml:"translation_mm,flow" range:"-30000..30000 mm, a telescope above a hall"`
}

// Camera is a lens in its place above the table.
type Camera struct {
	Lens Lens `yaml:"lens"`
	Pose Pose `yaml:"pose"`
}

// Project is the pixel at which a point of the table is seen, which may lie outside the picture. It is NaN for a
// point behind the camera and for one so far to the side that the lens's coefficients do not describe it.
func (c Camera) Project(p BoardPoint) Pixel {
	return c.Lens.project(c.Pose.Rotation.Matrix(), c.Pose.Translation, p)
}

// ProjectAll projects many points, working out the rotation once.
func (c Camera) ProjectAll(points []BoardPoint) []Pixel {
	m := c.Pose.Rotation.Matrix()
	pixels := make([]Pixel, len(points))
	for i, p := range points {
		pixels[i] = c.Lens.project(m, c.Pose.Translation, p)
	}
	return pixels
}

func (l Lens) project(m [3][3]float64, t [3]float64, p BoardPoint) Pixel {
	v := mul(m, [3]float64{p.X, p.Y, p.Z})
	z := v[2] + t[2]
	if !(z > 0) {
		return Pixel{X: math.NaN(), Y: math.NaN()}
	}
	return l.Project((v[0]+t[0])/z, (v[1]+t[1])/z)
}

// Locate is the point at height z above the playing surface, mm, that is seen at a pixel. The error says that the
// pixel shows no such point: it looks past the horizon of that plane.
func (c Camera) Locate(p Pixel, z float64) (BoardPoint, error) {
	x, y, err := c.Lens.Ray(p)
	if err != nil {
		return BoardPoint{}, err
	}
	ray := mulT(c.Pose.Rotation.Matrix(), [3]float64{x, y, 1})
	eye := c.Eye()
	steps := (z - eye.Z) / ray[2]
	if !(steps > 0) || math.IsInf(steps, 0) {
		return BoardPoint{}, fmt.Errorf("the pixel (%.0f, %.0f) looks past the table: nothing at a height of %g mm is seen "+
			"there", p.X, p.Y, z)
	}
	return BoardPoint{X: eye.X + steps*ray[0], Y: eye.Y + steps*ray[1], Z: z}, nil
}

// Eye is where the camera is: the point through which all its rays pass.
func (c Camera) Eye() BoardPoint {
	e := mulT(c.Pose.Rotation.Matrix(), c.Pose.Translation)
	return BoardPoint{X: -e[0], Y: -e[1], Z: -e[2]}
}

// Tilt is the angle, radians, between the vertical and the line from the middle of the board to the camera: 0
// straight above.
func (c Camera) Tilt() float64 {
	e := c.Eye()
	return math.Atan2(math.Hypot(e.X, e.Y), e.Z)
}

// Validate says what makes the camera impossible.
func (c Camera) Validate() error {
	if err := files.InRange(c); err != nil {
		return err
	}
	if eye := c.Eye(); eye.Z <= 0 {
		return wrongValue("camera.pose", "puts the camera %.0f mm below the playing surface", -eye.Z)
	}
	return nil
}
