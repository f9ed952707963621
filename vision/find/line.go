package find

import (
	"math"
	"slices"
)

// Where the colours across a side are looked at, in squares from it: a tape or a
// line drawn around a board lies on its outline or just beside it.
const (
	farthestAcross = 0.24
	acrossSteps    = 17
)

// line says how much a side looks like one with a line along it, of another colour than
// what lies on both sides of it: the distance of the colours across the side from those
// that blur alone could mix, in contrasts of the board. Blur mixes the two.
func (e *evidence) line(from, along, across vec) float64 {
	var off [3]float64
	for k, t := range [...]float64{0.3, 0.5, 0.7} {
		var colours [acrossSteps]colour
		for i := range colours {
			d := farthestAcross * (2*float64(i)/(acrossSteps-1) - 1)
			q := e.h.project(from.add(e.first.vec()).add(along.times(t)).add(across.times(d)))
			for c, v := range sample(e.picture.px, e.picture.width, e.picture.height, q.x, q.y) {
				colours[i][c] = float64(v)
			}
		}
		a, b := middle(colours[0], colours[1]), middle(colours[acrossSteps-2], colours[acrossSteps-1])
		for i := 1; i+2 < acrossSteps; i++ {
			off[k] = max(off[k], middle(colours[i], colours[i+1]).fromMix(a, b))
		}
	}
	slices.Sort(off[:])
	return off[1] / max(e.contrast, 1e-6)
}

func middle(a, b colour) colour {
	return colour{(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2}
}

// fromMix is the distance of a colour from the nearest mixture of two others.
func (a colour) fromMix(from, to colour) float64 {
	d, v := to.sub(from), a.sub(from)
	t := 0.0
	if length := d.dot(d); length > 0 {
		t = min(max(v.dot(d)/length, 0), 1)
	}
	rest := v.sub(colour{t * d[0], t * d[1], t * d[2]})
	return math.Sqrt(rest.dot(rest))
}

// lineOnce is line for the side to the right (0) of a node or down from it (1), worked out only once: windows overlap.
func (e *evidence) lineOnce(column, row, way int) float64 {
	if e.lines[way] == nil {
		e.lines[way] = slices.Repeat([]float64{math.NaN()}, len(e.crossing))
	}
	known := &e.lines[way][e.at(column, row)]
	if math.IsNaN(*known) {
		along, across := vec{1, 0}, vec{0, 1}
		if way == 1 {
			along, across = across, along
		}
		*known = e.line(node(column, row), along, across)
	}
	return *known
}

// framed says how much more a line runs along the outline of a window than between its
// squares, in contrasts of the board: along three of its sides at least, for a hand may hide one, and along all four. Each is judged by the
// median of its squares, for pieces hide some. Where it must be clear, the faintest of the four has to stand out from what
// folds, pieces, shadows and noise make of the others.
func (e *evidence) framed(w window, clearly bool) (three, four float64) {
	n := w.squares
	column, row := w.origin.column-e.first.column, w.origin.row-e.first.row
	level := func(k int) float64 {
		off := make([]float64, n)
		for i := range off {
			off[i] = e.lineOnce(column+i, row+k, 0)
		}
		return median(off)
	}
	upright := func(k int) float64 {
		off := make([]float64, n)
		for i := range off {
			off[i] = e.lineOnce(column+k, row+i, 1)
		}
		return median(off)
	}
	outline := []float64{level(0), level(n), upright(0), upright(n)}
	slices.Sort(outline)
	inner := make([]float64, 0, 6)
	for _, k := range []int{n / 4, n / 2, n - n/4} {
		inner = append(inner, level(k), upright(k))
	}
	between := median(inner)
	if clearly {
		for k := 1; k < n; k++ {
			if most := max(level(k), upright(k)); outline[0] < most {
				between = max(between, most)
			}
		}
	}
	return outline[1] - between, outline[0] - between
}
