package detect

import (
	"math"

	"draughtsman/vision/imaging"
)

// evidence says, for a lattice laid over a picture, how much each node looks like a crossing, each side of a square
// like an edge, and each square like the colour that it should have.
//
// All grids have (columns+1) × (rows+1) entries, one for each node. The sides and the square of a node are those to
// its right and below it, so that the last column and row of squares and sides do not count.
type evidence struct {
	picture       logImage
	h             imaging.Homography
	first         node                // the lattice node of entry (0, 0)
	columns, rows int                 // squares
	crossing      []float64           // −1..1, 1 = perfect
	whole         []float64           // 0..1: how much each quarter of a crossing is as it should be; 0 of a half one
	upright       []float64           // −1..1: the side down from the node
	level         []float64           // −1..1: the side to the right of the node
	square        []float64           // −1..1: the square right of and below the node
	seen          []bool              // the node lies in the picture
	quarters      [][4]imaging.Colour // the colours right below, left above, right above, left below the node
	localContrast []float64           // the contrast about each node, as a part of the usual one: glare takes it away
	// the profiles across the sides to the right of (0) and down from (1) each node, as far as they were asked for
	profiles [2][]sideProfile
	axis     imaging.Colour // projects a colour so that the two kinds of square differ by 1
	contrast float64        // log units between the two kinds of square
}

// at is the entry of a node, counted from first.
func (e *evidence) at(column, row int) int { return row*(e.columns+1) + column }

// parity is 1 for an entry at an even node of the lattice and −1 at an odd one.
func (e *evidence) parity(column, row int) float64 {
	return parity(column+e.first.column, row+e.first.row)
}

// extent returns the part of a lattice that the picture shows, at most margin squares around its accepted nodes, and
// one square more on each side. ok is false where that is smaller than a board.
func extent(p logImage, l lattice, margin int) (first node, columns, rows int, ok bool) {
	low, high := l.nodes[0], l.nodes[0]
	for _, n := range l.nodes {
		low = node{min(low.column, n.column), min(low.row, n.row)}
		high = node{max(high.column, n.column), max(high.row, n.row)}
	}
	from, to := node{math.MaxInt, math.MaxInt}, node{math.MinInt, math.MinInt}
	for row := low.row - margin; row <= high.row+margin; row++ {
		for column := low.column - margin; column <= high.column+margin; column++ {
			if at, front := l.h.At(nodePoint(column, row)); front && p.inside(at, -3) {
				from = node{min(from.column, column), min(from.row, row)}
				to = node{max(to.column, column), max(to.row, row)}
			}
		}
	}
	if to.column < from.column {
		return node{}, 0, 0, false
	}
	// A few of the nodes may be far from all others, on something else.
	middle := middleNode(l.nodes)
	from = node{max(from.column, middle.column-mostExtent/2), max(from.row, middle.row-mostExtent/2)}
	to = node{min(to.column, middle.column+mostExtent/2), min(to.row, middle.row+mostExtent/2)}
	columns, rows = to.column-from.column+2, to.row-from.row+2
	if min(columns, rows) < SmallestBoard {
		return node{}, 0, 0, false
	}
	return node{from.column - 1, from.row - 1}, columns, rows, true
}

// middleNode is the median column and row of nodes.
func middleNode(nodes []node) node {
	columns, rows := make([]float64, len(nodes)), make([]float64, len(nodes))
	for i, n := range nodes {
		columns[i], rows[i] = float64(n.column), float64(n.row)
	}
	return node{int(imaging.Median(columns)), int(imaging.Median(rows))}
}

// scoreCrossings lays a lattice over the picture, up to margin squares around its accepted nodes, and scores its
// crossings alone; ok is false when there is too little to see.
func scoreCrossings(p logImage, l lattice, margin int) (e evidence, ok bool) {
	first, columns, rows, ok := extent(p, l, margin)
	if !ok {
		return evidence{}, false
	}
	e = evidence{picture: p, h: l.h, first: first, columns: columns, rows: rows}
	n := (columns + 1) * (rows + 1)
	e.crossing, e.whole, e.seen = make([]float64, n), make([]float64, n), make([]bool, n)
	e.quarters = make([][4]imaging.Colour, n)
	for row := range rows + 1 {
		for column := range columns + 1 {
			i := e.at(column, row)
			if e.seen[i] = e.visible(float64(column), float64(row), nodeMargin); e.seen[i] {
				e.quarters[i] = e.quartersOf(column, row, nodeAway, patchReach)
			}
		}
	}
	if !e.fitColourAxis(l) {
		return evidence{}, false
	}
	e.measureLocalContrast()
	for row := range rows + 1 {
		for column := range columns + 1 {
			if e.seen[e.at(column, row)] {
				e.scoreCrossing(column, row)
			}
		}
	}
	return e, true
}

