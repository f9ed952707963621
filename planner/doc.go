// Package planner says how a move is carried out: which discs go where
// (transfers), and how the arm's tool gets them there (motions).
//
// A plan is a value. Making one moves nothing, and a plan that exists has been
// checked from end to end: every target lies within the arm's reach, every
// speed within the machine's limits, every horizontal motion above everything
// that stands on its way, and no motion meets a keep-out box. What cannot be
// planned is an error that names the place and the limit.
//
//	Table + checkers.Move ──Transfers──► []Transfer ──New──► Plan (steps of motions)
//
// # The order of the transfers
//
// Captured pieces leave first, in the order of the jumps; then the moving piece
// is carried straight to its last square; then it is crowned. The squares where
// it lands are empty in any order, so the order is chosen for the people and the
// program that look on:
//
//   - the moving piece's arrival ends the move, as it does for a human. A player
//     who saw it arrive first would reach out to answer while the arm still
//     clears the board;
//   - whatever interrupts the work, the table shows how far it got: until the
//     moving piece leaves, the table is the old position less the first few
//     captured pieces, and putting those back undoes it all;
//   - the moving piece is carried over a board that is already cleared, and its
//     crown is the last thing that is added.
//
// # Kings
//
// A king is a stack of two discs, and the arm lifts one disc at a time. It moves
// as two transfers: the upper disc goes ahead and becomes the lower one, the
// other is set on top; the discs are alike. A captured king leaves as two discs.
// A man is crowned with a captured disc of its colour, else with a spare one;
// where there is neither, the king stands as a single disc and the plan says so.
//
// # Heights
//
// The tool's tip is the point that moves. A disc in its grip hangs below it. The
// board may lie turned, shifted and slightly tilted in the arm's frame, so the
// height of everything is worked out where it stands.
package planner
