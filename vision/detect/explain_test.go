package detect

import (
	"math"
	"testing"

	"draughtsman/vision/imaging"
)

// TestABentPatternIsFollowed sets aside a bent pattern as a whole, over a gap, and leaves what lies on it.
func TestABentPatternIsFollowed(t *testing.T) {
	const step, columns, rows = 20.0, 40, 30
	at := func(column, row int) imaging.Point { // a homography fits nowhere but nearby
		x, y := step*float64(column)+30, step*float64(row)+30
		return imaging.Pt(x+0.0002*(y-300)*(y-300), y+0.0002*(x-400)*(x-400))
	}
	var of []saddle
	add := func(p imaging.Point, kind float64, edges [2]imaging.Point) {
		of = append(of, saddle{id: len(of), at: p, phase: complex(kind, 0), edges: edges})
	}
	upright := [2]imaging.Point{imaging.Pt(1, 0), imaging.Pt(0, 1)}
	for row := range rows {
		for column := range columns {
			if row == 12 && column > 10 && column < 30 { // hidden
				continue
			}
			add(at(column, row), parity(column, row), upright)
		}
	}
	pattern := len(of)
	turned := [2]imaging.Point{imaging.Pt(math.Sqrt2/2, math.Sqrt2/2), imaging.Pt(-math.Sqrt2/2, math.Sqrt2/2)}
	for k := range 20 {
		add(at(10+k, 20), parity(10+k, 20), turned)
	}
	p := saddleSet{byWidth: [][]saddle{of}, count: len(of), index: newSaddleIndex(of)}
	nodes := []node{{0, 0}, {1, 0}, {1, 1}, {0, 1}}
	corner := [4]imaging.Point{at(20, 15), at(21, 15), at(21, 16), at(20, 16)}
	h, _ := imaging.FromSquare(corner, 1)
	l := lattice{h: h, phase: complex(parity(20, 15), 0), nodes: nodes, at: corner[:]}
	explained := make([]bool, p.count)
	p.follow(&l, explained)
	for i := range of {
		if want := i < pattern; explained[i] != want {
			t.Fatalf("the crossing at %v is set aside: %v", of[i].at, explained[i])
		}
	}
}
