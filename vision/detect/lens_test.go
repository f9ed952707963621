package detect

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"draughtsman/vision/imaging"
)

func TestDistortionIsUndone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := radialDistortion{k: rapid.Float64Range(-0.25, 0.25).Draw(t, "k"), centre: imaging.Pt(400, 300), radius: 500}
		p := imaging.Pt(rapid.Float64Range(0, 800).Draw(t, "x"), rapid.Float64Range(0, 600).Draw(t, "y"))
		if d := b.distort(b.undistort(p)).Distance(p); d > 0.05 {
			t.Errorf("a point comes back %g px off", d)
		}
	})
}

func TestRefinedDistortionFindsTheLens(t *testing.T) {
	corners := [4]imaging.Point{imaging.Pt(200, 150), imaging.Pt(620, 170), imaging.Pt(600, 480), imaging.Pt(180, 460)}
	h, _ := imaging.FromSquare(corners, 1)
	for _, k := range []float64{-0.1, 0, 0.03, 0.12} {
		b := radialDistortion{k: k, centre: imaging.Pt(400, 300), radius: 500}
		var from, at []imaging.Point
		for i := range 49 {
			p := nodePoint(i%7+1, i/7+1).Times(1.0 / 8)
			from, at = append(from, p.Times(8)), append(at, b.distort(h.Project(p)))
		}
		rough, ok := coarseDistortion(b, from, at, 2)
		if !ok {
			t.Fatal("no coarse distortion")
		}
		b.k = rough
		if got := refinedDistortion(b, from, at); math.Abs(got-k) > 0.005 {
			t.Errorf("a distortion of %.3f is found as %.3f", k, got)
		}
	}
}

func TestNarrowness(t *testing.T) {
	for _, degrees := range []float64{0, 30, 60, 75} {
		for _, turn := range []float64{0, 20, 45} {
			cos := math.Cos(degrees * math.Pi / 180)
			sin, c := math.Sincos(turn * math.Pi / 180)
			h := imaging.Homography{30 * c, -30 * sin, 200, 30 * cos * sin, 30 * cos * c, 150, 0, 0, 1}
			if got := h.Narrowness(imaging.Pt(4, 4)); math.Abs(got-cos) > 1e-6 {
				t.Errorf("a plane %v° away from the line of sight, turned by %v°, is %.4f times as narrow as long, want %.4f",
					degrees, turn, got, cos)
			}
		}
	}
}
