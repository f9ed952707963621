package report

import (
	"strings"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
)

// cell is the row (from Black's side) and the column (from White's left) of the
// board's square in a row and column of the picture's grid.
func cell(n, row, column int, black calibration.Edge) (boardRow, boardColumn int) {
	switch black {
	case calibration.Right:
		return n - 1 - column, row
	case calibration.Bottom:
		return n - 1 - row, n - 1 - column
	case calibration.Left:
		return column, n - 1 - row
	}
	return row, column
}

// seenCorners are the board's corners as a calibrated camera sees them,
// beginning with the top-left one (least x + y), and the edge at which Black
// sits in that order.
func seenCorners(known calibration.Calibration) ([4][2]float64, calibration.Edge) {
	var seen [4]calibration.Pixel
	first := 0
	for i, corner := range known.Board.Corners() {
		seen[i] = known.Camera.Project(corner)
		if seen[i].X+seen[i].Y < seen[first].X+seen[first].Y {
			first = i
		}
	}
	var turned [4]calibration.Pixel
	for i := range turned {
		turned[i] = seen[(first+i)%4]
	}
	// Black's edge runs from the board's corner 0 to its corner 1.
	return pixels(turned), calibration.Edge((4 - first) % 4)
}

// guessBlackEdge is where Black sits if it has the darker pieces: at one of the
// two edges that leave the pieces on playable squares, the one to which the
// darker pieces are nearer than the lighter ones.
func guessBlackEdge(grid []string) calibration.Edge {
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

// fen is the position that a grid shows with Black to move, or nil where that
// cannot be told.
func fen(grid []string, black calibration.Edge, blackPieces calibration.Shade) *string {
	if len(grid) != checkers.Size {
		return nil
	}
	position := checkers.Position{Turn: checkers.Black}
	for row, line := range grid {
		for column, content := range []byte(line) {
			boardRow, boardColumn := cell(len(grid), row, column, black)
			s := checkers.SquareAt(boardRow, boardColumn)
			if content == '.' {
				continue
			}
			if content == '?' || s == 0 {
				return nil
			}
			side := checkers.White
			if (content == 'd' || content == 'D') == (blackPieces == calibration.Dark) {
				side = checkers.Black
			}
			piece := checkers.Man(side)
			if content == 'L' || content == 'D' || checkers.KingRow(side).Has(s) {
				piece = checkers.King(side)
			}
			position = position.Put(s, piece)
		}
	}
	text := position.FEN()
	return &text
}
