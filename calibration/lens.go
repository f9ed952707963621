package calibration

import (
	"fmt"
	"math"
)

// Lens is what is true of a camera wherever it stands: the size of its picture and how a direction becomes a pixel.
// The bend is that of Brown and Conrady with OpenCV's coefficients (docs.opencv.org, "Camera
// Calibration and 3D Reconstruction"): a ray through (x, y, 1) in the camera's frame, with r² = x² + y², falls on
//
//	x' = x·(1 + K1·r² + K2·r⁴ + K3·r⁶) + 2·P1·x·y + P2·(r² + 2x²)
//	y' = y·(1 + K1·r² + K2·r⁴ + K3·r⁶) + P1·(r² + 2y²) + 2·P2·x·y
//	pixel = Centre + FocalPX·(x', Aspect·y')
type Lens struct {
	Width   int     `yaml:"width_px" range:"16..20000 px, a sensor of a mouse; a scanner"`
	Height  int     `yaml:"height_px" range:"16..20000 px, a sensor of a mouse; a scanner"`
	FocalPX float64 `yaml:"focal_px" range:"5..1000000 px, a door's peephole; a telescope"`
	// Aspect is how many times as wide as high the pixels are: pictures that were resized, or are parts of others, need
	// not have square ones. 0 stands for 1.
	Aspect float64 `yaml:"pixel_aspect,omitempty" range:"0..2, pixels twice as wide as high"`
	// Centre is where the optical axis meets the picture, or would: it may be a part of a larger one.
	Centre Pixel   `yaml:"centre_px,flow" range:"-20000..40000 px, a picture beside the axis"`
	K1     float64 `yaml:"k1" range:"-1000..1000, a narrow view: its rays are near to the axis"`
	K2     float64 `yaml:"k2" range:"-1000000..1000000, as k1, of the fourth power"`
	K3     float64 `yaml:"k3" range:"-1000000000..1000000000, as k1, of the sixth power"`
	P1     float64 `yaml:"p1" range:"-10..10, a lens that sits askew"`
	P2     float64 `yaml:"p2" range:"-10..10, a lens that sits askew"`
}

// StraightLens is a lens without bend whose axis meets the middle of the picture.
func StraightLens(width, height int, focalPX float64) Lens {
	return Lens{
		Width: width, Height: height, FocalPX: focalPX,
		Centre: Pixel{X: float64(width-1) / 2, Y: float64(height-1) / 2},
	}
}

// Project is where the ray through (x, y, 1) of the camera's frame falls. Past the radius at which the polynomial
// turns back towards the centre it describes no lens; the answer there is NaN, so that nothing far outside the view
// folds into the picture.
func (l Lens) Project(x, y float64) Pixel {
	if !l.describes(x*x + y*y) {
		return Pixel{X: math.NaN(), Y: math.NaN()}
	}
	u, v := l.bend(x, y)
	return Pixel{X: l.Centre.X + l.FocalPX*u, Y: l.Centre.Y + l.FocalPX*l.aspect()*v}
}

// Ray is the direction (x, y, 1) in the camera's frame of what is seen at a pixel: Project the other way around. The
// error says that the lens's coefficients do not describe that far a corner.
func (l Lens) Ray(p Pixel) (x, y float64, err error) {
	u, v := (p.X-l.Centre.X)/l.FocalPX, (p.Y-l.Centre.Y)/(l.FocalPX*l.aspect())
	// Newton's method, from the unbent direction: the bend grows steadily with the radius, so it comes in from one side.
	x, y = u, v
	for range 30 {
		bu, bv := l.bend(x, y)
		du, dv := bu-u, bv-v
		if math.Hypot(du, dv) < 1e-12 {
			if !l.describes(x*x + y*y) {
				break
			}
			return x, y, nil
		}
		r2 := x*x + y*y
		radial := 1 + r2*(l.K1+r2*(l.K2+r2*l.K3))
		slope := 2 * (l.K1 + r2*(2*l.K2+r2*3*l.K3))
		xx := radial + slope*x*x + 2*l.P1*y + 6*l.P2*x
		xy := slope*x*y + 2*l.P1*x + 2*l.P2*y
		yy := radial + slope*y*y + 6*l.P1*y + 2*l.P2*x
		det := xx*yy - xy*xy
		x -= (yy*du - xy*dv) / det
		y -= (xx*dv - xy*du) / det
	}
	return 0, 0, fmt.Errorf("the lens's coefficients (k1 %.3g) do not reach the pixel (%.0f, %.0f): calibrate the lens "+
		"again", l.K1, p.X, p.Y)
}

// Altered is a sentence for people about pictures that are not as a camera takes them; empty if they are.
func (l Lens) Altered() string {
	const square = 0.03 // less is the measurement
	if math.Abs(l.aspect()-1) < square {
		return ""
	}
	return fmt.Sprintf("The pictures are %.2f times as high as a camera would send them: somebody has resized them.",
		l.aspect())
}

func (l Lens) aspect() float64 {
	if l.Aspect == 0 {
		return 1
	}
	return l.Aspect
}

// bend is the Brown–Conrady formula.
func (l Lens) bend(x, y float64) (u, v float64) {
	r2 := x*x + y*y
	radial := 1 + r2*(l.K1+r2*(l.K2+r2*l.K3))
	u = x*radial + 2*l.P1*x*y + l.P2*(r2+2*x*x)
	v = y*radial + l.P1*(r2+2*y*y) + 2*l.P2*x*y
	return u, v
}

// describes reports whether the bend still grows with the radius: whether the derivative of r·(1 + K1·r² + K2·r⁴ +
// K3·r⁶) is positive.
func (l Lens) describes(r2 float64) bool {
	return 1+r2*(3*l.K1+r2*(5*l.K2+r2*7*l.K3)) > 0
}

// Fits says why pictures of a size, px, are not those that the lens was calibrated with, and what to do; nil: they
// are.
func (l Lens) Fits(width, height int) error {
	if width == l.Width && height == l.Height {
		return nil
	}
	advice := "set it to that size again (camera.size in the table's description, or the menu of a phone), or calibrate " +
		"lens and board anew"
	if width == l.Height && height == l.Width {
		advice = "it lies on its side: turn it back, and switch off that its picture turns with it"
	}
	return fmt.Errorf("the camera sends pictures of %d×%d pixels and was calibrated with %d×%d: %s", width, height,
		l.Width, l.Height, advice)
}
