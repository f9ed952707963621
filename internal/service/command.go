package service

import (
	"reflect"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
)

// Command is what a client asks for: one of the types below, or one of robot.Command.
type Command any

// WrongError refuses a command that would not be obeyed at another time either.
type WrongError struct{ *robot.Refusal }

// Unwrap is the refusal.
func (e *WrongError) Unwrap() error { return e.Refusal }

// NewGame begins a game.
type NewGame struct {
	Side   checkers.Side     // the robot's
	Player string            // the human's name, for the record alone; "": none is given
	Rules  *checkers.RuleSet // what is played; nil leaves it as it was
	Level  string            // "" leaves it as it was
	Think  time.Duration     // for a move; 0 leaves it as it was
	Clock  *robot.Clock      // of the players; nil leaves it as it was
	SetUp  bool              // the arm sets the position up; otherwise it is waited for
	Start  checkers.Position
	// AsItStands begins with what stands on the board, and Start.Turn to move.
	AsItStands bool
	// GiveUp ends the game that is under way or was interrupted, if there is one. Its moves stay on record.
	GiveUp bool
	// Resumes says, of the settings that are asked for, that they are those of a game that goes on.
	Resumes bool
}

// Show has the arm play a recorded game.
type Show struct {
	Recording robot.Recording
	Start     checkers.Position // the zero value is the usual one
	SetUp     bool
	GiveUp    bool // as of a NewGame
}

// Continue goes on with the game that was stopped or interrupted: the arm homes first. It ends a pause, too.
type Continue struct{}

// GiveUp ends a game that was stopped or interrupted without a result. Its moves stay on record.
type GiveUp struct{}

// Stop stops the arm at once, and with it the game. It is obeyed in every state.
type Stop struct{}

// Home homes the arm, between games.
type Home struct{}

// Correct puts a move in the place of the one with a number, from 1, where a game is recorded that people play.
type Correct struct {
	Ply  int
	Text string // such as 9-13
}

// Move has the hand at a simulated table make a move of the human's; where a game is recorded that people play it puts
// the move on record.
type Move struct{ Text string } // such as 9-13

// Teach has the human be told what a move of its loses before the robot answers, from now on, or no longer.
type Teach struct{ On bool }

// Speed has the time of a simulated table go so many times as fast as ours.
type Speed struct{ Times float64 }

// Names of the commands, as clients write them.
const (
	nameNewGame    = "new game"
	nameShow       = "show"
	nameContinue   = "continue"
	nameGiveUp     = "give up"
	nameStop       = "stop"
	nameHome       = "home"
	nameTidy       = "tidy"
	nameStraighten = "straighten"
	nameOwnArm     = "own arm"
	nameTeach      = "teach"
	nameMove       = "move"
	nameCorrect    = "correct"
	nameTurnOver   = "turn over"
	namePause      = "pause"
	nameTakeBack   = "take back"
	nameHint       = "hint"
	nameResign     = "resign"
	nameOfferDraw  = "offer draw"
	nameNextMove   = "next move"
	nameSpeed      = "speed"
)

// kinds are an empty command of each kind, by its name.
var kinds = []struct {
	name    string
	command Command
}{
	{nameNewGame, NewGame{}}, {nameShow, Show{}}, {nameContinue, Continue{}}, {nameGiveUp, GiveUp{}}, {nameStop, Stop{}},
	{nameHome, Home{}}, {nameTidy, robot.Tidy{}}, {nameStraighten, robot.Straighten{}}, {nameOwnArm, robot.OwnArm{}},
	{nameTeach, Teach{}}, {nameMove, Move{}}, {nameCorrect, Correct{}}, {nameTurnOver, robot.TurnOver{}},
	{namePause, robot.Pause{}},
	{nameTakeBack, robot.TakeBack{}}, {nameHint, robot.Hint{}}, {nameResign, robot.Resign{}},
	{nameOfferDraw, robot.OfferDraw{}}, {nameNextMove, robot.NextMove{}}, {nameSpeed, Speed{}},
}

// Names are the names of all commands.
func Names() (names []string) {
	for _, k := range kinds {
		names = append(names, k.name)
	}
	return names
}

// NameOf is a command's name; "" of what is none.
func NameOf(c Command) string {
	if c == (robot.GoOn{}) {
		return nameContinue
	}
	for _, k := range kinds {
		if reflect.TypeOf(k.command) == reflect.TypeOf(c) {
			return k.name
		}
	}
	return ""
}

// Named is an empty command with a name; nil: there is none.
func Named(name string) Command {
	for _, k := range kinds {
		if k.name == name {
			return k.command
		}
	}
	return nil
}

// underWay refuses what would end a game that is under way, and does not say so.
var underWay = sentence.Say("A game is under way: stop it first, or play it to its end.")

// refuses says why a command cannot be obeyed now, at a table with such options; nothing where it can.
func (now *Snapshot) refuses(name string, o *Options) sentence.Text {
	switch name {
	case nameStop:
		return sentence.Text{}
	case nameSpeed:
		if o.speed() == nil {
			return sentence.Say("The speed of this table cannot be changed.")
		}
		return sentence.Text{}
	}
	if now.State == NotCalibrated {
		return sentence.Say("The table is not calibrated: run `draughtsman calibrate all` first.")
	}
	switch name {
	case nameNewGame, nameShow, nameTeach: // whatever is under way
	case nameHome:
		if now.State.Playing() {
			return underWay
		}
	case namePause:
		if now.Paused {
			return sentence.Say("The game pauses already.")
		}
		return notYourTurn(now.State)
	case nameContinue, nameGiveUp:
		if name == nameContinue && now.pauses() {
			return sentence.Text{}
		}
		if now.State.Playing() {
			return sentence.Say("The game is under way already.")
		}
		if !now.Interrupted || now.State == Over { // which is about to be closed
			return sentence.Say("There is no game to go on with: begin a new one.")
		}
	case nameOwnArm:
		if now.State != Held {
			return sentence.Say("Nothing is taken for a hand at the moment.")
		}
	case nameNextMove:
		if now.State != Showing {
			return sentence.Say("No recorded game waits for its next move.")
		}
	case nameCorrect:
		return sentence.Say("The robot has seen its own games: take moves back instead.")
	case nameMove:
		if o.Hand == nil {
			return sentence.Say("Nobody makes your move for you here: make it on the board, and the robot sees it.")
		}
		return notYourTurn(now.State)
	default:
		if now.State != Warned || name != nameTakeBack {
			return notYourTurn(now.State)
		}
	}
	return sentence.Text{}
}

// notYourTurn says why what belongs to the human's turn cannot be done now; nothing in that turn.
func notYourTurn(in State) sentence.Text {
	switch in {
	case HumansTurn:
		return sentence.Text{}
	case SettingUp:
		return sentence.Say("The pieces are being set up: wait until the game begins.")
	case Thinking:
		return sentence.Say("The robot is thinking: wait for its move.")
	case Warned:
		return sentence.Say("Take your move back, or go on.")
	case Moving:
		return sentence.Say("The arm is moving: wait until it has done.")
	case Held:
		return sentence.Say("The arm waits for what is over the board: take your hand away first.")
	case Showing:
		return sentence.Say("A recorded game is shown: it can go on to the next move, or be stopped.")
	case Stopped:
		return sentence.Say("The game is stopped: go on with it first.")
	}
	return sentence.Say("No game is under way: begin one.")
}
