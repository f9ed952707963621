package follow

import "draughtsman/engine/checkers"

// Kind is what a follower makes of the sightings so far.
type Kind uint8

// The kinds of verdict.
const (
	Waiting    Kind = iota // the board is as it was
	Moving                 // something moves: look again
	Obstructed             // something is over the board: look again
	Settling               // still and free, but not for long enough to say anything
	Accepted               // a move was made; the follower goes on from the position after it
	Illegal                // the board shows no legal move
	Unfinished             // a capture was begun
	Unclear                // squares cannot be read
	Restored               // after a complaint, the board is as it was again
)

// String is the kind's name: "accepted".
func (k Kind) String() string {
	if k > Restored {
		return "unknown"
	}
	return [...]string{"waiting", "moving", "obstructed", "settling", "accepted", "illegal", "unfinished", "unclear", "restored"}[k]
}

// Verdict is what a follower makes of the sightings so far. It is a plain
// value; the fields that do not belong to its kind are empty.
type Verdict struct {
	Kind Kind
	Text string // a sentence for people

	Move checkers.Move   // Accepted
	Also []checkers.Move // Accepted: other paths of the same capture, with the same result

	Differences []Difference // Illegal and Unfinished: against the board before the move

	At      checkers.Square   // Unfinished: where the capturing piece stands
	Next    []checkers.Square // Unfinished: where it may jump on to; none when it has arrived
	TakeOff []checkers.Square // Unfinished: jumped pieces that are still on the board

	Unread []checkers.Square // Unclear
}
