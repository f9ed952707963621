package analysis

import (
	"fmt"
	"strings"
)

// What the curve is drawn on, in its own units: a ply is that wide, a man that high.
const (
	plyWidth  = 10
	manHeight = 10
	height    = 2 * Decided / 100 * manHeight
)

// curve is the score of a game as Black sees it, Black's advantage at the top. A game that is decided runs along the
// edge.
type curve struct {
	Width, Height int
	Middle        float64
	Grid          []float64 // heights of whole men
	Points, Area  string
	Plies         []curvePly
}

// curvePly is the column of a move, which leads to the point X, Y.
type curvePly struct {
	row
	Left, X int
	Y       float64
}

func curveOf(r Report, rows []row) curve {
	c := curve{Width: len(r.Moves) * plyWidth, Height: height, Middle: height / 2}
	for men := 1; men < height/manHeight; men++ {
		c.Grid = append(c.Grid, float64(men*manHeight))
	}
	var points []string
	point := func(x int, s Score) float64 {
		y := c.Middle - s.Men()*manHeight
		points = append(points, fmt.Sprintf("%d,%g", x, y))
		return y
	}
	for i, m := range r.Moves {
		if i == 0 {
			point(0, m.Black.Before)
		}
		x := (i + 1) * plyWidth
		c.Plies = append(c.Plies, curvePly{rows[i], x - plyWidth, x, point(x, m.Black.After)})
	}
	c.Points = strings.Join(points, " ")
	c.Area = fmt.Sprintf("0,%g %s %d,%[1]g", c.Middle, c.Points, c.Width)
	return c
}
