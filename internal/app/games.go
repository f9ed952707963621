package app

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"draughtsman/engine/analysis"
	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/engine/search"
	"draughtsman/internal/cli"
	"draughtsman/internal/engine"
	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
	"draughtsman/internal/service"
)

// games are those that are played at a table, one after the other.
type games struct {
	Options
	player *robot.Robot
	kept   *Kept
	means  engine.Means // that the robot thinks with
	note   func(sentence.Text)
	think  time.Duration // on the table's clock
	clock  *robot.Clock  // as it was asked for last; nil: as the options have it
	begun  int           // games that are played, as the service counts them
	shown  bool          // the recorded game has been
}

// next is the game that follows by itself.
func (p *games) next() (service.Command, bool) {
	if p.Shows != nil {
		again := p.shown
		p.shown = true
		return *p.Shows, !again
	}
	if p.Games > 0 && p.begun >= p.Games {
		return nil, false
	}
	start, stands, _ := p.opening() // which Open has found to be a position
	return service.NewGame{Side: p.side(p.begun), SetUp: p.SetUp, Start: start, AsItStands: stands}, true
}

// settings are those of a game that is asked for; the robot's mind is prepared for it.
func (p *games) settings(g service.NewGame) (robot.Settings, error) {
	o := p.Options
	if g.Level != "" {
		o.Level = g.Level
	}
	number := p.begun
	if g.Resumes {
		number = max(0, number-1)
	}
	level, err := o.levelOf(g.Player)
	switch {
	case err != nil && (!o.adapts() || o.begins() != ""):
		why := err.Error()
		return robot.Settings{}, &service.WrongError{Refusal: &robot.Refusal{
			Why: sentence.Say("%s", strings.ToUpper(why[:1])+why[1:]+", or adapt.")}}
	case err != nil:
		return robot.Settings{}, err
	}
	if level.Name != search.Full {
		p.note(sentence.Say("The robot plays at level %s.", level.Name))
	}
	if g.Think > 0 {
		p.think = g.Think
	}
	if !g.Resumes {
		p.Level, _, _ = strings.Cut(o.Level, ":") // which the games after it keep
	}
	p.player.Mind = robot.NewEngine(p.means, level, o.levelSeed(p.kept.Record, number))
	settings := o.settingsOf(g.Side, g.Player, number, p.think, level)
	if o.adapts() {
		settings.Tags = append(settings.Tags, pdn.Tag{Name: analysis.ChoiceTag, Value: analysis.Adapt})
	}
	settings.SetUp, settings.LeastThink = g.SetUp, o.leastThink()
	settings.Clock, _ = robot.ParseClock(o.Clock) // which validate has found to be one
	if g.Clock != nil {
		p.clock = g.Clock
	}
	if p.clock != nil {
		settings.Clock = *p.clock
	}
	settings.AwayAfter = o.awayAfter()
	return settings, nil
}

// OnBoard is the --position that is whatever stands on the board.
const OnBoard = "board"

// opening is the position that games start from, the zero value for the usual one; stands: whatever stands on the
// board, with start.Turn to move.
func (o Options) opening() (start checkers.Position, stands bool, err error) {
	switch {
	case o.Problem != "":
		if start, err = problem(o.Problem); err == nil && start.Set != o.Game {
			err = cli.WrongUsage("--problem %s: that is of the game %v, and %v is played at this table", o.Problem, start.Set,
				o.Game)
		}
	case o.Position == OnBoard:
		start.Turn = checkers.Black
		if o.ToMove == "white" {
			start.Turn = checkers.White
		}
		return start, true, nil
	case o.Position != "":
		if start, err = o.Game.ParseFEN(o.Position); err != nil {
			err = cli.WrongUsage("--position: %w", err)
		}
	default:
		return start, false, nil
	}
	if err == nil {
		if err = robot.Playable(start); err != nil {
			err = cli.WrongUsage("%w", err)
		}
	}
	return start, false, err
}

// problem is the position that a game of a file begins with: games.pdn#3, counted from 1.
func problem(text string) (checkers.Position, error) {
	game, err := GameOf(text)
	return game.Start, err
}

// GameOf is the game of a file that a text such as games.pdn#3 names; without a number it is the file's only one.
func GameOf(text string) (pdn.Game, error) {
	path, number := text, 0
	if i := strings.LastIndexByte(text, '#'); i >= 0 {
		if _, err := fmt.Sscanf(text[i+1:], "%d", &number); err != nil || number < 1 {
			return pdn.Game{}, cli.WrongUsage("%s: after # comes the number of a game, counted from 1", text)
		}
		path = text[:i]
	}
	found, count, err := ReadGame(path, max(number, 1))
	switch {
	case err != nil:
		return found, err
	case count == 0:
		return found, fmt.Errorf("%s holds no games", path)
	case number > count:
		return found, cli.WrongUsage("%s: the file has %d games", text, count)
	case number == 0 && count > 1:
		return found, cli.WrongUsage("%s has %d games: name one of them, such as %s#1", path, count, path)
	}
	return found, nil
}

// ReadGame is a game of a file, counted from 1, and how many games the file has.
func ReadGame(path string, number int) (found pdn.Game, count int, err error) {
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
