package detect

import (
	"math"

	"draughtsman/vision/imaging"
)

// fitColourAxis finds the direction in colour space that tells the two kinds of squares apart best at the accepted
// nodes (Fisher's linear discriminant). It is false where too few nodes are seen or no direction does.
func (e *evidence) fitColourAxis(l lattice) bool {
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
		for _, d := range [2]imaging.Colour{q[0].Minus(q[1]), q[2].Minus(q[3])} {
			for a := range 3 {
				for b := range 3 {
					noise[a][b] += d[a] * d[b]
				}
			}
			n++
		}
	}
	if n < fewestContrasts {
		return false
	}
	step := imaging.Colour{imaging.Median(steps[0]), imaging.Median(steps[1]), imaging.Median(steps[2])}
	for a := range 3 {
		for b := range 3 {
			noise[a][b] /= n
		}
		noise[a][a] += leastNoise + noisePart*step.Dot(step)
	}
	var rows [3 * 4]float64
	for a := range 3 {
		copy(rows[4*a:], append(noise[a][:], step[a]))
	}
	var axis imaging.Colour
	if !imaging.Solve(rows[:], axis[:]) {
		return false
	}
	length := axis.Dot(step)
	if length < 1e-12 {
		return false
	}
	e.axis = axis.Times(1 / length)
	e.contrast = math.Sqrt(step.Dot(step))
	return true
}

// measureLocalContrast sets the contrast about each node, as a part of the usual one, to the median of what the
// nodes around it show: in a reflection all squares are nearly white, and still a little different.
func (e *evidence) measureLocalContrast() {
	shown := make([]float64, len(e.quarters))
	for row := range e.rows + 1 {
		for column := range e.columns + 1 {
			if i := e.at(column, row); e.seen[i] {
				q := &e.quarters[i]
				shown[i] = e.parity(column, row) * (q[0].Dot(e.axis) + q[1].Dot(e.axis) - q[2].Dot(e.axis) - q[3].Dot(e.axis)) / 2
			}
		}
	}
	e.localContrast = make([]float64, len(shown))
	var near []float64
	for row := range e.rows + 1 {
		for column := range e.columns + 1 {
			near = near[:0]
			for r := max(row-localReach, 0); r <= min(row+localReach, e.rows); r++ {
				for c := max(column-localReach, 0); c <= min(column+localReach, e.columns); c++ {
					if v := shown[e.at(c, r)]; v > leastTelling {
						near = append(near, v)
					}
				}
			}
			e.localContrast[e.at(column, row)] = 1
			if len(near) >= fewestLocal {
				e.localContrast[e.at(column, row)] = min(max(imaging.Median(near), leastLocal), 1)
			}
		}
	}
}

// clip limits a value to −limit … limit.
func clip(v, limit float64) float64 { return min(max(v, -limit), limit) }
