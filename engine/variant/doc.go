// Package variant holds the games of the checkers family that people and programs play: rule sets as values, boards
// of any even size, their moves, ends and notations, and the games as the search sees them.
//
// Inside the program whoever moves first is called First and sits at the top of the board, at row 0; men of First go
// down. A board of size 6:
//
//	.  f  .  f  .  f      row 0, Second's king row
//	f  .  f  .  f  .
//	.  +  .  +  .  +
//	+  .  +  .  +  .
//	.  s  .  s  .  s
//	s  .  s  .  s  .      row 5, First's king row
//
// The square nearest each player's left hand is played on; boards that have it at the right are drawn mirrored. What
// the sides are called and which of them is drawn at the top is a matter of the rule set, and of text: Rules.Names,
// Rules.FirstAtTop.
//
// On the board of size 8 the searches go by the bitboards of package checkers for the rule sets whose pieces take
// single steps and whose men go forwards; they are faster: see Fast.
package variant
