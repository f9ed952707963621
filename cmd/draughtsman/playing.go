package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/engine/rating"
	"draughtsman/engine/search"
	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
	"draughtsman/internal/service"
)

// playing is the games of a command, one after the other.
type playing struct {
	command playCommand
	player  *robot.Robot
	kept    *book
	screen  *terminal
	think   time.Duration // on this computer's clock
	clock   *robot.Clock  // as it was asked for last; nil: as the command has it
	begun   int           // games that are played, as the service counts them
	shows   *service.Show // a recorded game that is shown, in place of games
	shown   bool          // it has been
}

// next is the game that follows by itself.
func (p *playing) next() (service.Command, bool) {
	c := p.command
	if p.shows != nil {
		again := p.shown
		p.shown = true
		return *p.shows, !again
	}
	if c.Games > 0 && p.begun >= c.Games {
		return nil, false
	}
	start, stands, _ := c.opening() // which validate has found to be a position
	return service.NewGame{Side: c.side(p.begun), SetUp: c.SetUp, Start: start, AsItStands: stands}, true
}

// settings are those of a game that is asked for; the robot's mind is prepared for it.
func (p *playing) settings(g service.NewGame) (robot.Settings, error) {
	c := p.command
	if g.Level != "" {
		c.Level = g.Level
	}
	number := p.begun
	if g.Resumes {
		number = max(0, number-1)
	}
	level, err := c.levelOf()
	switch {
	case err != nil && !c.adapts():
		why := err.Error()
		return robot.Settings{}, &service.WrongError{Refusal: &robot.Refusal{
			Why: sentence.Say("%s", strings.ToUpper(why[:1])+why[1:]+", or rating.")}}
	case err != nil:
		return robot.Settings{}, err
	}
	if level.Name != search.Full {
		p.screen.note(sentence.Say("The robot plays at level %s.", level.Name))
	}
	if g.Think > 0 {
		p.think = g.Think
	}
	if !g.Resumes {
		p.command.Level = c.Level // which the games after it keep
	}
	if p.player.Mind, err = c.mind(level, c.levelSeed(p.kept.record, number)); err != nil {
		return robot.Settings{}, err
	}
	settings := c.settingsOf(g.Side, number, p.think, level)
	if c.adapts() {
		settings.Tags = append(settings.Tags, pdn.Tag{Name: rating.ChoiceTag, Value: rating.Adapt})
	}
	settings.SetUp, settings.Start, settings.LeastThink = g.SetUp, g.Start, c.leastThink()
	settings.Clock, _ = robot.ParseClock(c.Clock) // which validate has found to be one
	if g.Clock != nil {
		p.clock = g.Clock
	}
	if p.clock != nil {
		settings.Clock = *p.clock
	}
	settings.AwayAfter = c.awayAfter()
	return settings, nil
}

// onBoard is the --position that is whatever stands on the board.
const onBoard = "board"

// opening is the position that games start from; stands: whatever stands on the board, with start.Turn to move.
func (c playCommand) opening() (start checkers.Position, stands bool, err error) {
	switch {
	case c.Problem != "":
		start, err = problem(c.Problem)
	case c.Position == onBoard:
		start.Turn = checkers.Black
		if c.ToMove == "white" {
			start.Turn = checkers.White
		}
		return start, true, nil
	case c.Position != "":
		if start, err = checkers.ParseFEN(c.Position); err != nil {
			err = wrongUsage("--position: %w", err)
		}
	default:
		return start, false, nil
	}
	if err == nil {
		if err = robot.Playable(start); err != nil {
			err = wrongUsage("%w", err)
		}
	}
	return start, false, err
}

// problem is the position that a game of a file begins with: games.pdn#3, counted from 1.
func problem(text string) (checkers.Position, error) {
	game, err := gameOf(text)
	if err != nil {
		return checkers.Position{}, err
	}
	_, start, err := robot.RecordingOf(game, 0)
	if err != nil {
		err = fmt.Errorf("%s: %w", text, err)
	}
	return start, err
}

// gameOf is the game of a file that a text such as games.pdn#3 names; without a number it is the file's only one.
func gameOf(text string) (pdn.Game, error) {
	path, number := text, 0
	if i := strings.LastIndexByte(text, '#'); i >= 0 {
		if _, err := fmt.Sscanf(text[i+1:], "%d", &number); err != nil || number < 1 {
			return pdn.Game{}, wrongUsage("%s: after # comes the number of a game, counted from 1", text)
		}
		path = text[:i]
	}
	found, count, err := readGame(path, max(number, 1))
	switch {
	case err != nil:
		return found, err
	case count == 0:
		return found, fmt.Errorf("%s holds no games", path)
	case number > count:
		return found, wrongUsage("%s: the file has %d games", text, count)
	case number == 0 && count > 1:
		return found, wrongUsage("%s has %d games: name one of them, such as %s#1", path, count, path)
	}
	return found, nil
}

// readGame is a game of a file, counted from 1, and how many games the file has.
func readGame(path string, number int) (found pdn.Game, count int, err error) {
	file, err := robot.Records.Open(path)
	if err != nil {
		return found, 0, fmt.Errorf("the games cannot be read: %w", err)
	}
	defer file.Close() //nolint:errcheck // it is only read
	games, err := pdn.Text(path, file)
	if err != nil {
		return found, 0, err
	}
	for game, err := range pdn.Read(games) {
		var faults pdn.Faults
		if err != nil && !errors.As(err, &faults) {
			return found, count, fmt.Errorf("%s: %w", path, err)
		}
		if count++; count != number {
			continue
		}
		if found = game; err != nil {
			return found, count, fmt.Errorf("%s: game %d cannot be understood: %w", path, number, err)
		}
	}
	return found, count, nil
}
