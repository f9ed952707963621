// Package checkers holds the game: squares, pieces, positions, moves and the notation in which people write them down.
//
// The board of English draughts, Board8, has 32 playing squares. They are numbered as in PDN, from Black's side of the
// table to White's, and stand in a diagram like this (White sits at the bottom; the square nearest each player's left
// hand is played on):
//
//	 .  1  .  2  .  3  .  4      row 0, White's king row
//	 5  .  6  .  7  .  8  .
//	 .  9  . 10  . 11  . 12
//	13  . 14  . 15  . 16  .
//	 . 17  . 18  . 19  . 20
//	21  . 22  . 23  . 24  .
//	 . 25  . 26  . 27  . 28
//	29  . 30  . 31  . 32  .      row 7, Black's king row
//
// Black moves first, from squares 1–12, down the diagram. RuleSet has the other games, with their Rules and Boards.
package checkers
