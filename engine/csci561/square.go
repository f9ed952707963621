package csci561

import "draughtsman/engine/checkers"

// squareName is a square's column and row, "b8" for square 1.
func squareName(s checkers.Square) string { return checkers.Board8.Lettered(s) }

// parseSquare reads what squareName writes; 0 for anything else, light squares included.
func parseSquare(text string) checkers.Square {
	if len(text) != 2 {
		return 0
	}
	return checkers.Board8.At(checkers.Board8.Size()-(int(text[1])-'0'), int(text[0])-'a')
}
