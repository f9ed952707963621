package detect

import (
	"cmp"
	"slices"

	"draughtsman/vision/imaging"
)

// window is one place on a lattice where a board may lie.
type window struct {
	squares int  // along an edge
	origin  node // the lattice node at its corner with the lowest column and row
	score   float64
}

// corners are the nodes at a window's corners, in order around it.
func (w window) corners() [4]node {
	o, n := w.origin, w.squares
	return [4]node{o, {o.column + n, o.row}, {o.column + n, o.row + n}, {o.column, o.row + n}}
}

// middle is that of a window, on the lattice.
func (w window) middle() imaging.Point {
	half := float64(w.squares) / 2
	return w.origin.point().Plus(imaging.Pt(half, half))
}

// idealScore is the score of a perfect empty board.
func idealScore(squares int) float64 {
	n := float64(squares)
	return (n-1)*(n-1)*(1-crossingBar) + 2*n*(n-1)*sideWeight*(1-sideBar) + n*n*(1-squareBar)
}

// rankWindows returns every window for boards of the given sizes, those with the best scores first.
func rankWindows(e *evidence, sizes []int) []window {
	columns, rows := e.columns+1, e.rows+1
	crossings := newSummedArea(columns, rows, func(i int) float64 { return e.crossing[i] - crossingBar })
	uprights := newSummedArea(columns, rows, func(i int) float64 { return e.upright[i] - sideBar })
	levels := newSummedArea(columns, rows, func(i int) float64 { return e.level[i] - sideBar })
	squares := newSummedArea(columns, rows, func(i int) float64 { return e.square[i] - squareBar })
	positive := newSummedArea(columns, rows, func(i int) float64 { return max(e.crossing[i], 0) })
	seen := newSummedArea(columns, rows, func(i int) float64 {
		if e.seen[i] {
			return 1
		}
		return 0
	})

	var out []window
	for _, n := range sizes {
		for row := 0; row+n <= e.rows; row++ {
			for column := 0; column+n <= e.columns; column++ {
				score := crossings.sum(column+1, row+1, n-1, n-1) +
					sideWeight*(uprights.sum(column+1, row, n-1, n)+levels.sum(column, row+1, n, n-1)) +
					squares.sum(column, row, n, n)
				score -= outlineWeight * (positive.sum(column, row, n+1, n+1) - positive.sum(column+1, row+1, n-1, n-1))
				nodes := float64((n + 1) * (n + 1))
				if visible := seen.sum(column, row, n+1, n+1); visible < mostlySeen*nodes-4 {
					score -= unseenNode * (nodes - visible)
				}
				score -= float64(n) * e.weakLines(crossings, uprights, levels, squares, column, row, n)
				out = append(out, window{n, node{e.first.column + column, e.first.row + row}, score})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b window) int { return cmp.Compare(b.score, a.score) })
	return out
}

// weakLines adds up how far rows and columns of crossings, sides and squares fall short of what a whole line of a
// board reaches even full of pieces.
func (e *evidence) weakLines(crossings, uprights, levels, squares summedArea, column, row, n int) float64 {
	short := 0.0
	inner := float64(n - 1)
	for k := 1; k < n; k++ {
		short += max(0, wholeLineCrossings-crossingBar-crossings.sum(column+1, row+k, n-1, 1)/inner)
		short += max(0, wholeLineCrossings-crossingBar-crossings.sum(column+k, row+1, 1, n-1)/inner)
	}
	for k := range n {
		short += max(0, wholeLineSquares-squareBar-squares.sum(column, row+k, n, 1)/float64(n))
		short += max(0, wholeLineSquares-squareBar-squares.sum(column+k, row, 1, n)/float64(n))
		short += 2 * max(0, wholeLineSides-sideBar-uprights.sum(column+1, row+k, n-1, 1)/inner)
		short += 2 * max(0, wholeLineSides-sideBar-levels.sum(column+k, row+1, 1, n-1)/inner)
	}
	return short
}

// summedArea is a summed-area table (F. Crow, 1984): the sums of all rectangles of a grid that start at its first
// entry.
type summedArea struct {
	columns int
	sums    []float64
}

// newSummedArea sums up the values of a grid's entries.
func newSummedArea(columns, rows int, value func(i int) float64) summedArea {
	t := summedArea{columns + 1, make([]float64, (columns+1)*(rows+1))}
	for row := range rows {
		line := 0.0
		for column := range columns {
			line += value(row*columns + column)
			t.sums[(row+1)*t.columns+column+1] = t.sums[row*t.columns+column+1] + line
		}
	}
	return t
}

// sum is that of a rectangle of entries.
func (t summedArea) sum(column, row, width, height int) float64 {
	a, b := row*t.columns+column, (row+height)*t.columns+column
	return t.sums[b+width] - t.sums[b] - t.sums[a+width] + t.sums[a]
}

// quality sums up how good a window is, each number in the units of its threshold.
type quality struct {
	crossings   float64 // mean of the crossing scores
	sides       float64 // mean of the side scores
	goodCross   float64 // part of the crossings that pass
	goodSides   float64 // part of the sides that pass
	goodSquares float64 // part of the squares that pass
	weakestLine float64 // least part of passing crossings in a row or column
	weakestRow  float64 // least part of passing sides between the squares of a row or column
	margin      float64 // over the best other window, in ideal scores
	score       float64 // in ideal scores
	// how much each outline looks like an inner line, as a part of the mean inner one: above, below, left, right
	outline      [4]float64
	continues    float64 // the most of these
	framed       float64 // how clearly a line runs along three of its sides, and not between its squares, in contrasts
	framedAround float64 // the same along all four
	open         float64 // continues of that side along which a line is least clear
	sizeKnown    bool    // the board's size is known
	first        bool    // no other window has a higher score, larger ones included
	alone        bool    // no other place has a line around it that is nearly as clear
}

// selectWindow assesses the most promising of some ranked windows and picks the best that could be a board by
// itself, those with a line around them first. Only other such windows are its rivals: one that takes in a line of
// the table or leaves out a line of the board is no alternative, however good the rest of it. When none could be a
// board the first is it, and will be refused.
func selectWindow(e *evidence, ranked []window, told bool) (window, quality) {
	type possible struct {
		window  window
		quality quality
		rank    float64
	}
	var boards, goOn []possible
	first := quality{}
	for i, w := range ranked[:min(len(ranked), windowsAssessed)] {
		q := measureWindow(e, w)
		q.sizeKnown, q.first = told, i == 0
		// a line is told by all its colours
		if reason := q.notBoard(); !e.picture.chromatic && (reason == "" || reason == goesOn) {
			q.frame(e.framing(w, !told))
		}
		if i == 0 {
			first = q
		}
		rank := w.score - largerCost*float64(3*w.squares*w.squares) + idealScore(w.squares)*min(max(q.framing(), 0), 1)
		switch q.notBoard() {
		case "":
			boards = append(boards, possible{w, q, rank})
		case goesOn:
			goOn = append(goOn, possible{w, q, rank})
		}
	}
	ends := func(b possible) bool { return b.quality.continues < thresholds.continues }
	if told && len(goOn) > 1 && !slices.ContainsFunc(boards, ends) {
		// However faint a tape is, it runs around one window and around no other.
		all := slices.Concat(boards, goOn)
		slices.SortStableFunc(all, func(a, b possible) int { return cmp.Compare(b.quality.framing(), a.quality.framing()) })
		around := 0.0 // any other
		for _, a := range all[1:] {
			around = max(around, a.quality.framedAround)
		}
		if q := all[0].quality; q.framedAround > 0 && q.framing() >= faintestLine &&
			q.framing()*e.contrast >= faintestLineLog &&
			(q.framing() > clearerLine*all[1].quality.framing() || q.framedAround > max(clearerLine*around, faintestLine)) {
			q.alone, q.margin = true, 1
			return all[0].window, q
		}
	}
	if len(boards) == 0 {
		return ranked[0], first
	}
	// Of unknown size, what ends by itself is a board rather than what only a line ends, which may be a shadow's edge.
	ends = func(b possible) bool { return b.quality.continues < b.quality.mostContinues() }
	if !told && slices.ContainsFunc(boards, ends) {
		boards = slices.DeleteFunc(boards, func(b possible) bool { return !ends(b) })
	}
	slices.SortStableFunc(boards, func(a, b possible) int { return cmp.Compare(b.rank, a.rank) })
	best := boards[0]
	best.quality.margin = 1
	for _, rival := range boards[1:] {
		if rival.quality.crossings > best.quality.crossings-rivalTolerance ||
			rival.quality.weakestLine > best.quality.weakestLine-rivalTolerance {
			best.quality.margin = (best.rank - rival.rank) / idealScore(best.window.squares)
			break
		}
	}
	if best.quality.framedAround < thresholds.framed && slices.ContainsFunc(goOn,
		func(p possible) bool { return p.window.adjacentTo(best.window) && p.rank > best.rank }) {
		best.quality.margin = 0 // one line further it looks more like a board, but for what lies beside it
	}
	return best.window, best.quality
}

// adjacentTo reports whether a window is another one moved by one row or column.
func (w window) adjacentTo(other window) bool {
	return w.squares == other.squares && abs(w.origin.column-other.origin.column)+abs(w.origin.row-other.origin.row) == 1
}

// framing is how clearly a line runs around a window.
func (q *quality) framing() float64 { return q.framed + q.framedAround }

// measureWindow measures the quality of a window, but for the margin.
func measureWindow(e *evidence, w window) quality {
	n := w.squares
	column, row := w.origin.column-e.first.column, w.origin.row-e.first.row
	q := quality{score: w.score / idealScore(n)}
	passes := func(v, bar float64) float64 {
		if v > bar {
			return 1
		}
		return 0
	}
	inner := float64((n - 1) * (n - 1))
	full := 0.0
	inRow, inColumn := make([]float64, n), make([]float64, n)
	for j := 1; j < n; j++ {
		for i := 1; i < n; i++ {
			s := e.crossing[e.at(column+i, row+j)]
			q.crossings += s / inner
			full += e.whole[e.at(column+i, row+j)] / inner
			good := passes(s, crossingBar)
			q.goodCross += good / inner
			inRow[j] += good / float64(n-1)
			inColumn[i] += good / float64(n-1)
		}
	}
	q.weakestLine = min(slices.Min(inRow[1:]), slices.Min(inColumn[1:]))
	sides := float64(2 * n * (n - 1))
	alongRow, alongColumn := make([]float64, n), make([]float64, n)
	for j := range n {
		for i := range n {
			at := e.at(column+i, row+j)
			if i > 0 {
				q.sides += e.upright[at] / sides
				q.goodSides += passes(e.upright[at], sideBar) / sides
				alongRow[j] += passes(e.upright[at], sideBar) / float64(n-1)
			}
			if j > 0 {
				q.sides += e.level[at] / sides
				q.goodSides += passes(e.level[at], sideBar) / sides
				alongColumn[i] += passes(e.level[at], sideBar) / float64(n-1)
			}
			q.goodSquares += passes(e.square[at], squareBar) / float64(n*n)
		}
	}
	q.weakestRow = min(slices.Min(alongRow), slices.Min(alongColumn))
	q.outline = e.outline(column, row, n)
	for i := range q.outline {
		q.outline[i] /= max(full, 1e-6)
	}
	q.continues = slices.Max(q.outline[:])
	return q
}

// frame takes in how clearly a line runs along each outline.
func (q *quality) frame(lines [4]float64) {
	for i, v := range lines {
		if v == slices.Min(lines[:]) {
			q.open = q.outline[i]
		}
	}
	slices.Sort(lines[:])
	q.framedAround, q.framed = lines[0], lines[1]
}

// outline is how much the crossings on each outermost line of a window are whole: above, below, left and right;
// lines that the picture hardly shows do not count. Where a board ends at a border of the colour of one kind of its
// squares, every other node of the outline is half a crossing.
func (e *evidence) outline(column, row, n int) (whole [4]float64) {
	for i, line := range [4]struct{ column, row, right, down int }{
		{column, row, 1, 0}, {column, row + n, 1, 0}, {column, row, 0, 1}, {column + n, row, 0, 1},
	} {
		total, seen := 0.0, 0.0
		for k := range n + 1 {
			at := e.at(line.column+k*line.right, line.row+k*line.down)
			if e.seen[at] {
				total += e.whole[at]
				seen++
			}
		}
		if seen >= fewestOnOutline {
			whole[i] = total / seen
		}
	}
	return whole
}

// Reasons that are told apart.
const (
	whichPlace = "cannot tell which of several places is the board"
	goesOn     = "the pattern goes on beyond the board, or the board is of another size"
)

// mostContinues is the threshold of continues.
func (q *quality) mostContinues() float64 {
	if q.sizeKnown || q.first {
		return continuesTold
	}
	return thresholds.continues
}

// notBoard is why a window, taken by itself, is no board, or empty. Where the board's size is known, a line along
// three of its sides will do if the pattern does not go on beyond the fourth, which a hand may hide. Of unknown
// size, a shadow might cut out a board of another size.
func (q quality) notBoard() string {
	switch {
	case q.crossings < thresholds.crossings, q.goodCross < thresholds.goodCross:
		return "too few crossings of squares in view"
	case q.sides < thresholds.sides, q.goodSides < thresholds.goodSides:
		return "the sides of the squares are not clear enough"
	case q.goodSquares < thresholds.goodSquares, q.score < thresholds.score:
		return "the squares do not have two colours"
	case q.weakestRow < thresholds.weakestRow:
		return "a whole line of squares is covered or missing"
	case q.framedAround >= thresholds.framed, q.alone, q.sizeKnown && q.framed >= thresholds.framed &&
		q.open < continuesTold:
		return ""
	case q.continues >= q.mostContinues():
		return goesOn
	}
	return ""
}

// refusal is why a chosen window is not a board for certain, or empty.
func (q quality) refusal() string {
	if reason := q.notBoard(); reason != "" {
		return reason
	}
	if q.margin < thresholds.margin {
		return whichPlace
	}
	return ""
}
