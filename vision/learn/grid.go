package learn

import (
	"fmt"
	"slices"
	"strings"

	"draughtsman/calibration"
	"draughtsman/vision"
	"draughtsman/vision/calibrated"
)

// ParseGrid reads what is on a board as seen, its rows parted by slashes: '.' empty, l and L a man and a king of the
// lighter side, d and D of the darker, '?' unknown. It returns a string a row.
func ParseGrid(text string) ([]string, error) {
	rows := strings.Split(strings.TrimSpace(text), "/")
	for i, row := range rows {
		switch at := strings.IndexFunc(row, func(r rune) bool { return !strings.ContainsRune(".lLdD?", r) }); {
		case len(row) != len(rows):
			return nil, fmt.Errorf("row %d of the grid has %d squares and there are %d rows: write every row, parted by slashes",
				i+1, len(row), len(rows))
		case at >= 0:
			return nil, fmt.Errorf("row %d of the grid has %q: only . l L d D and ? are understood", i+1, row[at:at+1])
		}
	}
	return rows, nil
}

// startGrid is the start position as seen with Black at an edge, in the letters of ParseGrid.
func startGrid(black calibration.Edge, blackPieces calibration.Shade) []string {
	grid := calibration.TurnGrid([]string{".d.d.d.d", "d.d.d.d.", ".d.d.d.d", "........", "........",
		"l.l.l.l.", ".l.l.l.l", "l.l.l.l."}, int(4-black)%4)
	if blackPieces == calibration.Light {
		for i, row := range grid {
			grid[i] = strings.NewReplacer("d", "l", "l", "d").Replace(row)
		}
	}
	return grid
}

// Number is the number of the square in a row and a column of the board, as calibration.Board counts them; 0 for a
// square that is not played on.
func Number(size, row, column int) int {
	if (row+column)%2 == 0 {
		return 0
	}
	return row*(size/2) + column/2 + 1
}

// GuessBlackEdge returns where Black sits if it has the darker pieces: of the two edges with which the pieces stand
// on playable squares, the one to which the darker pieces are nearer than the lighter ones.
func GuessBlackEdge(grid []string) calibration.Edge {
	odd, even := 0, 0
	down, right := 0, 0 // how much further that way the darker pieces are
	for row, line := range grid {
		for column, content := range line {
			sign := 0
			switch {
			case strings.ContainsRune("dD", content):
				sign = 1
			case strings.ContainsRune("lL", content):
				sign = -1
			default:
				continue
			}
			if (row+column)%2 == 1 {
				odd++
			} else {
				even++
			}
			down += sign * (2*row + 1 - len(grid))
			right += sign * (2*column + 1 - len(line))
		}
	}
	switch {
	case odd >= even && down > 0:
		return calibration.Bottom
	case odd >= even:
		return calibration.Top
	case right > 0:
		return calibration.Right
	}
	return calibration.Left
}

// playedOn is a grid that says nothing of the squares that are not played on.
func playedOn(grid []string, black calibration.Edge) []string {
	only := make([]string, len(grid))
	for row, line := range grid {
		letters := []byte(line)
		for column := range letters {
			if boardRow, boardColumn := calibration.OnBoard(len(grid), row, column, black); (boardRow+boardColumn)%2 == 0 {
				letters[column] = '?'
			}
		}
		only[row] = string(letters)
	}
	return only
}

// contentsByNumber returns what a grid as seen tells of the squares, by number; an error where pieces stand on
// squares of both colours.
func contentsByNumber(grid []string, black calibration.Edge) ([]calibrated.Known, error) {
	n := len(grid)
	known := make([]calibrated.Known, n*n/2+1)
	for row, line := range grid {
		for column, content := range []byte(line) {
			boardRow, boardColumn := calibration.OnBoard(n, row, column, black)
			number := Number(n, boardRow, boardColumn)
			switch {
			case number != 0:
				known[number] = contentOf(content)
			case content != '.' && content != '?':
				return nil, fmt.Errorf("there are pieces on squares of both colours: row %d, column %d of the grid is one of the "+
					"fewer", row+1, column+1)
			}
		}
	}
	return known, nil
}

// contentOf is what a letter of a grid says of a square.
func contentOf(letter byte) calibrated.Known {
	switch letter {
	case '?':
		return calibrated.Known{Unknown: true}
	case 'l', 'L':
		return calibrated.Known{Content: vision.LightPiece, King: letter == 'L'}
	case 'd', 'D':
		return calibrated.Known{Content: vision.DarkPiece, King: letter == 'D'}
	}
	return calibrated.Known{}
}

// empty reports whether a grid has no pieces.
func empty(grid []string) bool {
	return !slices.ContainsFunc(grid, func(row string) bool { return strings.ContainsAny(row, "lLdD") })
}
