package find

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"

	"gocv.io/x/gocv"
)

// cell is the side of a square in the rectified picture, pixels.
const cell = 16

// colour is a pixel's three channels, log units.
type colour [3]float64

func (a colour) sub(b colour) colour { return colour{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func (a colour) dot(b colour) float64 {
	return a[0]*b[0] + a[1]*b[1] + a[2]*b[2]
}

// evidence says, for a lattice laid over a picture, how much each node looks
// like a crossing, each side of a square like an edge, and each square like the
// colour that its place should have.
//
// All grids have (columns+1) × (rows+1) entries, one for each node; the sides
// and the square of a node are those to its right and below it, so that the last
// column and row of squares and sides do not count.
type evidence struct {
	first         index       // the lattice node of entry (0, 0)
	columns, rows int         // squares
	crossing      []float64   // −1..1, 1 = perfect
	upright       []float64   // −1..1: the side down from the node
	level         []float64   // −1..1: the side to the right of the node
	square        []float64   // −1..1: the square right of and below the node
	seen          []bool      // the node lies in the picture
	quarters      [][4]colour // the colours right below, left above, right above, left below the node
	view          rectified
	axis          colour  // projects a colour so that the two kinds of square differ by 1
	contrast      float64 // log units between the two kinds of square
}

func (e *evidence) at(column, row int) int { return row*(e.columns+1) + column }

// rectified is the part of the picture that a lattice covers, seen from
// straight above.
type rectified struct {
	width, height int
	px            []float32 // 3 channels
}

// patch is the colour at a place, clipped to the picture.
func (r *rectified) patch(x, y int) colour {
	x, y = min(max(x, 0), r.width-1), min(max(y, 0), r.height-1)
	p := r.px[3*(y*r.width+x):]
	return colour{float64(p[0]), float64(p[1]), float64(p[2])}
}

// rectify draws a range of the lattice at cell pixels a square, a little blurred.
func rectify(p picture, h homography, first index, columns, rows int) (rectified, error) {
	// Rectified pixel (0, 0) has its centre half a pixel inside its square.
	const s = 1.0 / cell
	ox, oy := float64(first.column)+s/2, float64(first.row)+s/2
	m := gocv.NewMatWithSize(3, 3, gocv.MatTypeCV64F)
	defer m.Close()
	for r := range 3 {
		m.SetDoubleAt(r, 0, h[3*r]*s)
		m.SetDoubleAt(r, 1, h[3*r+1]*s)
		m.SetDoubleAt(r, 2, h[3*r]*ox+h[3*r+1]*oy+h[3*r+2])
	}
	out := gocv.NewMat()
	defer out.Close()
	size := image.Pt(columns*cell, rows*cell)
	err := gocv.WarpPerspectiveWithParams(p.mat, &out, m, size, gocv.InterpolationLinear|gocv.WarpInverseMap, gocv.BorderReplicate, color.RGBA{})
	if err == nil {
		err = gocv.Blur(out, &out, image.Pt(3, 3))
	}
	if err != nil {
		return rectified{}, fmt.Errorf("rectifying a possible board: %w", err)
	}
	px, err := out.DataPtrFloat32()
	if err != nil {
		return rectified{}, fmt.Errorf("rectifying a possible board: %w", err)
	}
	return rectified{width: size.X, height: size.Y, px: slices.Clone(px)}, nil
}

// extent is the part of a lattice, at most margin squares around its accepted
// nodes, that the picture shows, and a square more on each side.
func extent(p picture, l lattice, margin int) (first index, columns, rows int, ok bool) {
	low, high := l.nodes[0], l.nodes[0]
	for _, n := range l.nodes {
		low = index{min(low.column, n.column), min(low.row, n.row)}
		high = index{max(high.column, n.column), max(high.row, n.row)}
	}
	from, to := index{math.MaxInt, math.MaxInt}, index{math.MinInt, math.MinInt}
	for row := low.row - margin; row <= high.row+margin; row++ {
		for column := low.column - margin; column <= high.column+margin; column++ {
			if at, front := l.h.at(node(column, row)); front && p.inside(at, -3) {
				from = index{min(from.column, column), min(from.row, row)}
				to = index{max(to.column, column), max(to.row, row)}
			}
		}
	}
	if to.column < from.column {
		return index{}, 0, 0, false
	}
	columns, rows = to.column-from.column+2, to.row-from.row+2
	if min(columns, rows) < 5 || max(columns, rows) > 40 {
		return index{}, 0, 0, false
	}
	return index{from.column - 1, from.row - 1}, columns, rows, true
}

// Where patches are taken, in rectified pixels: the pixels x and −1−x lie
// equally far on both sides of an edge.
const (
	offNode = 3 // from a crossing, along both axes
	offEdge = 2 // from an edge, across it
)

var alongSide = [...]int{2, 4, 8, 12, 14} // from the node, along a side

// survey lays a lattice over the picture, up to margin squares around its
// accepted nodes, and scores its crossings alone; ok is false when there is too
// little to see.
func survey(p picture, l lattice, margin int) (e evidence, ok bool, err error) {
	first, columns, rows, ok := extent(p, l, margin)
	if !ok {
		return evidence{}, false, nil
	}
	e = evidence{first: first, columns: columns, rows: rows}
	if e.view, err = rectify(p, l.h, first, columns, rows); err != nil {
		return evidence{}, false, err
	}
	n := (columns + 1) * (rows + 1)
	e.crossing, e.seen, e.quarters = make([]float64, n), make([]bool, n), make([][4]colour, n)
	for row := range rows + 1 {
		for column := range columns + 1 {
			i, x, y := e.at(column, row), column*cell, row*cell
			e.quarters[i] = [4]colour{
				e.view.patch(x+offNode, y+offNode), e.view.patch(x-offNode-1, y-offNode-1),
				e.view.patch(x+offNode, y-offNode-1), e.view.patch(x-offNode-1, y+offNode),
			}
			e.seen[i] = e.visible(p, &l.h, float64(column), float64(row), 0.25)
		}
	}
	if !e.learnAxis(l) {
		return evidence{}, false, nil
	}
	for row := range rows + 1 {
		for column := range columns + 1 {
			if i := e.at(column, row); e.seen[i] {
				e.lookAtCrossing(p, &l.h, column, row)
			}
		}
	}
	return e, true, nil
}

// judge is survey with all the evidence that there is.
func judge(p picture, l lattice, margin int) (e evidence, ok bool, err error) {
	if e, ok, err = survey(p, l, margin); !ok || err != nil {
		return evidence{}, false, err
	}
	n := len(e.crossing)
	e.upright, e.level, e.square = make([]float64, n), make([]float64, n), make([]float64, n)
	for row := range e.rows + 1 {
		for column := range e.columns + 1 {
			e.sides(p, &l.h, column, row)
		}
	}
	e.squares(p, l)
	return e, true, nil
}

// parity is that of the lattice node of an entry.
func (e *evidence) parity(column, row int) float64 {
	return parity(column+e.first.column, row+e.first.row)
}

// visible says whether a place of the grid and its surroundings lie in the picture.
func (e *evidence) visible(p picture, h *homography, column, row, around float64) bool {
	for _, d := range [4]vec{{around, around}, {-around, around}, {around, -around}, {-around, -around}} {
		at, front := h.at(vec{column + float64(e.first.column) + d.x, row + float64(e.first.row) + d.y})
		if !front || !p.inside(at, 0) {
			return false
		}
	}
	return true
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

// lookAtCrossing scores a node by the quarters around it, or by what of them lies
// closest to it where that is clearer: tall pieces hide all but the
// corners of their squares.
func (e *evidence) lookAtCrossing(p picture, h *homography, column, row int) {
	i, sign := e.at(column, row), e.parity(column, row)
	e.crossing[i] = e.crossingScore(&e.quarters[i], sign)
	if e.crossing[i] > clearAlready {
		return
	}
	var near [4]colour
	for k, d := range [4]vec{{1, 1}, {-1, -1}, {1, -1}, {-1, 1}} {
		near[k] = e.closely(p, h, vec{float64(column), float64(row)}.add(d.times(closeNode)))
	}
	if score := e.crossingScore(&near, sign); score > e.crossing[i] {
		e.crossing[i], e.quarters[i] = score, near
	}
}

// Where the picture itself is looked at, closer to the squares' sides than the
// rectified picture allows, in squares.
const (
	clearAlready = 0.7  // the score from which on there is no need to
	closeNode    = 0.09 // from a crossing, along both axes
	closeEdge    = 0.07 // from an edge, across it
	closePatch   = 0.02 // half the side of what is averaged
)

// closely is the mean colour of the picture about a place of the grid that lies in it.
func (e *evidence) closely(p picture, h *homography, at vec) (mean colour) {
	at = at.add(e.first.vec())
	for _, d := range [4]vec{{closePatch, closePatch}, {-closePatch, closePatch}, {closePatch, -closePatch}, {-closePatch, -closePatch}} {
		q := h.project(at.add(d))
		for c, v := range sample(p.px, p.width, p.height, q.x, q.y) {
			mean[c] += float64(v) / 4
		}
	}
	return mean
}

// crossingScore is the mean of the average and of the worst difference between
// the two pairs of opposite quarters: 1 for a clean crossing.
func (e *evidence) crossingScore(quarters *[4]colour, sign float64) float64 {
	var g [4]float64
	for i, q := range quarters {
		g[i] = sign * q.dot(e.axis)
	}
	average := (g[0] + g[1] - g[2] - g[3]) / 2
	worst := min(g[0], g[1]) - max(g[2], g[3])
	return clip((average+worst)/2, 1)
}

// sides scores the two sides that start at a node, each at five places of which the worst is dropped
// (a piece may touch the side there).
func (e *evidence) sides(p picture, h *homography, column, row int) {
	r := &e.view
	i, sign := e.at(column, row), e.parity(column, row)
	x, y := column*cell, row*cell
	score := func(step func(t int) (ahead, behind colour)) float64 {
		total, worst := 0.0, math.Inf(1)
		for _, t := range alongSide {
			ahead, behind := step(t)
			v := clip(sign*ahead.sub(behind).dot(e.axis), 1)
			total += v
			worst = min(worst, v)
		}
		return (total - worst) / float64(len(alongSide)-1)
	}
	if row < e.rows && e.visible(p, h, float64(column), float64(row)+0.5, 0.2) {
		e.upright[i] = score(func(t int) (ahead, behind colour) {
			return r.patch(x+offEdge, y+t), r.patch(x-offEdge-1, y+t)
		})
		if e.upright[i] < clearAlready {
			e.upright[i] = max(e.upright[i], score(func(t int) (ahead, behind colour) {
				at := vec{float64(column), float64(row) + (float64(t)+0.5)/cell}
				return e.closely(p, h, at.add(vec{closeEdge, 0})), e.closely(p, h, at.sub(vec{closeEdge, 0}))
			}))
		}
	}
	if column < e.columns && e.visible(p, h, float64(column)+0.5, float64(row), 0.2) {
		e.level[i] = score(func(t int) (ahead, behind colour) {
			return r.patch(x+t, y+offEdge), r.patch(x+t, y-offEdge-1)
		})
		if e.level[i] < clearAlready {
			e.level[i] = max(e.level[i], score(func(t int) (ahead, behind colour) {
				at := vec{float64(column) + (float64(t)+0.5)/cell, float64(row)}
				return e.closely(p, h, at.add(vec{0, closeEdge})), e.closely(p, h, at.sub(vec{0, closeEdge}))
			}))
		}
	}
}

// squares scores how well what is uncovered of each square fits the colour that
// squares of its kind have nearby.
func (e *evidence) squares(p picture, l lattice) {
	r, quarters := &e.view, e.quarters
	good := make([]bool, len(quarters))
	n := 0
	for i := range good {
		if good[i] = e.seen[i] && e.crossing[i] > 0.5; good[i] {
			n++
		}
	}
	if n < 4 {
		for _, k := range l.nodes {
			if c, w := k.column-e.first.column, k.row-e.first.row; c >= 0 && w >= 0 && c <= e.columns && w <= e.rows {
				good[e.at(c, w)] = true
			}
		}
	}
	var kinds [2][]colour // mean colour of the two kinds of square about each node
	for k := range kinds {
		kinds[k] = make([]colour, len(quarters))
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
	const a, h = offNode, cell / 2
	places := [8][2]int{{a, a}, {a, h}, {a, cell - 1 - a}, {h, a}, {h, cell - 1 - a}, {cell - 1 - a, a}, {cell - 1 - a, h}, {cell - 1 - a, cell - 1 - a}}
	for row := range e.rows {
		for column := range e.columns {
			i := e.at(column, row)
			if !e.visible(p, &l.h, float64(column)+0.5, float64(row)+0.5, 0.25) {
				e.square[i] = -0.5
				continue
			}
			var mean [2]colour
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
			between := mean[0].sub(mean[1])
			scale := math.Sqrt(between.dot(between)) + 1e-6
			var off [8]float64
			for k, at := range places {
				d := r.patch(column*cell+at[0], row*cell+at[1]).sub(own)
				off[k] = math.Sqrt(d.dot(d)) / scale
			}
			slices.Sort(off[:])
			e.square[i] = clip(1-(off[0]+off[1]+off[2]+off[3])/4/0.5, 1)
		}
	}
}

// localMean averages values over the good entries near each entry of a grid,
// and over more distant ones with a twentieth of the weight, so that there is a
// mean everywhere.
func localMean(values []colour, good []bool, columns, rows int) []colour {
	near, far := gaussian(2.5), gaussian(6)
	out := make([]colour, len(values))
	var sources []int
	for i := range values {
		if good[i] {
			sources = append(sources, i)
		}
	}
	for row := range rows {
		for column := range columns {
			var total colour
			weight := 1e-12
			for _, i := range sources {
				dx, dy := abs(i%columns-column), abs(i/columns-row)
				w := near[dx]*near[dy] + 0.05*far[dx]*far[dy] + 1e-6
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

// gaussian are the weights of a normalised Gaussian at distances 0..63.
func gaussian(sigma float64) (weights [64]float64) {
	for d := range weights {
		weights[d] = math.Exp(-float64(d*d)/(2*sigma*sigma)) / (sigma * math.Sqrt(2*math.Pi))
	}
	return weights
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
