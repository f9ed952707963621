package detect

import (
	"math"
	"slices"

	"draughtsman/vision/imaging"
)

// lineProfile is, at places across a side from one square to the other, what the colour there has that no mixture of
// the two squares' colours has; as a part of the brightness, so that it is the same in light and shade.
type lineProfile [acrossPlaces]imaging.Colour

// measureProfile samples across a side at three places and takes each channel's median. step is how much the two
// squares differ, as a part of the brightness. Colours and not their logarithms are compared, for blur mixes light.
func (e *evidence) measureProfile(from, along, across imaging.Point) (s lineProfile, step float64) {
	var seen [3]lineProfile
	var steps [3]float64
	for k, t := range profilesAlong {
		var colours [acrossSteps]imaging.Colour
		for i := range colours {
			d := farthestAcross * (2*float64(i)/(acrossSteps-1) - 1)
			q := e.h.Project(from.Plus(e.first.point()).Plus(along.Times(t)).Plus(across.Times(d)))
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

// middleOf is the median of three.
func middleOf(a, b, c float64) float64 { return max(min(a, b), min(max(a, b), c)) }

// middle is the mean of two colours.
func middle(a, b imaging.Colour) imaging.Colour { return a.Plus(b).Times(0.5) }

// beyondMix is the difference between a colour and the nearest mixture of two others.
func beyondMix(a, from, to imaging.Colour) imaging.Colour {
	d, v := to.Minus(from), a.Minus(from)
	t := 0.0
	if length := d.Dot(d); length > 0 {
		t = min(max(v.Dot(d)/length, 0), 1)
	}
	return v.Minus(d.Times(t))
}

// difference is how much two profiles differ where they differ most.
func (s *lineProfile) difference(from *lineProfile) float64 {
	most := 0.0
	for i := range s {
		most = max(most, s[i].Distance(from[i]))
	}
	return most
}

// sideProfile is the profile across one side, kept because windows overlap.
type sideProfile struct {
	known   bool
	colours lineProfile
	step    float64
}

// profile is the profile across the side to the right of a node (way 0) or down from it (1), measured once.
func (e *evidence) profile(column, row, way int) *sideProfile {
	if e.profiles[way] == nil {
		e.profiles[way] = make([]sideProfile, len(e.crossing))
	}
	kept := &e.profiles[way][e.at(column, row)]
	if !kept.known {
		along, across := imaging.Pt(1, 0), imaging.Pt(0, 1)
		if way == 1 {
			along, across = across, along
		}
		kept.colours, kept.step = e.measureProfile(nodePoint(column, row), along, across)
		kept.known = true
	}
	return kept
}

// framing returns how much more of a line runs along each side of a window than between its squares, in contrasts of
// the board: above, below, left and right of it. Of the sides of its squares the median profile counts, because
// pieces, folds, noise and the edges of shadows differ from side to side; the median of those between the squares is
// taken from it. With clearly a line has to exceed the most, and not the median, of what is seen between two rows or
// columns.
func (e *evidence) framing(w window, clearly bool) (lines [4]float64) {
	n := w.squares
	column, row := w.origin.column-e.first.column, w.origin.row-e.first.row
	var steps []float64
	values := make([]float64, n)
	common := func(way, k int) (all lineProfile) {
		var sides [LargestBoard]*sideProfile
		for i := range n {
			if way == 0 {
				sides[i] = e.profile(column+i, row+k, 0)
			} else {
				sides[i] = e.profile(column+k, row+i, 1)
			}
			if k > 0 && k < n {
				steps = append(steps, sides[i].step)
			}
		}
		for place := range all {
			for c := range 3 {
				for i := range n {
					values[i] = sides[i].colours[place][c]
				}
				all[place][c] = imaging.Median(values)
			}
		}
		return all
	}
	var inner [2][]lineProfile
	var usual [2]lineProfile
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
			between = append(between, inner[way][i].difference(&usual[way]))
		}
	}
	usually := imaging.Median(between)
	if clearly {
		usually = slices.Max(between)
	}
	for i, at := range [4]struct{ way, k int }{{0, 0}, {0, n}, {1, 0}, {1, n}} {
		s := common(at.way, at.k)
		lines[i] = (s.difference(&usual[at.way]) - usually) / contrast
	}
	return lines
}
