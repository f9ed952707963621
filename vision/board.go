package vision

import (
	"draughtsman/calibration"
	"draughtsman/engine/checkers"
)

// GameOn is a game that is played on a table's board: all of them begin with the same squares occupied. The error
// says that there is none.
func GameOn(known calibration.Board) (checkers.RuleSet, error) {
	board, err := checkers.BoardOf(known.Squares, known.Mirrored)
	game := checkers.English
	for err == nil && game.Board() != board {
		game++
	}
	return game, err
}