// scoreLattice is scoreCrossings with the scores of sides and squares, too.
func scoreLattice(p logImage, l lattice, margin int) (e evidence, ok bool) {
	if e, ok = scoreCrossings(p, l, margin); !ok {
		return evidence{}, false
	}
	n := len(e.crossing)
	e.upright, e.level, e.square = make([]float64, n), make([]float64, n), make([]float64, n)
	for row := range e.rows + 1 {
		for column := range e.columns + 1 {
			e.scoreSides(column, row)
		}
	}
	e.scoreSquares(l)
	return e, true
}

// visible reports whether a place of the grid, in squares, and what lies up to so many squares around it are in the
// picture.
func (e *evidence) visible(column, row, around float64) bool {
	for _, d := range quarterDirections {
		at, front := e.h.At(imaging.Pt(column, row).Plus(e.first.point()).Plus(d.Times(around)))
		if !front || !e.picture.inside(at, 0) {
			return false
		}
	}
	return true
}

// quarterDirections lead from a node into the four squares around it, in the order of evidence.quarters.
var quarterDirections = [4]imaging.Point{imaging.Pt(1, 1), imaging.Pt(-1, -1), imaging.Pt(1, -1), imaging.Pt(-1, 1)}

// patch is the mean colour of four samples about a place of the grid, reach squares from it along both axes.
func (e *evidence) patch(at imaging.Point, reach float64) (mean imaging.Colour) {
	at = at.Plus(e.first.point())
	for _, d := range quarterDirections {
		q := e.h.Project(at.Plus(d.Times(reach)))
		for c, v := range e.picture.Sample(q.X, q.Y) {
			mean[c] += v / 4
		}
	}
	return mean
}

// quartersOf samples the four squares around a node, so many squares away from it along both axes.
func (e *evidence) quartersOf(column, row int, away, reach float64) (quarters [4]imaging.Colour) {
	for k, d := range quarterDirections {
		quarters[k] = e.patch(nodePoint(column, row).Plus(d.Times(away)), reach)
	}
	return quarters
}

// scoreCrossing scores a node by the quarters around it, or by what of them lies closest to it where that is clearer.
func (e *evidence) scoreCrossing(column, row int) {
	i, sign := e.at(column, row), e.parity(column, row)
	e.crossing[i], e.whole[i] = e.crossingScore(&e.quarters[i], sign, e.localContrast[i])
	if e.crossing[i] > clearScore {
		return
	}
	near := e.quartersOf(column, row, closeNode, closeReach)
	if score, whole := e.crossingScore(&near, sign, e.localContrast[i]); score > e.crossing[i] {
		e.crossing[i], e.whole[i], e.quarters[i] = score, whole, near
	}
}

// crossingScore returns the mean of the average and of the worst difference between the two pairs of opposite
// quarters, −1 … 1: 1 for a clean crossing. whole, 0 … 1, is the worst alone, which is 0 for half a crossing.
func (e *evidence) crossingScore(quarters *[4]imaging.Colour, sign, local float64) (score, whole float64) {
	var g [4]float64
	for i, q := range quarters {
		g[i] = sign * q.Dot(e.axis)
	}
	average := (g[0] + g[1] - g[2] - g[3]) / 2
	worst := min(g[0], g[1]) - max(g[2], g[3])
	// Clipped one by one: a colour that no square has may be far along the axis.
	return (clip(average/local, 1) + clip(worst/local, 1)) / 2, clip(max(worst, 0)/local, 1)
}

// scoreSides scores the two sides that start at a node.
func (e *evidence) scoreSides(column, row int) {
	i, sign := e.at(column, row), e.parity(column, row)
	from := nodePoint(column, row)
	if row < e.rows && e.visible(from.X, from.Y+0.5, sideMargin) {
		e.upright[i] = e.scoreSide(from, imaging.Pt(0, 1), imaging.Pt(1, 0), sign/e.localContrast[i])
	}
	if column < e.columns && e.visible(from.X+0.5, from.Y, sideMargin) {
		e.level[i] = e.scoreSide(from, imaging.Pt(1, 0), imaging.Pt(0, 1), sign/e.localContrast[i])
	}
}

// scoreSide scores one side, −1 … 1, at five places of which the worst is dropped: a piece may touch the side there.
func (e *evidence) scoreSide(from, along, across imaging.Point, gain float64) float64 {
	score := func(away, reach float64) float64 {
		total, worst := 0.0, math.Inf(1)
		for _, t := range alongSide {
			at := from.Plus(along.Times(t))
			ahead, behind := e.patch(at.Plus(across.Times(away)), reach), e.patch(at.Minus(across.Times(away)), reach)
			v := clip(gain*ahead.Minus(behind).Dot(e.axis), 1)
			total += v
			worst = min(worst, v)
		}
		return (total - worst) / float64(len(alongSide)-1)
	}
	usual := score(edgeAway, patchReach)
	if usual >= clearScore {
		return usual
	}
	return max(usual, score(closeEdge, closeReach))
}
