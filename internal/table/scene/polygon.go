package scene

import (
	"cmp"
	"math"
	"slices"
)

// spot is a place in a picture, in pixels.
type spot struct{ x, y float64 }

// fill calls put for every pixel that a convex polygon covers, with the part of the pixel that it covers, 0 to 1. The
// corners go round either way.
func fill(width, height int, corners []spot, put func(x, y int, cover float32)) {
	if len(corners) < 3 {
		return
	}
	type edge struct{ a, b, c float64 } // a·x + b·y + c: how far inside, in pixels
	var edges [64]edge
	n, area := 0, 0.0
	top, bottom := math.Inf(1), math.Inf(-1)
	for i, p := range corners {
		q := corners[(i+1)%len(corners)]
		if math.IsNaN(p.x + p.y) {
			return
		}
		area += p.x*q.y - q.x*p.y
		top, bottom = min(top, p.y), max(bottom, p.y)
	}
	for i, p := range corners {
		q := corners[(i+1)%len(corners)]
		length := math.Hypot(q.x-p.x, q.y-p.y)
		if length < 1e-9 || n == len(edges) {
			continue
		}
		e := edge{a: -(q.y - p.y) / length, b: (q.x - p.x) / length}
		if area < 0 {
			e.a, e.b = -e.a, -e.b
		}
		e.c = -e.a*p.x - e.b*p.y
		edges[n], n = e, n+1
	}
	first := max(0, int(math.Ceil(top-.5)))
	last := min(height-1, int(math.Floor(bottom+.5)))
	for y := first; y <= last; y++ {
		// Of the row, outer is covered at all and inner is covered wholly.
		outer := [2]float64{0, float64(width - 1)}
		inner := outer
		for _, e := range edges[:n] {
			d := e.b*float64(y) + e.c
			if math.Abs(e.a) < 1e-9 {
				if d < .5 {
					inner = [2]float64{1, 0}
				}
				if d <= -.5 {
					outer = inner
				}
				continue
			}
			from, whole := (-.5-d)/e.a, (.5-d)/e.a
			if e.a > 0 {
				outer[0], inner[0] = max(outer[0], from), max(inner[0], whole)
			} else {
				outer[1], inner[1] = min(outer[1], from), min(inner[1], whole)
			}
		}
		for x := int(math.Ceil(outer[0])); x <= int(math.Floor(outer[1])); x++ {
			cover := 1.0
			if fx := float64(x); fx < inner[0] || fx > inner[1] {
				for _, e := range edges[:n] {
					cover = min(cover, e.a*fx+e.b*float64(y)+e.c+.5)
				}
			}
			if cover > 0 {
				put(x, y, float32(cover))
			}
		}
	}
}

// hull is the convex hull of spots, after Andrew's monotone chain. It sorts its argument.
func hull(spots []spot) []spot {
	slices.SortFunc(spots, func(a, b spot) int {
		return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.y, b.y))
	})
	left := func(o, a, b spot) bool {
		return (a.x-o.x)*(b.y-o.y)-(a.y-o.y)*(b.x-o.x) > 0
	}
	out := make([]spot, 0, 2*len(spots))
	grow := func(p spot, keep int) {
		for len(out) >= keep+2 && !left(out[len(out)-2], out[len(out)-1], p) {
			out = out[:len(out)-1]
		}
		out = append(out, p)
	}
	for _, p := range spots {
		grow(p, 0)
	}
	keep := len(out) - 1
	for _, p := range slices.Backward(spots[:len(spots)-1]) {
		grow(p, keep)
	}
	return out[:len(out)-1]
}
