package calibration

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// What is believed of a touch before its misses are known: that a person sets the tool down a fifth of a millimetre
// off in each direction. It counts as much as three measured coordinates would.
const (
	priorTouchMM     = 0.2
	priorCoordinates = 3
)

// ArmPrediction is how far from a square's middle the tool may come down, because no square was touched exactly.
type ArmPrediction struct {
	TouchMM  float64   // standard deviation of a touch in each direction, as far as the touches tell
	SquareMM []float64 // by number, index 0 unused: twice the standard deviation of the distance, mm
	Worst    int       // the square with the greatest
}

// WorstMM is the worst square's.
func (p ArmPrediction) WorstMM() float64 { return p.SquareMM[p.Worst] }

// Predict propagates the errors of the touches that a frame was fitted to over all squares. The frame may be off by a
// small turn ω about the touches' middle and a shift τ, so a place q from that middle by ω×q + τ; touches of variance
// σ² leave (ω, τ) with the covariance σ²·(ΣAᵀA)⁻¹, where A = (−[q]×, 1) (least squares, e.g. Hartley and Zisserman,
// Multiple View Geometry, section 5.1.3).
func (f ArmFrame) Predict(b Board, touches []Touch) (ArmPrediction, error) {
	var misses float64
	places := make([][3]float64, 0, len(touches))
	var middle [3]float64
	for _, t := range touches {
		on, err := b.Square(t.Square)
		if err != nil {
			return ArmPrediction{}, err
		}
		miss, err := f.Miss(b, t)
		if err != nil {
			return ArmPrediction{}, err
		}
		misses += miss * miss
		at := f.ToArm(on)
		places = append(places, [3]float64{at.X, at.Y, at.Z})
		middle[0], middle[1], middle[2] = middle[0]+at.X, middle[1]+at.Y, middle[2]+at.Z
	}
	for i := range middle {
		middle[i] /= float64(len(touches))
	}
	normal := mat.NewSymDense(6, nil)
	for _, p := range places {
		a := lever(p, middle)
		normal.SymRankK(normal, 1, a.T())
	}
	var cholesky mat.Cholesky
	var inverse mat.SymDense
	//nolint:misspell // gonum spells it so
	if len(touches) < minTouches || !cholesky.Factorize(normal) || cholesky.InverseTo(&inverse) != nil {
		return ArmPrediction{}, fmt.Errorf("%d touches do not tell how exact the arm is: calibrate the arm again",
			len(touches))
	}
	free := float64(3*len(touches) - 6)
	variance := (priorCoordinates*priorTouchMM*priorTouchMM + misses) / (priorCoordinates + free)
	squares := b.Squares * b.Squares / 2
	p := ArmPrediction{TouchMM: math.Sqrt(variance), SquareMM: make([]float64, squares+1), Worst: 1}
	for n := 1; n <= squares; n++ {
		on, err := b.Square(n)
		if err != nil {
			return ArmPrediction{}, err
		}
		at := f.ToArm(on)
		a := lever([3]float64{at.X, at.Y, at.Z}, middle)
		var spread mat.Dense
		spread.Product(a, &inverse, a.T())
		p.SquareMM[n] = 2 * math.Sqrt(variance*mat.Trace(&spread))
		if p.SquareMM[n] > p.SquareMM[p.Worst] {
			p.Worst = n
		}
	}
	return p, nil
}

// lever is A for a place.
func lever(p, middle [3]float64) *mat.Dense {
	x, y, z := p[0]-middle[0], p[1]-middle[1], p[2]-middle[2]
	return mat.NewDense(3, 6, []float64{
		0, z, -y, 1, 0, 0,
		-z, 0, x, 0, 1, 0,
		y, -x, 0, 0, 0, 1,
	})
}

// GuessArm is a frame from two touches, for an arm above a level board: good enough to bring the tool near a third
// square, not to play with.
func GuessArm(b Board, one, two Touch) (ArmFrame, error) {
	p, err := b.Square(one.Square)
	if err != nil {
		return ArmFrame{}, err
	}
	q, err := b.Square(two.Square)
	if err != nil {
		return ArmFrame{}, err
	}
	onX, onY := q.X-p.X, q.Y-p.Y
	atX, atY := two.At.X-one.At.X, two.At.Y-one.At.Y
	if math.Hypot(onX, onY) == 0 || math.Hypot(atX, atY) == 0 {
		return ArmFrame{}, fmt.Errorf("two touches of one place tell nothing of the others")
	}
	turn := math.Atan2(atY, atX) - math.Atan2(onY, onX)
	sin, cos := math.Sincos(turn)
	x, y := (p.X+q.X)/2, (p.Y+q.Y)/2
	return ArmFrame{
		Rotation: RotationOf([3][3]float64{{cos, -sin, 0}, {sin, cos, 0}, {0, 0, 1}}),
		Origin: ArmPoint{
			X: (one.At.X+two.At.X)/2 - (cos*x - sin*y),
			Y: (one.At.Y+two.At.Y)/2 - (sin*x + cos*y),
			Z: (one.At.Z + two.At.Z) / 2,
		},
		Scale: 1,
	}, nil
}
