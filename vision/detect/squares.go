package detect

import (
	"math"
	"slices"

	"draughtsman/vision/imaging"
)

// acrossCorner says for each corner of a square which of the quarters around it belongs to the square beyond: that
// is of the same kind, and in the same light there.
var acrossCorner = [4]int{1, 3, 2, 0}

// scoreSquares scores how well the uncovered half of each square fits the colour that squares of its kind have
// nearby, or that the one beyond the nearest corner has: where the edge of a shadow crosses a square, or stripes do,
// no colour is right for all of it.
func (e *evidence) scoreSquares(l lattice) {
	quarters := e.quarters
	good := make([]bool, len(quarters))
	n := 0
	for i := range good {
		if good[i] = e.seen[i] && e.crossing[i] > goodForColour; good[i] {
			n++
		}
	}
	if n < fewestForColour {
		for _, k := range l.nodes {
			if c, w := k.column-e.first.column, k.row-e.first.row; c >= 0 && w >= 0 && c <= e.columns && w <= e.rows {
				good[e.at(c, w)] = true
			}
		}
	}
	var kinds [2][]imaging.Colour // mean colour of the two kinds of square about each node
	for k := range kinds {
		kinds[k] = make([]imaging.Colour, len(quarters))
		for row := range e.rows + 1 {
			for column := range e.columns + 1 {
				i := e.at(column, row)
				a, b := 0, 1
				if (e.parity(column, row) > 0) == (k == 1) {
					a, b = 2, 3
				}
				for c := range 3 {
					kinds[k][i][c] = (quarters[i][a][c] + quarters[i][b][c]) / 2
				}
			}
		}
		kinds[k] = localMean(kinds[k], good, e.columns+1, e.rows+1)
	}
	const a, h, b = nodeAway, 0.5, 1 - nodeAway
	places := [8][2]float64{{a, a}, {a, h}, {a, b}, {h, a}, {h, b}, {b, a}, {b, h}, {b, b}}
	for row := range e.rows {
		for column := range e.columns {
			i := e.at(column, row)
			if !e.visible(float64(column)+0.5, float64(row)+0.5, nodeMargin) {
				e.square[i] = unseenSquare
				continue
			}
			var mean [2]imaging.Colour
			for k := range mean {
				for _, j := range [4]int{i, i + 1, i + e.columns + 1, i + e.columns + 2} {
					for c := range 3 {
						mean[k][c] += kinds[k][j][c] / 4
					}
				}
			}
			own := mean[0]
			if e.parity(column, row) < 0 {
				own = mean[1]
			}
			between := mean[0].Minus(mean[1])
			scale := math.Sqrt(between.Dot(between)) + 1e-6
			var off [8]float64
			for k, place := range places {
				at := imaging.Pt(place[0], place[1])
				seen := e.patch(nodePoint(column, row).Plus(at), patchReach)
				off[k] = seen.Distance(own)
				for c, across := range acrossCorner {
					corner := node{c % 2, c / 2}
					j := e.at(column+corner.column, row+corner.row)
					if d := at.Minus(corner.point()); good[j] && max(math.Abs(d.X), math.Abs(d.Y)) <= h {
						off[k] = min(off[k], seen.Distance(quarters[j][across]))
					}
				}
				off[k] /= scale
			}
			slices.Sort(off[:])
			e.square[i] = clip(1-(off[0]+off[1]+off[2]+off[3])/4/offSquare, 1)
		}
	}
}

// localMean averages values over the good entries near each entry of a grid, and over more distant ones with little
// weight, so that there is a mean everywhere.
func localMean(values []imaging.Colour, good []bool, columns, rows int) []imaging.Colour {
	near, far := gaussian(nearSigma), gaussian(farSigma)
	out := make([]imaging.Colour, len(values))
	var sources []int
	for i := range values {
		if good[i] {
			sources = append(sources, i)
		}
	}
	for row := range rows {
		for column := range columns {
			var total imaging.Colour
			weight := 1e-12
			for _, i := range sources {
				dx, dy := abs(i%columns-column), abs(i/columns-row)
				w := near[dx]*near[dy] + farWeight*far[dx]*far[dy] + 1e-6
				weight += w
				for c := range 3 {
					total[c] += w * values[i][c]
				}
			}
			for c := range 3 {
				out[row*columns+column][c] = total[c] / weight
			}
		}
	}
	return out
}

// gaussian returns the weights of a normalised Gaussian at distances 0 … 63.
func gaussian(sigma float64) (weights [64]float64) {
	for d := range weights {
		weights[d] = math.Exp(-float64(d*d)/(2*sigma*sigma)) / (sigma * math.Sqrt(2*math.Pi))
	}
	return weights
}
