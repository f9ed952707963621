// Package overlay draws on pictures, for people, what the program understood of them: the board and its squares,
// what was read on each and how surely, what is in the way, and a move.
package overlay
