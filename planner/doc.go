// Package planner says how a move is carried out: which discs go where (transfers), and how the arm's tool gets them
// there (motions).
//
// A plan is a value. Making one moves nothing, and a plan that exists has been checked from end to end: every target
// lies within the arm's reach, every speed within the machine's limits, every horizontal motion above everything that
// stands on its way, and no motion meets a keep-out box. What cannot be planned is an error that names the place and
// the limit.
//
//	Table + checkers.Move ──goals──► order ──[]Transfer──► Plan (steps of motions)
//
// Beside moves, SetUp plans a new game from whatever stands on the table, Tidy takes away what a person left, and
// Straighten puts pieces in the middle of their squares.
//
// # The order of the transfers
//
// People capture first, in the order of the jumps, then carry the moving piece to its last square, then crown it. New
// keeps that order for as long as it costs next to nothing (habitShare), since
//
//   - the moving piece's arrival ends the move, as it does for a human. A player who saw it arrive first would reach
//     out to answer while the arm still clears the board;
//   - whatever interrupts the work, the table shows how far it got: until the moving piece leaves, the table is the
//     old position less the first few captured pieces, and putting those back undoes it all.
//
// Otherwise it takes the quickest order and the quickest slots of all that are allowed: a disc is lifted from the
// top, the moving piece lands on an empty square, and its crown comes after it. That is found by branch and bound,
// and held by tests to the best of all plans, tried one by one.
//
// # Kings
//
// Tray.Kings says how a king is told from a man. In stacks of two the arm lifts one disc at a time: a king moves as
// two transfers, the upper disc goes ahead and becomes the lower one, the other is set on top. A captured king leaves
// as two discs, and a man is crowned with a captured disc of its colour, else with a spare one. Where kings are
// swapped they are pieces of their own, which lie in slots of their own, and the man goes to the tray as the king
// comes. Virtual kings move like men. Where there is nothing to crown a man with it stays as it is, is in
// Table.Single, and the plan says so.
//
// # Heights
//
// The tool's tip is the point that moves. A disc in its grip hangs below it. The board may lie turned, shifted and
// slightly tilted in the arm's frame, so the height of everything is worked out where it stands.
package planner
