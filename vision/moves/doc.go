// Package moves turns what a camera sees into what happened on the board.
//
// A Recorder follows games: those that others play, of which it keeps the record and corrects it (NewRecorder), or one
// turn of a player (NewTurn). A Check watches for one expected change, such as a transfer by the robot. Compare asks of
// one sighting whether the table shows a position.
//
// None of them looks at a clock: time is that of the sightings. The camera sees colours, not crowns; those follow
// from the moves.
package moves
