package report

import (
	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/vision/learn"
)

// seenCorners are the board's corners as a calibrated camera sees them, from the top left one (least x + y)
// clockwise, and the edge at which Black sits in that order.
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

// fen is the position that a grid shows with Black to move, or nil where a square is not sure or the board is not 8×8.
func fen(grid []string, black calibration.Edge, blackPieces calibration.Shade) *string {
	if len(grid) != checkers.Size {
		return nil
	}
	position := checkers.Position{Turn: checkers.Black}
	for row, line := range grid {
		for column, content := range []byte(line) {
			boardRow, boardColumn := learn.OnBoard(len(grid), row, column, black)
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
