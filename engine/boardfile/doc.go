// Package boardfile reads and writes .board files, the positions from which the game of rule set checkersbot begins.
// A file has a line for each row of the board, the top one first, and in each line a character for each square,
// separated by blanks:
//
//	_ b _ b _ b
//	b _ b _ b _
//	_ _ _ _ _ _
//	_ _ _ _ _ _
//	_ p _ p _ p
//	p _ p _ p _
//
// b is a man of the bot, which sits at the top, p one of the person, who sits at the bottom and moves first; B and P
// are their kings, _ is an empty square. The board has any even size from 4 to 26. Pieces stand on every second
// square, as a rule with the bottom one at the left among them; where the first piece of a file stands on one of the
// others, so do all.
//
// The layouts that come with the program are in the folder layouts.
package boardfile
