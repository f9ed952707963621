package detect

import (
	"testing"

	"pgregory.net/rapid"

	"draughtsman/vision/imaging"
)

// A third of the points anywhere else changes nothing for the robust fit.
func TestRobustFitLeavesOutliersOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		off := rapid.Float64Range(-0.2, 0.2)
		var corners [4]imaging.Point
		for i, c := range aSquare {
			corners[i] = imaging.Pt(100+300*(float64(c.column)+off.Draw(t, "x")), 50+300*(float64(c.row)+off.Draw(t, "y")))
		}
		h, _ := imaging.FromSquare(corners, 4)
		var from, to []imaging.Point
		for i := range 25 {
			from = append(from, nodePoint(i%5, i/5))
			to = append(to, h.Project(from[i]))
			if i%3 == 0 {
				to[i] = to[i].Plus(imaging.Pt(40+float64(i), -25))
			}
		}
		robust, inliers, ok := ransacHomography(from, to, 1)
		if !ok || len(inliers) != 16 {
			t.Fatalf("%d inliers of 16", len(inliers))
		}
		if d := robust.Project(from[1]).Distance(to[1]); d > 1e-6 {
			t.Errorf("an inlier is %g px off", d)
		}
	})
}
