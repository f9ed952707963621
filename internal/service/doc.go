// Package service owns a table, with its camera, its arm and the game that is played there, for as long as the program
// runs, and is asked and watched by any number of clients: a terminal, a page, other programs. None of them is more
// than another, and none makes it wait.
//
// A client gives commands (Do), which are obeyed or refused with a sentence, by the state that the table is in. It
// reads the state of affairs (Snapshot) and what has happened since (Events). Only the goroutine of Run moves the arm
// or looks at the table.
package service
