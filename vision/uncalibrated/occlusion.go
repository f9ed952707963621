package uncalibrated

import (
	"math"

	"draughtsman/vision/detect"
	"draughtsman/vision/imaging"
)

// What a square looks like under a hand: unlike its own look by so much of the board's contrast.
const (
	coveredFrom = 0.4 // on squares that carry no pieces
	tintedFrom  = 0.3 // on empty ones that may, in units of square.change
)

// leastHand is how many squares a hand covers at least.
const leastHand = 3

// occluded returns those of the played squares that something covers which is no piece: a hand or its shadow. What is
// covered has another colour without having a piece's rim, or is a square on which nothing ever stands; it is
// connected over squares none of whose corners was seen; and it reaches in from the board's edge, which glare does
// not.
func occluded(squares []measurement, g *background, n int, o *occupancy, crossings []detect.Crossing) (found []int) {
	carries, strange := make([]bool, n*n), make([]bool, n*n)
	var empty, bare []int
	for i, k := range o.squares {
		carries[k] = true
		if o.distance[i] < o.threshold {
			empty = append(empty, k)
		}
	}
	for i := range squares {
		if !carries[i] {
			bare = append(bare, i)
		}
	}
	for _, k := range unlike(empty, tintedFrom, func(i int) imaging.Colour { return squares[i].change }) {
		strange[k] = true
	}
	unit := g.contrast * math.Sqrt(3)
	for _, k := range unlike(bare, coveredFrom,
		func(i int) imaging.Colour { return squares[i].disc.Minus(g.smooth[i]).Times(1 / unit) }) {
		strange[k] = true
	}
	marked := withoutCorners(crossings, n)
	for i := range marked {
		marked[i] = strange[i] || marked[i] && !carries[i]
	}
	covered := connectedToEdge(marked, strange, n)
	for _, k := range o.squares {
		row, column := k/n, k%n
		neighbours, hit := 0, 0
		for _, d := range [4][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
			r, c := row+d[0], column+d[1]
			if r < 0 || c < 0 || r >= n || c >= n {
				continue
			}
			neighbours++
			if covered[r*n+c] {
				hit++
			}
		}
		if covered[k] || 2*hit > neighbours {
			found = append(found, k)
		}
	}
	return found
}

// unlike returns those of some squares of which a colour is farther from what is usual among them than a limit and
// than four times their scatter.
func unlike(of []int, limit float64, look func(i int) imaging.Colour) (found []int) {
	var usual, scatter imaging.Colour
	for c := range usual {
		var values []float64
		for _, i := range of {
			values = append(values, look(i)[c])
		}
		usual[c] = imaging.Median(values)
		for i := range values {
			values[i] = math.Abs(values[i] - usual[c])
		}
		scatter[c] = 1.48 * imaging.Median(values)
	}
	limit = max(limit, 4*scatter.Length())
	for _, i := range of {
		if look(i).Minus(usual).Length() > limit {
			found = append(found, i)
		}
	}
	return found
}

// withoutCorners returns the squares of which no corner was seen; none when no corners were measured.
func withoutCorners(crossings []detect.Crossing, n int) []bool {
	blind := make([]bool, n*n)
	if len(crossings) == 0 {
		return blind
	}
	for i := range blind {
		blind[i] = true
	}
	for _, c := range crossings {
		for _, row := range [2]int{c.Row - 1, c.Row} {
			for _, column := range [2]int{c.Column - 1, c.Column} {
				if row >= 0 && column >= 0 && row < n && column < n {
					blind[row*n+column] = false
				}
			}
		}
	}
	return blind
}

// connectedToEdge keeps those of some squares that are connected, also over their corners, with one at the board's
// edge, if enough of them are strange.
func connectedToEdge(marked, strange []bool, n int) []bool {
	out := make([]bool, len(marked))
	for _, piece := range imaging.Components(marked, n, true) {
		atEdge, odd := false, 0
		for _, k := range piece {
			row, column := k/n, k%n
			atEdge = atEdge || row == 0 || column == 0 || row == n-1 || column == n-1
			if strange[k] {
				odd++
			}
		}
		for _, k := range piece {
			out[k] = atEdge && odd >= leastHand
		}
	}
	return out
}
