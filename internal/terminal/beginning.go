package terminal

import (
	"context"
	"math"

	"golang.org/x/text/language"

	"draughtsman/engine/analysis"
	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
	"draughtsman/internal/app"
	"draughtsman/internal/sentence"
)

// AskBeginning asks the person at a terminal how a game is to begin, whose record is kept in a file, "" for none: for
// the robot's side and level, and, where an arm could do it, whether that sets the pieces up.
func AskBeginning(ctx context.Context, s Streams, tag language.Tag, game checkers.RuleSet, pdn string, carries bool) (
	robots, level string, setUp bool, err error) {
	levels, first, err := levelQuestion(pdn)
	if err != nil {
		return "", "", false, err
	}
	side, setter := wordWhite, wordHand // which are the human's, as the flags have it that are not given
	questions := []struct {
		question
		answer *string
	}{{sideQuestion(game), &side}, {levels, &level}, {setUpQuestion(), &setter}}
	if !carries {
		questions = questions[:2]
	}
	for _, q := range questions {
		if *q.answer, err = q.question.answer(ctx, s, tag); err != nil {
			return "", "", false, err
		}
		if first && q.answer == &level && level == analysis.Adapt {
			skill, err := skillQuestion().answer(ctx, s, tag)
			if err != nil {
				return "", "", false, err
			}
			level += ":" + skills[skill]
		}
	}
	robots = wordWhite
	if side == wordWhite {
		robots = wordBlack
	}
	return robots, level, setter == wordArm, nil
}

// The words that answer the questions about sides and pieces.
const (
	wordBlack = "black"
	wordWhite = "white"
	wordHand  = "hand"
	wordArm   = "arm"
)

// sideQuestion asks for the human's side, which in English draughts is Black by Enter alone, as whoever moves first.
func sideQuestion(game checkers.RuleSet) question {
	first, second := sentence.Say("you move first"), sentence.Say("the robot moves first")
	q := question{
		text:    sentence.Say("Which side do you want?"),
		answers: []word{{"b", wordBlack, "", first, nil}, {"w", wordWhite, "", second, nil}},
		byEnter: wordBlack,
		more: []sentence.Text{sentence.Say("Black's pieces begin on the squares %s to %s, White's on %s to %s.", game.Name(1),
			game.Name(12), game.Name(21), game.Name(32))},
	}
	if game.Begins() == checkers.White {
		q.answers[0].does, q.answers[1].does, q.byEnter = second, first, wordWhite
	}
	return q
}

// levelQuestion asks for the robot's level. Enter alone takes the one that the human chose last. Before the first game
// it takes adapt; where no games are kept, the level that adapt begins with. first says that there is no result that
// adapt could follow.
func levelQuestion(pdn string) (q question, first bool, err error) {
	q = question{
		text: sentence.Say("How strong should the robot be?"),
		more: []sentence.Text{
			sentence.Say("Each level wins about four points of five against the one before it, and a draw is half a point."),
		},
	}
	for _, level := range search.Levels() {
		q.answers = append(q.answers, word{"", level.Name, "", levelText(level), nil})
	}
	if pdn == "" {
		q.byEnter = analysis.NextLevel(nil).Name
		q.more = append(q.more, sentence.Say("Where games are kept (--pdn) there is adapt, too, which follows your results."))
		return q, true, nil
	}
	past, err := app.PastIn(pdn, "")
	if err != nil {
		return q, false, err
	}
	first = len(past.Results) == 0
	q.answers = append(q.answers, word{"", analysis.Adapt, "",
		sentence.Say("follows your results: its next level is %s", analysis.NextLevel(past.Results).Name), nil})
	if past.Chosen == "" {
		q.byEnter = analysis.Adapt
		return q, first, nil
	}
	q.byEnter = past.Chosen
	q.more = append(q.more, sentence.Say("Enter alone takes what you chose for your last game."))
	return q, first, nil
}

// skills are the levels that adapt begins with, by what the human says of itself.
var skills = map[string]string{"never": "newcomer", "little": "beginner", "home": "casual", "club": "club"}

// skillQuestion asks how well the human plays, before the first game at a level that follows its results.
func skillQuestion() question {
	return question{
		text: sentence.Say("How well do you play?"),
		answers: []word{
			{"n", "never", "", sentence.Say("you have never played"), nil},
			{"l", "little", "", sentence.Say("you play a little"), nil},
			{"h", "home", "", sentence.Say("you play at home"), nil},
			{"c", "club", "", sentence.Say("you play in a club"), nil},
		},
		byEnter: "little",
		more:    []sentence.Text{sentence.Say("The robot begins at a level that suits this, and then follows your results.")},
	}
}

// levelText is how well a level plays.
func levelText(l search.Level) sentence.Text {
	missed := int(math.Round(100 * l.Overlook))
	switch {
	case l.Depth == 0:
		return sentence.Say("plays as well as it can")
	case missed == 0:
		return sentence.Say("looks %d moves ahead, and misses none", l.Depth)
	case l.Depth == 1:
		return sentence.Say("looks one move ahead, and misses %d of 100", missed)
	}
	return sentence.Say("looks %d moves ahead, and misses %d of 100", l.Depth, missed)
}

// setUpQuestion asks who sets the pieces up.
func setUpQuestion() question {
	return question{
		text: sentence.Say("Who sets the pieces up?"),
		answers: []word{
			{"h", wordHand, "", sentence.Say("you do, by hand"), nil},
			{"a", wordArm, "", sentence.Say("the arm does, from what stands on the board and lies in the tray"), nil},
		},
		byEnter: wordHand,
		more: []sentence.Text{
			sentence.Say("The arm asks you for discs that it cannot find. What stands where it belongs stays there."),
		},
	}
}
