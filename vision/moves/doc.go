// Package moves turns what a camera sees into what happened on the board.
//
// A Follower watches a player's turn: it takes one sighting after another and says when exactly one legal move
// explains them, or what is wrong. A Recorder watches others play whole games and keeps the record, which it corrects
// when what it sees later is explained only by other moves. A Check watches for one expected change, such as a
// transfer by the robot. Compare asks of one sighting whether the table shows a position.
//
// None of them looks at a clock: time is that of the sightings. The camera sees colours, not crowns; those follow
// from the moves.
package moves
