package main

import (
	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
)

// aloud is what matters of an event to who does not look at a screen; it says nothing of the others.
func aloud(e robot.Event) sentence.Text {
	switch e := e.(type) {
	case robot.WaitingForSetUp:
		if e.Problem == (sentence.Text{}) {
			return sentence.Say("Set up the position, please.")
		}
		return e.Problem
	case robot.GameStarted:
		return newGame(e)
	case robot.Resumed:
		return resumed(e)
	case robot.TurnStarted:
		if !e.Robots {
			return sentence.Say("Your turn: %s to move.", robot.SideText(e.Position.Turn))
		}
	case robot.Decided:
		return sentence.Say("The robot plays %s.", e.Result.Move)
	case robot.Watching:
		if e.Asks {
			return e.Message
		}
	case robot.Recovering:
		return interrupted(e)
	case robot.Commented:
		return sentence.Say("%s", e.Text)
	case robot.Shown:
		return sentence.Say("That was the game.")
	case robot.GameOver:
		return sentence.Say("%s.", robot.OutcomeText(e.Outcome))
	}
	return answered(e)
}

// answered is aloud for what the robot asks, warns of and answers.
func answered(e robot.Event) sentence.Text {
	switch e := e.(type) {
	case robot.TimeIsShort:
		return sentence.Say("%s has %v left.", robot.SideText(e.Side), e.Left)
	case robot.Paused:
		return e.Text()
	case robot.Asking:
		return e.Message
	case robot.Repairing:
		return e.Message
	case robot.Waiting:
		return e.Message
	case robot.TakingBack:
		return e.Text()
	case robot.Hinted:
		return sentence.Say("Hint: %s.", e.Move)
	case robot.DrawDeclined:
		return sentence.Say("The robot declines the draw. %s", e.Why)
	case robot.DrawNear:
		return e.Message
	case robot.Keeping:
		return e.Message
	}
	return sentence.Text{}
}

func newGame(e robot.GameStarted) sentence.Text {
	return sentence.Say("A new game: the robot plays %s, the human %s.", robot.SideText(e.Robot),
		robot.SideText(e.Robot.Opponent()))
}

func resumed(e robot.Resumed) sentence.Text {
	text := sentence.Say("The game goes on after %d moves: the robot plays %s.", len(e.Moves), robot.SideText(e.Robot))
	if e.Midway {
		return sentence.Say("%s The robot's move is finished first.", text)
	}
	return text
}

func interrupted(e robot.Recovering) sentence.Text {
	return sentence.Say("The arm was interrupted (%s). It homes and goes on.", robot.ProblemText(e.Err))
}

func played(e robot.Played) sentence.Text {
	if e.Robots {
		return sentence.Say("%s (robot) plays %s.", robot.SideText(e.By), e.Move)
	}
	return sentence.Say("%s (human) plays %s.", robot.SideText(e.By), e.Move)
}
