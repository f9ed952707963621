package calibration_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"draughtsman/calibration"
)

// What is predicted is what happens: over many fits, the distance of every square from where the arm believes it is
// has half the predicted size.
func TestPredictionIsWhatHappens(t *testing.T) {
	const noise, times = 0.3, 1500
	truth := calibration.ArmFrame{Rotation: calibration.Rotation{0.01, -0.02, 0.7},
		Origin: calibration.ArmPoint{X: 300, Y: 200, Z: 10}, Scale: 1}
	for name, squares := range map[string][]int{"four corners": {4, 29, 1, 32}, "three": {4, 29, 1},
		"near each other": {14, 15, 18, 23}} {
		real, said := make([]float64, 33), make([]float64, 33)
		touch := 0.0
		for k := range times {
			measured := touches(t, truth, noise, uint64(k), squares...)
			got, err := calibration.FitArm(board, measured)
			if err != nil {
				t.Fatal(err)
			}
			p, err := got.Predict(board, measured)
			if err != nil {
				t.Fatal(err)
			}
			touch += p.TouchMM * p.TouchMM / times
			for n := 1; n <= 32; n++ {
				on, err := board.Square(n)
				if err != nil {
					t.Fatal(err)
				}
				off := apart(calibration.BoardPoint(got.ToArm(on)), calibration.BoardPoint(truth.ToArm(on)))
				real[n] += off * off / times
				said[n] += p.SquareMM[n] * p.SquareMM[n] / 4 / times
			}
		}
		for n := 1; n <= 32; n++ {
			// Per unit of a touch's variance, of which the estimate leans to what is usual.
			if ratio := math.Sqrt(said[n] / touch / (real[n] / (noise * noise))); ratio < 0.93 || ratio > 1.07 {
				t.Errorf("%s, square %d: predicted %.2f times what happens", name, n, ratio)
			}
		}
	}
}

func TestTheFarthestSquareIsTheWorst(t *testing.T) {
	truth := calibration.ArmFrame{Origin: calibration.ArmPoint{X: 300, Y: 200, Z: 10}, Scale: 1}
	measured := touches(t, truth, 0, 1, 1, 3, 10) // all at Black's side
	p, err := truth.Predict(board, measured)
	if err != nil {
		t.Fatal(err)
	}
	if p.Worst < 29 || p.WorstMM() < 3*p.SquareMM[2] {
		t.Errorf("square %d within %.2f mm is the worst, square 2 within %.2f", p.Worst, p.WorstMM(), p.SquareMM[2])
	}
	if _, err := truth.Predict(board, measured[:2]); err == nil {
		t.Error("two touches predict")
	}
}

func TestGuessFromTwoTouches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		truth := armFrame(t)
		truth.Rotation = calibration.Rotation{0, 0, truth.Rotation[2]}
		measured := touches(t, truth, 0.3, 7, 4, 29)
		got, err := calibration.GuessArm(board, measured[0], measured[1])
		if err != nil {
			t.Fatal(err)
		}
		for n := 1; n <= 32; n++ {
			on, err := board.Square(n)
			if err != nil {
				t.Fatal(err)
			}
			if off := apart(calibration.BoardPoint(got.ToArm(on)), calibration.BoardPoint(truth.ToArm(on))); off > 3 {
				t.Errorf("square %d is guessed %.1f mm off", n, off)
			}
		}
	})
}
