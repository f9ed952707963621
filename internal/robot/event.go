package robot

import (
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
	"draughtsman/internal/sentence"
	"draughtsman/planner"
)

// Event is something that a person at the table may want to know. It is one of the types below.
type Event interface{ event() }

// WaitingForSetUp says that the table does not show the position that the game goes on from, and what is wrong with
// it (the zero value while that is not yet clear).
type WaitingForSetUp struct {
	Problem  sentence.Text
	Position checkers.Position
}

// GameStarted says that the table shows the first position of a game.
type GameStarted struct {
	Robot    checkers.Side
	Level    string // the robot's, by the tags of the record; "" where they name none
	Position checkers.Position
}

// TurnStarted says whose turn it is.
type TurnStarted struct {
	Position checkers.Position
	Robots   bool
	Left     *[2]time.Duration // what each side has left on its clock; nil: there is none
}

// TimeIsShort says that a side has no more than so much left on its clock.
type TimeIsShort struct {
	Side checkers.Side
	Left time.Duration
}

// Paused says that the human seems to be away, or has asked for a pause. The game goes on when something moves on the
// board.
type Paused struct{ Asked bool }

// TurnGoesOn says that the human's turn goes on after the robot has done what it was asked for.
type TurnGoesOn struct{ Position checkers.Position }

// Watching is what the follower makes of the table while the human moves; sent when it changes.
type Watching struct {
	Message sentence.Text
	Asks    bool // something of the human
	Waits   bool // for its move, and nothing else
}

// Thinking is how far the engine has come.
type Thinking struct{ Info search.Info }

// Decided is the robot's choice and how it will be carried out.
type Decided struct {
	Position checkers.Position
	Result   search.Result
	Plan     planner.Plan
}

// Carrying says which transfer of the plan begins.
type Carrying struct {
	Step, Steps int // counted from 1
	Transfer    planner.Transfer
}

// Repairing says that a transfer did not do what it should have, and what follows.
type Repairing struct {
	Message sentence.Text
	// Want is what the human is asked to have the table show; nil where the robot puts it right.
	Want *planner.Table
}

// Recovering says that the arm did not do what it was asked, and why. It is homed, and the robot looks what became of
// the table.
type Recovering struct{ Err error }

// Waiting says why the arm waits in the middle of a motion, or that it goes on.
type Waiting struct {
	Message sentence.Text
	Held    bool // the arm is held from now on
	Free    bool // the arm goes on
}

// Resumed says that a game that was interrupted goes on.
type Resumed struct {
	Robot    checkers.Side
	Start    checkers.Position // of the game
	Position checkers.Position
	Moves    []checkers.Move // that were made
	Midway   bool            // a move of the robot's was being carried out
}

// Arranging says that a task begins that is no move of the game, but puts the table in order, and how.
type Arranging struct {
	Plan planner.Plan
	Task sentence.Text // the plan's, without a full stop
}

// Arranged says that such a task is complete: the plan's words for it.
type Arranged struct{ Task string }

// Asking says what the robot needs of the human before it can put the table in order.
type Asking struct {
	Message  sentence.Text
	Missing  [2]int            // discs to lay on empty squares, by side; none: the arm cannot do it, whatever they lay
	Position checkers.Position // that is being set up
}

// Played says that a move is complete and on record.
type Played struct {
	By       checkers.Side
	Robots   bool
	Move     checkers.Move
	Position checkers.Position // after the move
	Took     time.Duration     // from the start of the turn
}

// TakingBack says which moves are taken back, and to which position the arm, or the human, puts the pieces.
type TakingBack struct {
	Moves    []checkers.Move // as they were played
	Position checkers.Position
	ByHand   bool
}

// TakenBack says that moves were taken back, and which position stands now.
type TakenBack struct {
	Moves    []checkers.Move // as they were played
	Position checkers.Position
}

// Hinted is what the robot would play in the human's place.
type Hinted struct {
	Position checkers.Position
	Move     checkers.Move
}

// DrawDeclined says why the robot plays on.
type DrawDeclined struct{ Why sentence.Text }

// DrawNear warns of a draw that the next moves may bring by the rules.
type DrawNear struct{ Message sentence.Text }

// Keeping says what becomes of the files in which the game is kept: that they cannot be written while it goes on, that
// they can be again, or that somebody has changed them.
type Keeping struct{ Message sentence.Text }

// Commented is what is to be said of the position that stands in a recorded game.
type Commented struct{ Text string }

// Shown says that a recorded game was shown to its end.
type Shown struct{ Position checkers.Position }

// GameOver says how a game ended.
type GameOver struct {
	Outcome checkers.Outcome
	Agreed  bool // by the players, or their clocks: the rules would have it go on
}

// Text says why the game pauses, and until when.
func (e Paused) Text() sentence.Text {
	if e.Asked {
		return sentence.Say("The game pauses until you go on, or until something moves on the board.")
	}
	return sentence.Say("Nothing has moved for a while: the game pauses until something does.")
}

func (WaitingForSetUp) event() {}
func (GameStarted) event()     {}
func (TurnStarted) event()     {}
func (TimeIsShort) event()     {}
func (Paused) event()          {}
func (TurnGoesOn) event()      {}
func (Watching) event()        {}
func (Thinking) event()        {}
func (Decided) event()         {}
func (Carrying) event()        {}
func (Repairing) event()       {}
func (Recovering) event()      {}
func (Waiting) event()         {}
func (Resumed) event()         {}
func (Arranging) event()       {}
func (Arranged) event()        {}
func (Asking) event()          {}
func (Played) event()          {}
func (TakingBack) event()      {}
func (TakenBack) event()       {}
func (Hinted) event()          {}
func (DrawDeclined) event()    {}
func (DrawNear) event()        {}
func (Keeping) event()         {}
func (Commented) event()       {}
func (Shown) event()           {}
func (GameOver) event()        {}
