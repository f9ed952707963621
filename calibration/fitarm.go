package calibration

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"draughtsman/internal/files"
)

// Touch is one measurement for the arm's frame: where the tool's tip was, in the arm's coordinates, when it touched
// the playing surface in the middle of a square.
type Touch struct {
	Square int      `yaml:"square" range:"1..200, the numbers of the largest board"`
	At     ArmPoint `yaml:"at_mm,flow" range:"-5000..5000 mm, a gantry of 3 m, its zero anywhere"`
}

// minTouchDistanceShare is how near to one another, as a share of what they are apart on the board, two squares may
// have been touched.
const minTouchDistanceShare = 0.5

// CheckTouch says why a touch cannot be one of its square beside the touches of others: it is where another square was
// touched, or nearly.
func CheckTouch(b Board, t Touch, others []Touch) error {
	on, err := b.Square(t.Square)
	if err != nil {
		return err
	}
	for _, o := range others {
		there, err := b.Square(o.Square)
		if err != nil {
			return err
		}
		apart := math.Hypot(on.X-there.X, on.Y-there.Y)
		if away := math.Hypot(math.Hypot(t.At.X-o.At.X, t.At.Y-o.At.Y), t.At.Z-o.At.Z); away < minTouchDistanceShare*apart {
			return fmt.Errorf("square %d cannot be there: that is %.1f mm from where square %d was touched, and their middles "+
				"are %.1f mm apart; move the tip to square %d first",
				t.Square, away, o.Square, apart, t.Square)
		}
	}
	return nil
}

const (
	minTouches     = 3
	minTouchSpread = 0.5          // of a square: how far touches must lie off a line
	maxScaleError  = 0.02         // by how much the arm's millimetres may differ from the board's
	maxTouchMiss   = 0.25         // of a square: the worst touch of a frame worth having
	maxLean        = math.Pi / 12 // of the playing surface in the arm's frame, radians
)

// FitArm finds the rigid frame that takes the squares' middles nearest to where the tool touched them, in the sense of
// least squares. It needs three or more touches that do not lie on a line. Where they do not fit a right-handed frame
// of the board's size with the board lying in it, the error says what is wrong with the arm or which touch to repeat.
func FitArm(b Board, touches []Touch) (ArmFrame, error) {
	for i, t := range touches {
		if err := files.InRange(t); err != nil {
			return ArmFrame{}, fmt.Errorf("the touch of square %d: %w", t.Square, err)
		}
		if err := CheckTouch(b, t, touches[:i]); err != nil {
			return ArmFrame{}, err
		}
	}
	if len(touches) < minTouches {
		return ArmFrame{}, fmt.Errorf("%d squares were touched: at least %d are needed, in different corners of the board",
			len(touches), minTouches)
	}
	frame, err := fitTouches(b, touches)
	if err == nil || len(touches) == minTouches {
		return frame, err
	}
	// One bad touch among good ones is better named than described.
	bad, least := -1, math.Inf(1)
	for i := range touches {
		others := append(append([]Touch(nil), touches[:i]...), touches[i+1:]...)
		if f, err := fitTouches(b, others); err == nil && f.ResidualMM < least {
			bad, least = i, f.ResidualMM
		}
	}
	if bad < 0 {
		return ArmFrame{}, err
	}
	return ArmFrame{}, fmt.Errorf("the touch of square %d does not agree with the others: touch it again (with it, %w)",
		touches[bad].Square, err)
}

