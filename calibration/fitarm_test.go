package calibration_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"draughtsman/calibration"
)

// touches are where an arm with a frame touches squares, with an error of a standard deviation in mm in each
// coordinate.
func touches(t interface{ Fatal(...any) }, frame calibration.ArmFrame, noise float64, seed uint64,
	squares ...int) []calibration.Touch {
	random := rand.New(rand.NewPCG(seed, 2))
	var list []calibration.Touch
	for _, n := range squares {
		p, err := board.Square(n)
		if err != nil {
			t.Fatal(err)
		}
		a := frame.ToArm(p)
		list = append(list, calibration.Touch{Square: n, At: calibration.ArmPoint{
			X: a.X + noise*random.NormFloat64(), Y: a.Y + noise*random.NormFloat64(), Z: a.Z + noise*random.NormFloat64(),
		}})
	}
	return list
}

func armFrame(t *rapid.T) calibration.ArmFrame {
	lean := rapid.Float64Range(-0.05, 0.05)
	return calibration.ArmFrame{
		// a turn about z after a small lean
		Rotation: calibration.RotationOf(product(
			calibration.Rotation{0, 0, rapid.Float64Range(-math.Pi, math.Pi).Draw(t, "turn")}.Matrix(),
			calibration.Rotation{lean.Draw(t, "lean x"), lean.Draw(t, "lean y"), 0}.Matrix(),
		)),
		Origin: calibration.ArmPoint{
			X: rapid.Float64Range(-500, 500).Draw(t, "x"),
			Y: rapid.Float64Range(-500, 500).Draw(t, "y"),
			Z: rapid.Float64Range(-50, 50).Draw(t, "z"),
		},
	}
}

func product(a, b [3][3]float64) (c [3][3]float64) {
	for i := range 3 {
		for j := range 3 {
			for k := range 3 {
				c[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return c
}

func TestFitArmRecoversFrames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		truth := armFrame(t)
		noise := rapid.SampledFrom([]float64{0, 0.2}).Draw(t, "noise")
		squares := rapid.SampledFrom([][]int{{4, 29, 32}, {1, 4, 29}, {5, 4, 29, 28}, {1, 12, 14, 27, 32, 21}}).Draw(t,
			"squares")
		got, err := calibration.FitArm(board, touches(t, truth, noise, rapid.Uint64().Draw(t, "seed"), squares...))
		if err != nil {
			t.Fatal(err)
		}
		limit := 1e-6 + 8*noise
		for n := 1; n <= 32; n++ {
			p, _ := board.Square(n)
			p.Z = 7
			a, b := truth.ToArm(p), got.ToArm(p)
			if d := apart(calibration.BoardPoint(a), calibration.BoardPoint(b)); d > limit {
				t.Fatalf("square %d is %.2f mm off", n, d)
			}
			if d := apart(got.ToBoard(b), p); d > 1e-9 {
				t.Fatalf("ToBoard misses ToArm by %g mm", d)
			}
		}
		if got.ResidualMM > 1e-6+3*noise {
			t.Errorf("residual %.2f mm", got.ResidualMM)
		}
		if math.Abs(got.Scale-1) > 1e-9+noise/40 {
			t.Errorf("scale %v", got.Scale)
		}
	})
}

func TestMiss(t *testing.T) {
	frame := calibration.ArmFrame{Origin: calibration.ArmPoint{X: 300, Y: 200, Z: 12}}
	list := touches(t, frame, 0, 0, 15)
	list[0].At.Y += 1.5
	if miss, err := frame.Miss(board, list[0]); err != nil || math.Abs(miss-1.5) > 1e-9 {
		t.Errorf("a touch 1.5 mm off misses by %v mm (%v)", miss, err)
	}
	_, err := frame.Miss(board, calibration.Touch{Square: 33})
	wantError(t, err, "there is no square 33: on a board of 8×8 they are numbered 1 to 32")
}

func TestFitArmErrors(t *testing.T) {
	frame := calibration.ArmFrame{Rotation: calibration.Rotation{0, 0, 0.3},
		Origin: calibration.ArmPoint{X: 300, Y: 200, Z: 12}}
	corners := []int{4, 5, 29, 28}
	change := func(squares []int, f func([]calibration.Touch)) []calibration.Touch {
		list := touches(t, frame, 0, 0, squares...)
		f(list)
		return list
	}
	scale := func(by float64) func([]calibration.Touch) {
		return func(l []calibration.Touch) {
			for i := range l {
				l[i].At.X *= by
				l[i].At.Y *= by
			}
		}
	}
	tests := []struct {
		name    string
		touches []calibration.Touch
		want    string
	}{
		{"none", nil, "0 squares were touched: at least 3 are needed, in different corners of the board"},
		{"two", touches(t, frame, 0, 0, 4, 29), "2 squares were touched: at least 3 are needed"},
		{"square 40", append(touches(t, frame, 0, 0, 4, 29), calibration.Touch{Square: 40}),
			"there is no square 40: on a board of 8×8 they are numbered 1 to 32"},
		{"not a number", change(corners, func(l []calibration.Touch) { l[2].At.Z = math.Inf(1) }),
			"the touch of square 29: at_mm.z is +Inf mm; it must be from -5000 to 5000 mm"},
		{"on a diagonal", touches(t, frame, 0, 0, 4, 8, 11, 29),
			"the touched squares lie on a line: touch another one, far off that line"},
		{"one square three times", touches(t, frame, 0, 0, 4, 4, 4), "the touched squares lie on a line"},
		{"all in one place", change(corners[:3], func(l []calibration.Touch) { l[1].At, l[2].At = l[0].At, l[0].At }),
			"square 5 cannot be there: that is 0.0 mm from where square 4 was touched, and their middles are 282.8 mm apart; " +
				"move the tip to square 5 first"},
		{"scale 3 % over", change(corners, scale(1.03)),
			"1 mm of the board is 1.030 mm of the arm: check that squares are 40 mm wide, the arm's steps per mm, and which " +
				"squares were touched"},
		{"left-handed arm", change(corners, func(l []calibration.Touch) {
			for i := range l {
				l[i].At.X = -l[i].At.X
			}
		}), "the touches are a mirror image of the board: two squares were taken for each other, or one of the arm's axes " +
			"runs the wrong way"},
		{"two of three squares swapped",
			change([]int{4, 32, 29}, func(l []calibration.Touch) { l[0].Square, l[2].Square = l[2].Square, l[0].Square }),
			"the touches are a mirror image of the board"},
		{"one of four wrong", change(corners, func(l []calibration.Touch) { l[3].At.X += 25 }),
			"the touch of square 28 does not agree with the others: touch it again (with it, 1 mm of the board is"},
		{"one of four too high", change(corners, func(l []calibration.Touch) { l[1].At.Z += 60 }),
			"the touch of square 5 does not agree with the others: touch it again (with it, the touch of square 5 is"},
		{"two of four twisted", change(corners,
			func(l []calibration.Touch) { l[0].At.Z += 25; l[2].At.Z += 25; l[1].At.Z -= 25; l[3].At.Z -= 25 }),
			"mm off: touch it again"},
		{"leaning", change(corners, func(l []calibration.Touch) {
			leaning := calibration.ArmFrame{Rotation: calibration.Rotation{0.4, 0, 0}}
			for i := range l {
				p, _ := board.Square(l[i].Square)
				l[i].At = leaning.ToArm(p)
			}
		}), "the board leans by 23° in the arm's frame: check the heights of the touches"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := calibration.FitArm(board, tt.touches)
			wantError(t, err, tt.want)
		})
	}
}
