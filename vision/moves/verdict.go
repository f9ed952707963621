package moves

import (
	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
)

// Kind is what a follower makes of the sightings so far.
type Kind uint8

// The kinds of verdict.
const (
	Waiting    Kind = iota // the board is as it was
	Moving                 // something moves: look again
	Obstructed             // something is over the board: look again
	Settling               // still and free, but not for long enough to say anything
	Accepted               // a move was made (before a Recorder, perhaps two); it goes on from the position after it
	Illegal                // the board shows no legal move
	Unfinished             // a capture was begun
	Unclear                // squares cannot be read
	Restored               // after a complaint, the board is as it was again

	// A Recorder's alone:

	TakenBack // moves were taken back
	Corrected // other moves were made than were on record
	NewGame   // the first position stands
)

// String is the kind's name: "accepted".
func (k Kind) String() string {
	if k > NewGame {
		return "unknown"
	}
	return [...]string{"waiting", "moving", "obstructed", "settling", "accepted", "illegal", "unfinished", "unclear",
		"restored", "taken back", "corrected", "new game"}[k]
}

// Verdict is what a follower makes of the sightings so far. It is a plain value; the fields that do not belong to its
// kind are empty.
type Verdict struct {
	Kind Kind
	Text sentence.Text // for people

	// The moves that are no longer on record (TakenBack and Corrected) and those that now are (Accepted and Corrected),
	// in the order in which they were made.
	Undone, Moves []checkers.Move

	Differences []Difference // Illegal and Unfinished: against the board before the move

	At      checkers.Square   // Unfinished: where the capturing piece stands
	Next    []checkers.Square // Unfinished: where it may jump on to; none when it has arrived
	TakeOff []checkers.Square // Unfinished: jumped pieces that are still on the board

	Unread []checkers.Square // Unclear
}
