package imaging_test

import (
	"testing"

	"pgregory.net/rapid"

	"draughtsman/vision/imaging"
)

// someQuad draws a convex quadrilateral: a square with its corners moved a little.
func someQuad(t *rapid.T) [4]imaging.Point {
	off := rapid.Float64Range(-0.2, 0.2)
	var q [4]imaging.Point
	for i, c := range [4]imaging.Point{imaging.Pt(0, 0), imaging.Pt(1, 0), imaging.Pt(1, 1), imaging.Pt(0, 1)} {
		q[i] = imaging.Pt(100+300*(c.X+off.Draw(t, "x")), 50+300*(c.Y+off.Draw(t, "y")))
	}
	return q
}

func TestHomographyMeetsItsPoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := someQuad(t)
		h, ok := imaging.FromSquare(q, 1)
		if !ok {
			t.Fatal("it is no quadrilateral")
		}
		inv, ok := h.Inverse()
		if !ok {
			t.Fatal("it has no inverse")
		}
		for i, c := range [4]imaging.Point{imaging.Pt(0, 0), imaging.Pt(1, 0), imaging.Pt(1, 1), imaging.Pt(0, 1)} {
			if d := h.Project(c).Distance(q[i]); d > 1e-6 {
				t.Errorf("corner %d is %g px off", i, d)
			}
			if back, ok := inv.At(q[i]); !ok || back.Distance(c) > 1e-8 {
				t.Errorf("corner %d comes back as %v", i, back)
			}
		}
	})
}

func TestFitFindsTheHomographyAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h, _ := imaging.FromSquare(someQuad(t), 1)
		var from, to []imaging.Point
		for i := range 25 {
			p := imaging.Pt(float64(i%5), float64(i/5)).Times(0.25)
			from, to = append(from, p), append(to, h.Project(p))
		}
		fitted, ok := imaging.FitHomography(from, to)
		if !ok {
			t.Fatal("it cannot be fitted")
		}
		for i := range from {
			if d := fitted.Project(from[i]).Distance(to[i]); d > 1e-6 {
				t.Errorf("point %d is %g px off", i, d)
			}
		}
	})
}
