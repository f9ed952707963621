package robot

import (
	"context"
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

// obey does what a command asks for, if that can be done now, and otherwise says why not. Unless the error is
// errOtherTurn the human's turn goes on afterwards: with the clock, but for a Pause.
func (g *game) obey(ctx context.Context, o Order, position checkers.Position) error {
	err := g.obeyed(ctx, o, position)
	g.human = presence{paused: g.human.paused}
	if err == nil {
		if g.human.paused = (o.Command == Pause{}); g.human.paused {
			g.Tell(Event{Kind: Paused,
				Text: sentence.Say("The game pauses until you go on, or until something moves on the board.")})
		} else {
			g.Tell(goesOn(position))
		}
		return nil
	}
	var refusal *Refusal
	if !errors.As(err, &refusal) {
		return err
	}
	if o.Answer == nil {
		g.Tell(Event{Kind: Watching, Text: refusal.Why, Asks: true})
	}
	o.refused(refusal.Why)
	return nil
}

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

func (g *game) obeyed(ctx context.Context, o Order, position checkers.Position) error {
	switch command := o.Command.(type) {
	case Tidy, Straighten:
		return g.putInOrder(ctx, o, position)
	case TakeBack:
		return g.takeBack(ctx, o, command, position)
	case Hint:
		return g.hint(ctx, o, position)
	case Resign:
		return g.resign(o)
	case OfferDraw:
		return g.answerDraw(ctx, o, position)
	case Pause, GoOn:
		o.accepted()
		return nil
	case OwnArm:
		return &Refusal{sentence.Say("Nothing is taken for a hand at the moment.")}
	case NextMove:
		return &Refusal{sentence.Say("No recorded game is shown.")}
	}
	return &Refusal{sentence.Say("The robot sees for itself when you have moved.")}
}
