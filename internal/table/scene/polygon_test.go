package scene

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestAFilledPolygonCoversItsArea(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := func(name string, low, high float64) float64 { return rapid.Float64Range(low, high).Draw(t, name) }
		n := rapid.IntRange(3, 12).Draw(t, "corners")
		wide, high, turn := number("wide", 5, 40), number("high", 5, 30), number("turn", 0, 7)
		var corners []spot
		for i := range n {
			sin, cos := math.Sincos(turn + 2*math.Pi*float64(i)/float64(n))
			corners = append(corners, spot{50 + wide*cos, 40 + high*sin})
		}
		corners = hull(corners)
		if len(corners) != n {
			t.Fatalf("the hull has %d corners, want %d", len(corners), n)
		}
		area, around := 0.0, 0.0
		for i, p := range corners {
			q := corners[(i+1)%len(corners)]
			area += (p.x*q.y - q.x*p.y) / 2
			around += math.Hypot(p.x-q.x, p.y-q.y)
		}
		var covered float64
		fill(100, 80, corners, func(x, y int, cover float32) {
			if cover < 0 || cover > 1 {
				t.Fatalf("pixel (%d, %d) is covered %.2f", x, y, cover)
			}
			covered += float64(cover)
		})
		// Along the edges the cover is an estimate.
		if math.Abs(covered-math.Abs(area)) > .06*around+.5 {
			t.Fatalf("covers %.1f pixels of %.1f", covered, area)
		}
	})
}

func TestAPolygonIsCutAtThePicturesEdges(t *testing.T) {
	n := 0
	fill(10, 8, []spot{{-50, -50}, {50, -50}, {50, 50}, {-50, 50}}, func(x, y int, cover float32) {
		if x < 0 || x > 9 || y < 0 || y > 7 || cover != 1 {
			t.Errorf("pixel (%d, %d), cover %.2f", x, y, cover)
		}
		n++
	})
	if n != 80 {
		t.Errorf("%d pixels, want 80", n)
	}
	for _, none := range [][]spot{nil, {{1, 1}, {2, 2}}, {{math.NaN(), 1}, {2, 2}, {3, 1}}} {
		fill(10, 8, none, func(int, int, float32) { t.Errorf("%v covers something", none) })
	}
}
