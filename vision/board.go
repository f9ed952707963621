package vision

import (
	"draughtsman/calibration"
	"draughtsman/engine/checkers"
)

// GameOn is a game that is played on a table's board. The error says that there is none.
func GameOn(known calibration.Board) (checkers.RuleSet, error) {
	board, err := checkers.BoardOf(known.Squares, known.Mirrored)
	return board.Game(), err
}
