package calibration

import (
	"fmt"
	"strings"
)

// Edge is one of the four edges of a board in a picture. Edge i runs from corner i to corner i+1 of a board whose
// first corner is the top-left one as seen and the others follow clockwise.
type Edge int

// The edges, by where they are in the picture.
const (
	Top Edge = iota
	Right
	Bottom
	Left
)

// String is the edge in a sentence: "top".
func (e Edge) String() string {
	if e < Top || e > Left {
		return fmt.Sprintf("edge %d", int(e))
	}
	return [...]string{"top", "right", "bottom", "left"}[e]
}

// OuterCorners pairs a found board's four outermost corners with those of the board, given the edge of the picture's
// board at which Black sits.
func (b Board) OuterCorners(corners [4]Pixel, black Edge) []Correspondence {
	seen := make([]Correspondence, 4)
	for i, on := range b.Corners() {
		seen[i] = Correspondence{Pixel: corners[(int(black)+i)%4], BoardPoint: on}
	}
	return seen
}

// Crossing is the point of the board at a crossing of the found lattice's lines, given the edge at which Black sits.
// Line (0, 0) meets at the first corner, rows count from the first corner to the fourth and columns from the first to
// the second, so that both go from 0 to Squares.
func (b Board) Crossing(row, column int, black Edge) BoardPoint {
	n := b.Squares
	switch black {
	case Right:
		row, column = n-column, row
	case Bottom:
		row, column = n-row, n-column
	case Left:
		row, column = column, n-row
	}
	return BoardPoint{X: float64(column)*b.SquareMM - b.Half(), Y: b.Half() - float64(row)*b.SquareMM}
}

// BlackEdge tells from a picture of the start position at which edge Black sits. The grid is the board as seen, a
// string a row: '.' for an empty square, l and d (or L and D) for lighter and darker pieces, anything else for what
// could not be told. The error says that the pieces do not stand at two opposite edges.
func BlackEdge(grid []string, blackPieces Shade) (Edge, error) {
	const minShareOnOwnHalf = 0.8 // of the pieces on their own half of the board
	ours, theirs := "lL", "dD"
	if blackPieces == Dark {
		ours, theirs = theirs, ours
	}
	var weight [4]float64
	pieces := 0.0
	for row, line := range grid {
		for column, content := range line {
			sign := 0.0
			switch {
			case strings.ContainsRune(ours, content):
				sign = 1
			case strings.ContainsRune(theirs, content):
				sign = -1
			default:
				continue
			}
			pieces++
			down, right := float64(2*row+1-len(grid)), float64(2*column+1-len(line))
			weight[Bottom] += sign * signOf(down)
			weight[Right] += sign * signOf(right)
		}
	}
	weight[Top], weight[Left] = -weight[Bottom], -weight[Right]
	best := Top
	for e := Top; e <= Left; e++ {
		if weight[e] > weight[best] {
			best = e
		}
	}
	if pieces == 0 || weight[best] < (2*minShareOnOwnHalf-1)*pieces {
		return Top, fmt.Errorf("the light and the dark pieces do not stand at opposite edges of the board: set up the " +
			"start position")
	}
	return best, nil
}

// TurnGrid returns a square grid, a string a row, as seen from so many corners later, clockwise: what was its right
// edge after one corner is the top.
func TurnGrid(grid []string, corners int) []string {
	n := len(grid)
	for range corners {
		turned := make([]string, n)
		for row := range n {
			line := make([]byte, n)
			for column := range n {
				line[column] = grid[column][n-1-row]
			}
			turned[row] = string(line)
		}
		grid = turned
	}
	return grid
}

func signOf(v float64) float64 {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}
