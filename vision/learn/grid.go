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

// GuessBlackEdge returns where Black sits if it has the darker pieces: of the two edges with which the pieces stand
// on playable squares, the one to which the darker pieces are nearer than the lighter ones.
func GuessBlackEdge(grid []string, mirrored bool) calibration.Edge {
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
			if (row+column)%2 == 1 != mirrored {
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
func playedOn(grid []string, board calibration.Board, black calibration.Edge) []string {
	only := make([]string, len(grid))
	for row, line := range grid {
		letters := []byte(line)
		for column := range letters {
			if board.Number(calibration.OnBoard(board.Squares, row, column, black)) == 0 {
				letters[column] = '?'
			}
		}
		only[row] = string(letters)
	}
	return only
}

// contentsByNumber returns what a grid as seen tells of the squares, by number; an error where pieces stand on
// squares of both colours.
func contentsByNumber(grid []string, board calibration.Board, black calibration.Edge) ([]calibrated.Known, error) {
	n := board.Squares
	known := make([]calibrated.Known, n*n/2+1)
	for row, line := range grid {
		for column, content := range []byte(line) {
			number := board.Number(calibration.OnBoard(n, row, column, black))
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
