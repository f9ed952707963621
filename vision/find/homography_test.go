package find

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// someQuad draws a convex quadrilateral: a square with its corners moved a little.
func someQuad(t *rapid.T) [4]vec {
	off := rapid.Float64Range(-0.2, 0.2)
	var q [4]vec
	for i, c := range [4]vec{{0, 0}, {1, 0}, {1, 1}, {0, 1}} {
		q[i] = vec{100 + 300*(c.x+off.Draw(t, "x")), 50 + 300*(c.y+off.Draw(t, "y"))}
	}
	return q
}

func TestHomographyMeetsItsPoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := someQuad(t)
		h := fromUnitSquare(q)
		inv, ok := h.inverse()
		if !ok {
			t.Fatal("it has no inverse")
		}
		for i, c := range [4]vec{{0, 0}, {1, 0}, {1, 1}, {0, 1}} {
			if d := h.project(c).distance(q[i]); d > 1e-6 {
				t.Errorf("corner %d is %g px off", i, d)
			}
			if back, ok := inv.at(q[i]); !ok || back.distance(c) > 1e-8 {
				t.Errorf("corner %d comes back as %v", i, back)
			}
		}
	})
}

func TestFitFindsTheHomographyAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := fromUnitSquare(someQuad(t))
		var from, to []vec
		for i := range 25 {
			p := node(i%5, i/5).times(0.25)
			from, to = append(from, p), append(to, h.project(p))
		}
		fitted, ok := fitHomography(from, to)
		if !ok {
			t.Fatal("it cannot be fitted")
		}
		for i := range from {
			if d := fitted.project(from[i]).distance(to[i]); d > 1e-6 {
				t.Errorf("point %d is %g px off", i, d)
			}
		}
		// A third of the points anywhere else changes nothing for the robust fit.
		for i := 0; i < len(to); i += 3 {
			to[i] = to[i].add(vec{40 + float64(i), -25})
		}
		lattice := make([]vec, len(from))
		for i := range from {
			lattice[i] = from[i].times(4)
		}
		robust, inliers, ok := robustFit(lattice, to, 1)
		if !ok || len(inliers) != 16 {
			t.Fatalf("%d inliers of 16", len(inliers))
		}
		if d := robust.project(lattice[1]).distance(to[1]); d > 1e-6 {
			t.Errorf("an inlier is %g px off", d)
		}
	})
}

func TestBendIsUndone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := bend{k: rapid.Float64Range(-0.25, 0.25).Draw(t, "k"), centre: vec{400, 300}, radius: 500}
		p := vec{rapid.Float64Range(0, 800).Draw(t, "x"), rapid.Float64Range(0, 600).Draw(t, "y")}
		if d := b.distort(b.straighten(p)).distance(p); d > 0.05 {
			t.Errorf("a point comes back %g px off", d)
		}
	})
}

func TestFineBendFindsTheLens(t *testing.T) {
	h := fromUnitSquare([4]vec{{200, 150}, {620, 170}, {600, 480}, {180, 460}})
	for _, k := range []float64{-0.1, 0, 0.03, 0.12} {
		b := bend{k: k, centre: vec{400, 300}, radius: 500}
		var from, at []vec
		for i := range 49 {
			p := node(i%7+1, i/7+1).times(1.0 / 8)
			from, at = append(from, p.times(8)), append(at, b.distort(h.project(p)))
		}
		rough, ok := roughBend(b, from, at, 2)
		if !ok {
			t.Fatal("no rough bend")
		}
		b.k = rough
		if got := fineBend(b, from, at); math.Abs(got-k) > 0.005 {
			t.Errorf("a bend of %.3f is found as %.3f", k, got)
		}
	}
}

func TestNarrowness(t *testing.T) {
	for _, degrees := range []float64{0, 30, 60, 75} {
		for _, turn := range []float64{0, 20, 45} {
			cos := math.Cos(degrees * math.Pi / 180)
			sin, c := math.Sincos(turn * math.Pi / 180)
			h := homography{30 * c, -30 * sin, 200, 30 * cos * sin, 30 * cos * c, 150, 0, 0, 1}
			if got := h.narrowness(vec{4, 4}); math.Abs(got-cos) > 1e-6 {
				t.Errorf("a plane %v° away from the line of sight, turned by %v°, is %.4f times as narrow as long, want %.4f",
					degrees, turn, got, cos)
			}
		}
	}
}
