// Package calibrating owns a table while it is calibrated: it takes commands, does what the sessions of internal/guide
// say, and tells what goes on to any number of clients: a page, a keyboard, programs.
//
// The arm moves in steps of a few millimetres, one for each command: whoever lets go of a button, closes a page or
// loses the connection sends no further one. Who sits beside it may ask for longer ones.
//
// Each stands on the one before: affairs (what clients are told), record (what is known, and its files), eye (the
// camera), the sessions lens, board and steering, and Service, which takes commands and goes from session to session.
package calibrating
