package robot

import (
	"errors"
	"strings"

	"draughtsman/arm"
	"draughtsman/internal/sentence"
)

// troubles are what may stop a game that is told to people, in the words of the errors.
var troubles = []struct {
	err  error
	text sentence.Text
}{
	{arm.ErrNotHomed, sentence.Say("the arm has not been homed")},
	{arm.ErrPositionLost, sentence.Say("the arm's position is lost")},
	{arm.ErrStopped, sentence.Say("the arm was stopped")},
	{arm.ErrAlarm, sentence.Say("the arm's controller raised an alarm")},
	{arm.ErrRejected, sentence.Say("the arm's controller refused a command")},
	{arm.ErrNoAnswer, sentence.Say("the arm's controller does not answer")},
	{arm.ErrDisconnected, sentence.Say("the connection to the arm is gone")},
}

// advice is what errors of arms end with.
var advice = []sentence.Text{
	sentence.Say("; home it before it moves again"),
	sentence.Say("; see that the machine is free, then home it"),
	sentence.Say("; switch it off and on, then connect again"),
	sentence.Say("; check its power and cable, then home it"),
	sentence.Say(": check the cable and the power, then connect again"),
}

// ProblemText is what has stopped the arm or the game, as a part of a sentence. What kind of trouble it is, and what to
// do, is in the language of who reads it; what a controller or the computer says of it stands as it does in the error.
func ProblemText(err error) sentence.Text {
	text := err.Error()
	for _, known := range troubles {
		before, after, found := strings.Cut(text, known.err.Error())
		if !errors.Is(err, known.err) || !found {
			continue
		}
		for _, end := range advice {
			if detail, found := strings.CutSuffix(after, end.Key); found {
				return sentence.Say("%s%s%s%s", before, known.text, detail, end)
			}
		}
		return sentence.Say("%s%s%s", before, known.text, after)
	}
	return sentence.Say("%s", text)
}
