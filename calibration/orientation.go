package calibration

import (
	"fmt"
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

// OnBoard returns the row (from Black's side) and the column (from White's left) on the board of the square in a row
// and column of a grid as seen, given the edge of the grid at which Black sits.
func OnBoard(size, row, column int, black Edge) (boardRow, boardColumn int) {
	switch black {
	case Right:
		return size - 1 - column, row
	case Bottom:
		return size - 1 - row, size - 1 - column
	case Left:
		return column, size - 1 - row
	}
	return row, column
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
