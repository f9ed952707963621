package report

import (
	"draughtsman/calibration"
	"draughtsman/engine/checkers"
)

// fen is the position that a grid shows with Black to move, or nil where a square is not sure or the board is not 8×8.
func fen(grid []string, black calibration.Edge, blackPieces calibration.Shade) *string {
	if len(grid) != checkers.Board8.Size() {
		return nil
	}
	position := checkers.Position{}
	for row, line := range grid {
		for column, content := range []byte(line) {
			boardRow, boardColumn := calibration.OnBoard(len(grid), row, column, black)
			s := checkers.Board8.At(boardRow, boardColumn)
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
			if content == 'L' || content == 'D' || checkers.Board8.KingRow(side).Has(s) {
				piece = checkers.King(side)
			}
			position = position.Put(s, piece)
		}
	}
	text := position.FEN()
	return &text
}
