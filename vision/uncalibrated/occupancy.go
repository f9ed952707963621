package uncalibrated

import (
	"cmp"
	"math"
	"slices"

	"draughtsman/vision/imaging"
)

// occupancy says of the squares of one kind how unlike empty ones they are.
type occupancy struct {
	squares   []int     // indices on the board
	distance  []float64 // of each from the empty ones, in their standard deviations, tamed
	threshold float64   // from which on a square is occupied
}

// How widely empty squares scatter at the least, and how much each measure may contribute at the most: glare or
// shadow alone make no piece, but another hue counts twice.
var (
	leastScatter = [7]float64{0.06, 0.06, 0.06, 0.3, 0.3, 0.08, 0.25}
	mostColour   = 3.0
	mostTexture  = 3.0
	mostRing     = 1.5
	mostBoundary = 9.0
)

// measures returns a square's numbers in the order of leastScatter.
func (s *measurement) measures() [7]float64 {
	return [7]float64{s.change[0], s.change[1], s.change[2], s.texture, s.rim, s.ring, s.boundary}
}

// occupancyOf learns from the board itself what its empty squares of a kind look like, beginning with the fifth that
// are least conspicuous, and how far from that every square is. The threshold lies in the widest gap.
func occupancyOf(board []measurement, squares, of int) occupancy {
	var o occupancy
	for i := range board {
		if kind(i/squares, i%squares) == of {
			o.squares = append(o.squares, i)
		}
	}
	measures := make([][7]float64, len(o.squares))
	for i, k := range o.squares {
		measures[i] = board[k].measures()
	}
	fewest := max(4, len(measures)/6)
	empty := leastConspicuous(measures, fewest)
	for range 4 {
		o.distance = distances(measures, empty)
		o.threshold = thresholdInGap(o.distance, fewest)
		var next []int
		for i, d := range o.distance {
			if d < o.threshold {
				next = append(next, i)
			}
		}
		if len(next) < fewest {
			next = lowest(o.distance, fewest)
		}
		empty = next
	}
	return o
}

// classify says of the squares of a kind how unlike empty ones they are, by all that the board tells.
func classify(board []measurement, squares, of int) occupancy {
	o := occupancyOf(board, squares, of)
	o.reclassifyDoubtful(board)
	o.findLowContrast(board)
	return o
}

// rims returns how clear the rims of what seems to stand on the squares are: the mean of the logarithms; −∞ of
// nothing.
func (o *occupancy) rims(board []measurement) float64 {
	total, count := 0.0, 0
	for i, k := range o.squares {
		if o.distance[i] > o.threshold {
			total += board[k].rim
			count++
		}
	}
	if count == 0 {
		return math.Inf(-1)
	}
	return total / float64(count)
}

// leastConspicuous returns the n squares that are most likely empty: of little structure, and of the colour that such
// squares mostly have.
func leastConspicuous(measures [][7]float64, n int) []int {
	structure := make([]float64, len(measures))
	for i, m := range measures {
		structure[i] = m[3] + 2*m[4] + 2*max(m[6], math.Log(0.05))
	}
	first := lowest(structure, n)
	looks := make([]imaging.Colour, len(first))
	for i, k := range first {
		looks[i] = imaging.Colour(measures[k][:3])
	}
	tint := imaging.MedianColour(looks)
	least := structure[first[0]]
	for i, m := range measures {
		structure[i] += imaging.Colour(m[:3]).Minus(tint).Length()/0.1 - least
	}
	return lowest(structure, n)
}

// distances returns those of all squares from the empty ones.
func distances(measures [][7]float64, empty []int) []float64 {
	var middle, scatter [7]float64
	for k := range middle {
		values := make([]float64, len(empty))
		for i, e := range empty {
			values[i] = measures[e][k]
		}
		middle[k] = imaging.Median(values)
		for i, e := range empty {
			values[i] = math.Abs(measures[e][k] - middle[k])
		}
		scatter[k] = math.Hypot(1.48*imaging.Median(values), leastScatter[k])
	}
	out := make([]float64, len(measures))
	for i, m := range measures {
		var z [7]float64
		for k := range z {
			z[k] = (m[k] - middle[k]) / scatter[k]
			if k >= 3 {
				z[k] = max(z[k], 0) // a piece adds structure, it never takes any away
			}
		}
		hue := math.Hypot(m[1]-middle[1], m[2]-middle[2])
		most := mostColour * (1 + min(max((hue-0.5)/0.5, 0), 1))
		tint := min(imaging.Colour{z[0], z[1], z[2]}.Length(), most)
		texture, rim, boundary := min(z[3], mostTexture), min(z[4], mostTexture), min(z[6], mostBoundary)
		ring := min(z[5], mostRing)
		out[i] = math.Sqrt(tint*tint + texture*texture + rim*rim + ring*ring + boundary*boundary)
	}
	return out
}

// usualThreshold is where the gap between empty and occupied squares usually lies.
const usualThreshold = 4.5

// leastGap is how wide a gap must be to count, in logarithms of distances: a board without pieces has none.
const leastGap = 0.03

// thresholdInGap returns a threshold in the widest gap of the logarithms of distances, near the usual one; at least
// fewest squares lie below it.
func thresholdInGap(distances []float64, fewest int) float64 {
	sorted := slices.Sorted(slices.Values(distances))
	best, threshold := leastGap, usualThreshold
	for i := fewest - 1; i+1 < len(sorted); i++ {
		low, high := math.Log(sorted[i]+0.5), math.Log(sorted[i+1]+0.5)
		quarter := 0.25 * (high - low)
		at := min(max(usualThreshold, math.Exp(low+quarter)-0.5), math.Exp(high-quarter)-0.5)
		if at <= 2 || at >= 9 {
			continue
		}
		off := math.Log(at/usualThreshold) / 0.25
		if width := min(high-low, 0.5) * math.Exp(-off*off/2); width > best {
			best, threshold = width, at
		}
	}
	return threshold
}

// lowest returns the indices of the n smallest values.
func lowest(values []float64, n int) []int {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	return order[:min(n, len(order))]
}
