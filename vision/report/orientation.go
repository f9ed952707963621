package report

import (
	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/vision"
)

// fen is the position that a grid shows, with the side to move that begins; nil where a square is not sure, or no
// game is played on the board.
func fen(grid []string, board calibration.Board, black calibration.Edge, blackPieces calibration.Shade) *string {
	game, err := vision.GameOn(board)
	if err != nil {
		return nil
	}
	position := game.NewPosition(game.Begins())
	for row, line := range grid {
		for column, content := range []byte(line) {
			s := game.Board().At(calibration.OnBoard(board.Squares, row, column, black))
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
			if content == 'L' || content == 'D' || game.Board().KingRow(side).Has(s) {
				piece = checkers.King(side)
			}
			position = position.Put(s, piece)
		}
	}
	text := position.FEN()
	return &text
}
