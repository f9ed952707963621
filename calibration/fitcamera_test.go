package calibration_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"draughtsman/calibration"
	"draughtsman/internal/testkit/optics"
)

// crossings are what a camera sees of the board's lines, with noise of a standard deviation in px.
func crossings(c calibration.Camera, noise float64, seed uint64) []calibration.Correspondence {
	random := rand.New(rand.NewPCG(seed, 1))
	var seen []calibration.Correspondence
	for row := 0; row <= board.Squares; row++ {
		for column := 0; column <= board.Squares; column++ {
			at := board.Crossing(row, column, calibration.Top)
			p := c.Project(at)
			p.X += noise * random.NormFloat64()
			p.Y += noise * random.NormFloat64()
			seen = append(seen, calibration.Correspondence{Pixel: p, BoardPoint: at})
		}
	}
	return seen
}

// worstPX is the greatest difference, px, between two cameras over the board's surface and the tops of its pieces.
func worstPX(a, b calibration.Camera, z float64) float64 {
	worst := 0.0
	for row := range board.Squares {
		for column := range board.Squares {
			at := board.Centre(row, column)
			at.Z = z
			p, q := a.Project(at), b.Project(at)
			worst = math.Max(worst, math.Hypot(p.X-q.X, p.Y-q.Y))
		}
	}
	return worst
}

func TestFitCameraExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		truth := camera(t, 55)
		truth.Lens.Centre = calibration.StraightLens(1280, 720, 1).Centre
		got, residual, err := calibration.FitCamera(1280, 720, crossings(truth, 0, 0))
		if err != nil {
			t.Fatal(err)
		}
		if residual > 0.15 {
			t.Errorf("residual %.3f px of exact points", residual)
		}
		if d := worstPX(truth, got, 0); d > 0.3 {
			t.Errorf("the surface is up to %.3f px off", d)
		}
		if truth.Tilt() > 0.35 {
			if ratio := got.Lens.FocalPX / truth.Lens.FocalPX; math.Abs(ratio-1) > 0.03 {
				t.Errorf("focal length %.1f px, not %.1f", got.Lens.FocalPX, truth.Lens.FocalPX)
			}
		}
	})
}

func TestFitCameraWithNoise(t *testing.T) {
	for _, tt := range []struct {
		name    string
		maxTilt float64
	}{{"overhead", 3}, {"tilted", 55}} {
		t.Run(tt.name, rapid.MakeCheck(func(t *rapid.T) {
			truth := camera(t, tt.maxTilt)
			got, residual, err := calibration.FitCamera(1280, 720, crossings(truth, 0.3, rapid.Uint64().Draw(t, "seed")))
			if err != nil {
				t.Fatal(err)
			}
			if residual < 0.25 || residual > 0.65 {
				t.Errorf("residual %.3f px of points with 0.42 px of noise", residual)
			}
			if d := worstPX(truth, got, 0); d > 0.8 {
				t.Errorf("the surface is up to %.2f px off", d)
			}
			// What matters for pieces: where their tops, 7 mm up, are seen.
			if d := worstPX(truth, got, 7); d > 4 {
				t.Errorf("the tops of pieces are up to %.2f px off", d)
			}
			if ratio := got.Lens.FocalPX / truth.Lens.FocalPX; ratio < 0.4 || ratio > 1.6 {
				t.Errorf("focal length %.0f px ran away from %.0f", got.Lens.FocalPX, truth.Lens.FocalPX)
			}
		}))
	}
}

func TestFitCameraFromFourCorners(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		truth := camera(t, 55)
		truth.Lens.K1 = 0
		black := calibration.Edge(rapid.IntRange(0, 3).Draw(t, "black"))
		var corners [4]calibration.Pixel
		for i, on := range board.Corners() {
			corners[(int(black)+i)%4] = truth.Project(on)
		}
		got, _, err := calibration.FitCamera(1280, 720, board.OuterCorners(corners, black))
		if err != nil {
			t.Fatal(err)
		}
		if d := worstPX(truth, got, 0); d > 4 {
			t.Errorf("the surface is up to %.2f px off", d)
		}
	})
}

