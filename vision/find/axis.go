package find

import (
	"cmp"
	"math"
	"slices"
)

// colour is a pixel's three channels, log units.
type colour [3]float64

func (a colour) sub(b colour) colour  { return colour{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func (a colour) dot(b colour) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func (a colour) distance(b colour) float64 {
	d := a.sub(b)
	return math.Sqrt(d.dot(d))
}

// learnAxis finds the direction in colour space that tells the two kinds of
// squares apart best at the accepted nodes (Fisher's linear discriminant).
func (e *evidence) learnAxis(l lattice) bool {
	var steps [3][]float64
	var noise [3][3]float64
	n := 0.0
	for _, k := range l.nodes {
		column, row := k.column-e.first.column, k.row-e.first.row
		if column < 0 || row < 0 || column > e.columns || row > e.rows || !e.seen[e.at(column, row)] {
			continue
		}
		q := &e.quarters[e.at(column, row)]
		sign := e.parity(column, row)
		for c := range 3 {
			steps[c] = append(steps[c], sign*(q[0][c]+q[1][c]-q[2][c]-q[3][c])/2)
		}
		for _, d := range [2]colour{q[0].sub(q[1]), q[2].sub(q[3])} {
			for a := range 3 {
				for b := range 3 {
					noise[a][b] += d[a] * d[b]
				}
			}
			n++
		}
	}
	if n < 8 {
		return false
	}
	step := colour{median(steps[0]), median(steps[1]), median(steps[2])}
	for a := range 3 {
		for b := range 3 {
			noise[a][b] /= n
		}
		noise[a][a] += 1e-4 + 0.02*step.dot(step)
	}
	axis := solve3(noise, step)
	length := axis.dot(step)
	if length < 1e-12 {
		return false
	}
	for c := range 3 {
		e.axis[c] = axis[c] / length
	}
	e.contrast = math.Sqrt(step.dot(step))
	return true
}

// Of the local contrast.
const (
	localReach  = 2    // nodes on each side that are asked
	fewestLocal = 8    // of them that must tell
	telling     = 0.1  // of the usual contrast, what a node must show to tell
	leastLocal  = 0.35 // below it noise would be taken for squares
)

// learnLocal measures the contrast about each node: the median of what the nodes around it show.
// In a reflection all squares are nearly white, and still a little different.
func (e *evidence) learnLocal() {
	shown := make([]float64, len(e.quarters))
	for row := range e.rows + 1 {
		for column := range e.columns + 1 {
			if i := e.at(column, row); e.seen[i] {
				q := &e.quarters[i]
				shown[i] = e.parity(column, row) * (q[0].dot(e.axis) + q[1].dot(e.axis) - q[2].dot(e.axis) - q[3].dot(e.axis)) / 2
			}
		}
	}
	e.local = make([]float64, len(shown))
	var near []float64
	for row := range e.rows + 1 {
		for column := range e.columns + 1 {
			near = near[:0]
			for r := max(row-localReach, 0); r <= min(row+localReach, e.rows); r++ {
				for c := max(column-localReach, 0); c <= min(column+localReach, e.columns); c++ {
					if v := shown[e.at(c, r)]; v > telling {
						near = append(near, v)
					}
				}
			}
			e.local[e.at(column, row)] = 1
			if len(near) >= fewestLocal {
				e.local[e.at(column, row)] = min(max(median(near), leastLocal), 1)
			}
		}
	}
}

// solve3 solves three equations with a positive definite matrix by Cramer's rule.
func solve3(m [3][3]float64, v colour) colour {
	cross := func(a, b [3]float64) colour {
		return colour{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
	}
	// The matrix is symmetric: rows are columns.
	det := cross(m[1], m[2]).dot(colour(m[0]))
	if math.Abs(det) < 1e-300 {
		return colour{}
	}
	return colour{
		cross(m[1], m[2]).dot(v) / det,
		cross(m[2], m[0]).dot(v) / det,
		cross(m[0], m[1]).dot(v) / det,
	}
}

func clip(v, limit float64) float64 { return min(max(v, -limit), limit) }

// median of values, which are put in order; 0 of none.
func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	slices.SortFunc(values, cmp.Compare)
	if n := len(values); n%2 == 0 {
		return (values[n/2-1] + values[n/2]) / 2
	}
	return values[len(values)/2]
}
