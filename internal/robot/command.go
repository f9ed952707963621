package robot

import (
	"errors"

	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
)

// Command is what a human asks the robot for while it is the human's turn. It is one of the types below.
type Command interface{ command() }

// Tidy takes off the board what was captured and left there.
type Tidy struct{}

// Straighten sets pieces that stand askew in the middle of their squares.
type Straighten struct{}

// OwnArm says that what is taken for a hand is the robot's own arm, which goes on. It is obeyed while the arm is held.
type OwnArm struct{}

// TurnOver says that the human has moved, where the robot waits to be told (Robot.AwaitTurnOver).
type TurnOver struct{}

// TakeBack takes the last moves of both sides back.
type TakeBack struct {
	Plies  int
	ByHand bool // the human puts the pieces back; otherwise the arm does
}

// Hint has the robot say what it would play in the human's place, and the arm point at it.
type Hint struct{}

// Resign gives the game up.
type Resign struct{}

// OfferDraw offers the robot a draw, which it accepts or declines by its own judgement.
type OfferDraw struct{}

// Pause has the clock stand until something moves on the board, or the human does something else or goes on.
type Pause struct{}

// GoOn ends a pause.
type GoOn struct{}

func (Pause) command()      {}
func (GoOn) command()       {}
func (Tidy) command()       {}
func (Straighten) command() {}
func (OwnArm) command()     {}
func (TurnOver) command()   {}
func (TakeBack) command()   {}
func (Hint) command()       {}
func (Resign) command()     {}
func (OfferDraw) command()  {}
func (NextMove) command()   {}

// NextMove has the next move of a recorded game made.
type NextMove struct{}

// Order is a command on its way to the robot.
type Order struct {
	Command Command
	// Answer is called once, by the goroutine that plays, when the robot has begun to obey (nil), or with a *Refusal.
	// Where it is nil nobody wants to know, and refusals are told as Watching.
	Answer func(error)
}

// Refusal is why a command is not obeyed.
type Refusal struct{ Why sentence.Text }

// Error implements error.
func (r *Refusal) Error() string { return r.Why.String() }

// errOtherTurn ends the human's turn without a move: moves were taken back, or the game is over.
var errOtherTurn = errors.New("the turn has ended without a move")

// refused says why an order is not obeyed.
func (o Order) refused(why sentence.Text) {
	if o.Answer != nil {
		o.Answer(&Refusal{why})
	}
}

// accepted says that an order is obeyed.
func (o Order) accepted() {
	if o.Answer != nil {
		o.Answer(nil)
	}
}

// OnBoard refuses a game that is played on another board than a table's; nil: it is not.
func OnBoard(board checkers.Board, game checkers.RuleSet) *Refusal {
	if game.Board() == board {
		return nil
	}
	return &Refusal{sentence.Say("This game is played on another board: begin it at a table whose description, or " +
		"--game, names it.")}
}

// Playable refuses a position that no game can be played from.
func Playable(p checkers.Position) error {
	if err := p.Validate(); err != nil {
		return &Refusal{sentence.Say("No game can be played from this position: %s.", err.Error())}
	}
	if len(p.Moves()) == 0 {
		return &Refusal{sentence.Say("No game can be played from this position: %s has no legal move.", SideText(p.Turn))}
	}
	return nil
}
