package detect

import (
	"math"
	"slices"

	"draughtsman/vision/imaging"
)

// stroke is what the colours across a side have that no mixture of the colours on
// its two sides has, from one side to the other; as parts of the brightness there, so that it is the same
// in light and shade.
type stroke [acrossPlaces]imaging.Colour

// stroke looks across a side at three places, of which each channel's median counts. Blur mixes the colours
// on both sides: it does so with light, not with its logarithm.
func (e *evidence) stroke(from, along, across imaging.Point) (s stroke, step float64) {
	var seen [3]stroke
	var steps [3]float64
	for k, t := range [...]float64{0.3, 0.5, 0.7} {
		var colours [acrossSteps]imaging.Colour
		for i := range colours {
			d := farthestAcross * (2*float64(i)/(acrossSteps-1) - 1)
			q := e.h.Project(from.Plus(e.first.vec()).Plus(along.Times(t)).Plus(across.Times(d)))
			for c, v := range e.picture.Sample(q.X, q.Y) {
				colours[i][c] = math.Exp(v)
			}
		}
		a, b := middle(colours[0], colours[1]), middle(colours[acrossSteps-2], colours[acrossSteps-1])
		m := middle(a, b)
		bright := max((m[0]+m[1]+m[2])/3, 1e-6)
		steps[k] = a.Distance(b) / bright
		for i := range seen[k] {
			seen[k][i] = beyondMix(middle(colours[2*i+1], colours[2*i+2]), a, b).Times(1 / bright)
		}
	}
	for i := range s {
		for c := range 3 {
			s[i][c] = middleOf(seen[0][i][c], seen[1][i][c], seen[2][i][c])
		}
	}
	return s, middleOf(steps[0], steps[1], steps[2])
}

func middleOf(a, b, c float64) float64 { return max(min(a, b), min(max(a, b), c)) }

func middle(a, b imaging.Colour) imaging.Colour { return a.Plus(b).Times(0.5) }

// beyondMix is what leads to a colour from the nearest mixture of two others.
func beyondMix(a, from, to imaging.Colour) imaging.Colour {
	d, v := to.Minus(from), a.Minus(from)
	t := 0.0
	if length := d.Dot(d); length > 0 {
		t = min(max(v.Dot(d)/length, 0), 1)
	}
	return v.Minus(d.Times(t))
}

// far is how much two strokes differ where they differ most.
func (s *stroke) far(from *stroke) float64 {
	most := 0.0
	for i := range s {
		most = max(most, s[i].Distance(from[i]))
	}
	return most
}

// crossed is what is seen across a side, kept, for windows overlap.
type crossed struct {
	known  bool
	stroke stroke
	step   float64
}

// strokeOnce is stroke for the side to the right (0) of a node or down from it (1).
func (e *evidence) strokeOnce(column, row, way int) *crossed {
	if e.strokes[way] == nil {
		e.strokes[way] = make([]crossed, len(e.crossing))
	}
	kept := &e.strokes[way][e.at(column, row)]
	if !kept.known {
		along, across := imaging.Pt(1, 0), imaging.Pt(0, 1)
		if way == 1 {
			along, across = across, along
		}
		kept.stroke, kept.step = e.stroke(node(column, row), along, across)
		kept.known = true
	}
	return kept
}

// framed says how much more a line runs along each side of a window than between its
// squares, in contrasts of the board: above, below, left and right of it. What the sides of its squares have in
// common counts, for pieces, folds, noise and the edges of shadows have nothing in common, and what they
// have in common with
// those between the squares does not. Where it must be clear, it has to stand out from the most that is
// seen between two rows or columns.
func (e *evidence) framed(w window, clearly bool) (lines [4]float64) {
	n := w.squares
	column, row := w.origin.column-e.first.column, w.origin.row-e.first.row
	var steps []float64
	values := make([]float64, n)
	common := func(way, k int) (all stroke) {
		var sides [LargestBoard]*crossed
		for i := range n {
			if way == 0 {
				sides[i] = e.strokeOnce(column+i, row+k, 0)
			} else {
				sides[i] = e.strokeOnce(column+k, row+i, 1)
			}
			if k > 0 && k < n {
				steps = append(steps, sides[i].step)
			}
		}
		for place := range all {
			for c := range 3 {
				for i := range n {
					values[i] = sides[i].stroke[place][c]
				}
				all[place][c] = imaging.Median(values)
			}
		}
		return all
	}
	var inner [2][]stroke
	var usual [2]stroke
	for way := range inner {
		for k := 1; k < n; k++ {
			inner[way] = append(inner[way], common(way, k))
		}
		for place := range usual[way] {
			for c := range 3 {
				values = values[:0]
				for _, s := range inner[way] {
					values = append(values, s[place][c])
				}
				usual[way][place][c] = imaging.Median(values)
				values = values[:n]
			}
		}
	}
	contrast := max(imaging.Median(steps), 1e-3)
	var between []float64
	for way := range inner {
		for i := range inner[way] {
			between = append(between, inner[way][i].far(&usual[way]))
		}
	}
	usually := imaging.Median(between)
	if clearly {
		usually = slices.Max(between)
	}
	for i, at := range [4]struct{ way, k int }{{0, 0}, {0, n}, {1, 0}, {1, n}} {
		s := common(at.way, at.k)
		lines[i] = (s.far(&usual[at.way]) - usually) / contrast
	}
	return lines
}