// fitTouches fits and checks the frame of three or more touches.
func fitTouches(b Board, touches []Touch) (ArmFrame, error) {
	on, at := mat.NewDense(len(touches), 3, nil), mat.NewDense(len(touches), 3, nil)
	for i, t := range touches {
		p, err := b.Square(t.Square)
		if err != nil {
			return ArmFrame{}, err
		}
		on.SetRow(i, []float64{p.X, p.Y, p.Z})
		at.SetRow(i, []float64{t.At.X, t.At.Y, t.At.Z})
	}
	onMiddle, atMiddle := centre(on), centre(at)
	if offLine(on) < minTouchSpread*b.SquareMM {
		return ArmFrame{}, fmt.Errorf("the touched squares lie on a line: touch another one, far off that line")
	}
	m, scale, err := kabsch(on, at)
	if err != nil {
		return ArmFrame{}, err
	}
	// The squares lie in a plane, so that a mirrored set of touches is fitted as well, by a board that is turned over.
	if m[2][2] < 0 {
		return ArmFrame{}, fmt.Errorf("the touches are a mirror image of the board: two squares were taken for each other, " +
			"or one of the arm's axes runs the wrong way")
	}
	moved := mul(m, onMiddle)
	frame := ArmFrame{
		Rotation: RotationOf(m),
		Origin:   ArmPoint{X: atMiddle[0] - moved[0], Y: atMiddle[1] - moved[1], Z: atMiddle[2] - moved[2]},
		Scale:    scale,
	}
	worst, greatest, sum := 0, 0.0, 0.0
	for _, t := range touches {
		miss, err := frame.Miss(b, t)
		if err != nil {
			return ArmFrame{}, err
		}
		sum += miss * miss
		if miss > greatest {
			worst, greatest = t.Square, miss
		}
	}
	frame.ResidualMM = math.Sqrt(sum / float64(len(touches)))
	switch lean := math.Acos(math.Min(1, m[2][2])); {
	case math.Abs(scale-1) > maxScaleError:
		return ArmFrame{}, fmt.Errorf("1 mm of the board is %.3f mm of the arm: check that squares are %g mm wide, the "+
			"arm's steps per mm, and which squares were touched", scale, b.SquareMM)
	case greatest > maxTouchMiss*b.SquareMM:
		return ArmFrame{}, fmt.Errorf("the touch of square %d is %.1f mm off: touch it again", worst, greatest)
	case lean > maxLean:
		return ArmFrame{}, fmt.Errorf("the board leans by %.0f° in the arm's frame: check the heights of the touches",
			lean*180/math.Pi)
	}
	return frame, nil
}

// kabsch is the rotation that takes one centred set of points, a row each, nearest to another, and the scale that
// would take it nearer still (Kabsch 1976; Umeyama, "Least-squares estimation of transformation parameters between
// two point patterns", 1991).
func kabsch(from, to *mat.Dense) (rotation [3][3]float64, scale float64, err error) {
	var h, u, v, r mat.Dense
	h.Mul(to.T(), from)
	var svd mat.SVD
	if !svd.Factorize(&h, mat.SVDFull) { //nolint:misspell // gonum spells it so
		return rotation, 0, fmt.Errorf("the touches cannot be fitted: measure them again")
	}
	svd.UTo(&u)
	svd.VTo(&v)
	signs := []float64{1, 1, 1}
	if mat.Det(&u)*mat.Det(&v) < 0 {
		signs[2] = -1
	}
	r.Product(&u, mat.NewDiagDense(3, signs), v.T())
	for i := range 3 {
		for j := range 3 {
			rotation[i][j] = r.At(i, j)
		}
	}
	trace := 0.0
	for i, value := range svd.Values(nil) {
		trace += signs[i] * value
	}
	size := mat.Norm(from, 2)
	return rotation, trace / (size * size), nil
}

// centre moves points, a row each, so that their middle is the origin, and returns where it was.
func centre(points *mat.Dense) [3]float64 {
	n, _ := points.Dims()
	var middle [3]float64
	for j := range 3 {
		middle[j] = mat.Sum(points.ColView(j)) / float64(n)
		for i := range n {
			points.Set(i, j, points.At(i, j)-middle[j])
		}
	}
	return middle
}

// offLine is how far, root mean square, centred points of a plane lie from the line that runs best through them:
// their second singular value, per point.
func offLine(points *mat.Dense) float64 {
	var svd mat.SVD
	if !svd.Factorize(points, mat.SVDNone) { //nolint:misspell // gonum spells it so
		return 0
	}
	n, _ := points.Dims()
	return svd.Values(nil)[1] / math.Sqrt(float64(n))
}
