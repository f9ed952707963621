package main

import (
	"context"
	"fmt"
	"math"

	"draughtsman/engine/analysis"
	"draughtsman/engine/search"
	"draughtsman/internal/app"
	"draughtsman/internal/cli"
	"draughtsman/internal/sentence"
)

// Run plays the games. Where no flag says how, a person at a terminal is asked before the first.
func (c playCommand) Run(ctx context.Context, s *session, given cli.Given) error {
	said := given.Any("side", "level", "set-up", "position", "problem", "games") || c.JSON || c.DryRun || c.Resume ||
		c.Human == app.ByPage
	c.asks = !said && cli.IsScreen(s.in) && cli.IsScreen(s.out) && cli.IsScreen(s.err)
	return c.play(ctx, s)
}

// asked is the command with what a person at the terminal answers; carries: an arm could set the pieces up.
func (c playCommand) asked(ctx context.Context, s *session, carries bool) (playCommand, error) {
	if !c.asks {
		return c, nil
	}
	level, err := c.levelQuestion()
	if err != nil {
		return c, err
	}
	if c.Config == "" && c.Human == "auto" {
		fmt.Fprintln(s.err, sentence.Say("A simulated person makes your moves; with --human terminal you type them.").
			In(c.language()))
	}
	side, setter := wordWhite, wordHand // which are the human's, as the flags have it that are not given
	questions := []struct {
		question
		answer *string
	}{{sideQuestion(), &side}, {level, &c.Level}, {setUpQuestion(), &setter}}
	if !carries {
		questions = questions[:2]
	}
	for _, q := range questions {
		if *q.answer, err = q.question.answer(ctx, s, c.language()); err != nil {
			return c, fmt.Errorf("%w before the game began: nothing has moved", err)
		}
	}
	c.Side, c.SetUp = wordWhite, setter == wordArm
	if side == wordWhite {
		c.Side = wordBlack
	}
	return c, nil
}

// The words that answer the questions about sides and pieces.
const (
	wordBlack = "black"
	wordWhite = "white"
	wordHand  = "hand"
	wordArm   = "arm"
)

// sideQuestion asks for the human's side.
func sideQuestion() question {
	return question{
		text: sentence.Say("Which side do you want?"),
		answers: []word{
			{"b", wordBlack, "", sentence.Say("you move first"), nil},
			{"w", wordWhite, "", sentence.Say("the robot moves first"), nil},
		},
		byEnter: wordBlack,
		more:    []sentence.Text{sentence.Say("Black's pieces begin on the squares 1 to 12, White's on 21 to 32.")},
	}
}

// levelQuestion asks for the robot's level. Enter alone takes the one that the human chose last. Before the first game
// it takes adapt; where no games are kept, the level that adapt begins with.
func (c playCommand) levelQuestion() (question, error) {
	q := question{
		text: sentence.Say("How strong should the robot be?"),
		more: []sentence.Text{
			sentence.Say("Each level wins about four points of five against the one before it, and a draw is half a point."),
		},
	}
	for _, level := range search.Levels() {
		q.answers = append(q.answers, word{"", level.Name, "", levelText(level), nil})
	}
	if c.PDN == "" {
		q.byEnter = analysis.NextLevel(nil).Name
		q.more = append(q.more, sentence.Say("Where games are kept (--pdn) there is adapt, too, which follows your results."))
		return q, nil
	}
	past, err := app.PastIn(c.PDN)
	if err != nil {
		return q, err
	}
	q.answers = append(q.answers, word{"", analysis.Adapt, "",
		sentence.Say("follows your results: its next level is %s", analysis.NextLevel(past.Results).Name), nil})
	if past.Chosen == "" {
		q.byEnter = analysis.Adapt
		return q, nil
	}
	q.byEnter = past.Chosen
	q.more = append(q.more, sentence.Say("Enter alone takes what you chose for your last game."))
	return q, nil
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