func TestFitViews(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		truth := camera(t, 45)
		var views [][]calibration.Correspondence
		var poses []calibration.Pose
		for i := range 3 {
			other := truth
			tilt, around, far := 0.4+0.15*float64(i), 2.1*float64(i), truth.Lens.FocalPX*0.95
			eye := calibration.BoardPoint{X: far * math.Sin(tilt) * math.Cos(around), Y: far * math.Sin(tilt) * math.Sin(around),
				Z: far * math.Cos(tilt)}
			other.Pose = optics.LookFrom(eye, calibration.BoardPoint{}, 0.3)
			poses = append(poses, other.Pose)
			views = append(views, crossings(other, 0.2, uint64(i)))
		}
		lens, got, residual, err := calibration.FitViews(1280, 720, views)
		if err != nil {
			t.Fatal(err)
		}
		if residual > 0.45 {
			t.Errorf("residual %.3f px", residual)
		}
		if ratio := lens.FocalPX / truth.Lens.FocalPX; math.Abs(ratio-1) > 0.04 {
			t.Errorf("focal length %.1f px, not %.1f", lens.FocalPX, truth.Lens.FocalPX)
		}
		for i := range poses {
			if d := worstPX(calibration.Camera{Lens: truth.Lens, Pose: poses[i]}, calibration.Camera{Lens: lens, Pose: got[i]},
				0); d > 0.6 {
				t.Errorf("view %d is up to %.2f px off", i, d)
			}
		}
	})
}

func TestFitCameraErrors(t *testing.T) {
	truth := calibration.Camera{Lens: calibration.StraightLens(960, 720, 900),
		Pose: optics.LookFrom(calibration.BoardPoint{Y: -250, Z: 550}, calibration.BoardPoint{}, 0)}
	good := crossings(truth, 0, 0)
	change := func(f func([]calibration.Correspondence) []calibration.Correspondence) []calibration.Correspondence {
		return f(append([]calibration.Correspondence(nil), good...))
	}
	tests := []struct {
		name          string
		width, height int
		views         [][]calibration.Correspondence
		want          string
	}{
		{"no picture size", 0, 720, [][]calibration.Correspondence{good}, "a picture of 0×720 pixels shows no board"},
		{"no views", 960, 720, nil, "no picture of the board: at least one is needed"},
		{"three points", 960, 720, [][]calibration.Correspondence{good[:3]},
			"3 points of the board were seen: at least 4 are needed"},
		{"one line", 960, 720, [][]calibration.Correspondence{good[:9]},
			"the points of the board that were seen lie on a line"},
		{"all but one on a line", 960, 720, [][]calibration.Correspondence{good[:10]},
			"the points of the board that were seen lie on a line"},
		{"one point many times", 960, 720, [][]calibration.Correspondence{{good[0], good[0], good[0], good[0], good[0]}},
			"the points of the board that were seen lie on a line"},
		{"not a number", 960, 720,
			[][]calibration.Correspondence{change(func(s []calibration.Correspondence) []calibration.Correspondence {
				s[4].Pixel.X = math.NaN()
				return s
			})}, "point 5 of the board is not made of numbers"},
		{"above the surface", 960, 720,
			[][]calibration.Correspondence{change(func(s []calibration.Correspondence) []calibration.Correspondence {
				s[1].BoardPoint.Z = 7
				return s
			})}, "point 2 lies 7 mm above the playing surface: only points on it can be fitted"},
		{"mirrored", 960, 720,
			[][]calibration.Correspondence{change(func(s []calibration.Correspondence) []calibration.Correspondence {
				for i := range s {
					s[i].Pixel.X = 959 - s[i].Pixel.X
				}
				return s
			})}, "the board's points are mirrored in the picture, as if seen from below"},
		{"the second view", 960, 720, [][]calibration.Correspondence{good, good[:2]},
			"picture 2: 2 points of the board were seen"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, _, _, err := calibration.FitViews(tt.width, tt.height, tt.views)
			wantError(t, err, tt.want)
		})
	}
}

func BenchmarkFitCamera(b *testing.B) {
	truth := calibration.Camera{Lens: calibration.StraightLens(960, 720, 900),
		Pose: optics.LookFrom(calibration.BoardPoint{Y: -250, Z: 550}, calibration.BoardPoint{}, 0)}
	seen := crossings(truth, 0.3, 1)
	for b.Loop() {
		if _, _, err := calibration.FitCamera(960, 720, seen); err != nil {
			b.Fatal(err)
		}
	}
}

// Pictures that were made wider or narrower, and of which a part was cut off, are explained all the same.
func TestFitAltered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		truth := camera(t, 50)
		truth.Lens.Centre = calibration.StraightLens(1280, 720, 1).Centre
		truth.Lens.Aspect = rapid.Float64Range(0.75, 1.33).Draw(t, "aspect")
		truth.Lens.Centre.X += rapid.Float64Range(-150, 150).Draw(t, "cut")
		truth.Lens.Centre.Y += rapid.Float64Range(-80, 80).Draw(t, "cut below")
		got, residual, err := calibration.FitAltered(1280, 720, crossings(truth, 0, 0))
		if err != nil {
			t.Fatal(err)
		}
		if residual > 0.5 {
			t.Errorf("residual %.3f px of exact points", residual)
		}
		if d := worstPX(truth, got, 0); d > 1 {
			t.Errorf("the surface is up to %.3f px off", d)
		}
	})
}
