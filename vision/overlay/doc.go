// Package overlay draws on pictures what the program understood of them, for
// people: the board and its squares, what was read on each and how surely, what
// is in the way, and a move.
package overlay
