package service

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
)

// games is what is done at a table: the arm homes, games begin, go on and are given up. But for job, which is asked
// under the lock of Service.board, it is the business of the goroutine of Service.Run.
type games struct {
	*Options
	post  func(robot.Event, func(*Snapshot)) // Service.update
	begun bool                               // a game that is played has, as Begins was told
}

// job is what is done between games, or a game.
type job func(context.Context) error

// errInterrupted refuses to begin a game where one was interrupted.
var errInterrupted = &robot.Refusal{Why: sentence.Say("A game was interrupted: go on with it, or give it up first.")}

// errNothing refuses to go on with a game that has ended.
var errNothing = &robot.Refusal{Why: sentence.Say("There is no game to go on with: begin a new one.")}

// What is said when the arm homes, and when a game begins or goes on.
var (
	Homing      = sentence.Say("The arm homes: keep clear of it.")
	HomingHolds = sentence.Say("The arm homes: keep clear of it. A disc that it holds may fall.")
	Looking     = sentence.Say("Looking at the table.")
)

// job is what a command between games asks for.
func (g *games) job(c Command) (job, error) {
	switch c := c.(type) {
	case Home:
		return g.home, nil
	case Continue:
		return g.goOn, nil
	case GiveUp:
		return g.giveUp, nil
	case Show:
		settings := robot.Settings{Start: c.Start, SetUp: c.SetUp, Shows: &c.Recording}
		if why := robot.OnBoard(g.Game.Board(), c.Start.Set); why != nil {
			return nil, &WrongError{why}
		}
		return func(ctx context.Context) error { return g.begin(ctx, settings, c.GiveUp) }, nil
	case NewGame:
		settings, err := g.Settings(c)
		if err != nil {
			return nil, err
		}
		game := *cmp.Or(c.Rules, &g.Game)
		settings.Start = c.From(game)
		why := robot.OnBoard(g.Game.Board(), game)
		if why != nil || !c.AsItStands && errors.As(robot.Playable(settings.Start), &why) {
			return nil, &WrongError{why}
		}
		g.Game = game
		return func(ctx context.Context) error { return g.play(ctx, settings, c) }, nil
	}
	return nil, fmt.Errorf("%T is no command", c)
}

// From is the position of some rules that a game starts from, an empty board where that stands on the table.
func (c NewGame) From(game checkers.RuleSet) checkers.Position {
	switch {
	case c.AsItStands:
		return game.NewPosition(c.Start.Turn)
	case c.Start == checkers.Position{}:
		return game.Start()
	}
	return game.Of(c.Start)
}

// play begins a game, from what stands on the board if it is to.
func (g *games) play(ctx context.Context, settings robot.Settings, game NewGame) (err error) {
	if game.AsItStands {
		if settings.Start, err = g.Player.Standing(ctx, settings.Start); err != nil {
			return err
		}
	}
	return g.begin(ctx, settings, game.GiveUp)
}

// goOn homes the arm and goes on with the game that was interrupted.
func (g *games) goOn(ctx context.Context) error { return g.homing(g.resume)(ctx) }

// homing is a job before which the arm homes.
func (g *games) homing(next job) job {
	return func(ctx context.Context) error {
		if err := g.homed(ctx); err != nil {
			return err
		}
		return next(ctx)
	}
}

// home homes the arm between games.
func (g *games) home(ctx context.Context) error {
	if err := g.homed(ctx); err != nil {
		return err
	}
	g.rest(sentence.Say("The arm is at its place."), sentence.Text{})
	return nil
}

// homed homes the arm.
func (g *games) homed(ctx context.Context) error {
	said := Homing
	if g.Log.Interrupted().MayHold() {
		said = HomingHolds
	}
	g.become(Moving, said, sentence.Text{})
	return g.Player.Home(ctx)
}

// begin plays a game, or shows one.
func (g *games) begin(ctx context.Context, settings robot.Settings, givesUp bool) error {
	if g.Log.Interrupted() != nil {
		if !givesUp {
			return errInterrupted
		}
		if err := g.giveUp(ctx); err != nil {
			return err
		}
	}
	robots := ""
	if settings.Shows == nil {
		g.begins()
		robots = settings.Side.String()
	}
	g.told(Looking, func(now *Snapshot) {
		*now = Snapshot{State: SettingUp, Sentence: Looking, Moves: []string{}, Level: robot.LevelOf(settings.Tags),
			Robot: robots, Shows: settings.Shows != nil, Game: now.Event + 1}
		now.wants(settings.Start)
	})
	_, err := g.Player.Play(ctx, settings)
	return err
}

// begins counts a game.
func (g *games) begins() {
	g.begun = true
	if g.Begins != nil {
		g.Begins()
	}
}

// resume goes on with the game that was interrupted.
func (g *games) resume(ctx context.Context) error {
	from := g.Log.Interrupted()
	if from == nil {
		return errNothing
	}
	g.Journal.Again()
	level := robot.LevelOf(from.Tags)
	var settings robot.Settings
	if from.Shows == nil { // nobody thinks where a game is shown, which is none of those that are played
		var err error
		if settings, err = g.Settings(NewGame{Side: from.Robot, Level: level, Resumes: true}); err != nil {
			return err
		}
	}
	if from.Shows == nil && !g.begun {
		g.begins()
	}
	g.told(Looking, func(now *Snapshot) {
		game := now.Game
		if game == 0 {
			game = now.Event + 1
		}
		*now = Snapshot{State: SettingUp, Sentence: Looking, Moves: []string{},
			Level: level, Shows: from.Shows != nil, Robot: from.Robot.String(), Game: game}
	})
	_, err := g.Player.Resume(ctx, settings, from)
	return err
}

// giveUp ends a game that was interrupted.
func (g *games) giveUp(context.Context) error {
	from := g.Log.Interrupted()
	if from == nil {
		return errNothing
	}
	if err := g.Player.GiveUp(from); err != nil {
		return err
	}
	g.rest(sentence.Say("The game is given up."), sentence.Text{})
	return nil
}

// rest is the state between games, or in the middle of one that was stopped.
func (g *games) rest(said, problem sentence.Text) {
	state := Idle
	if g.Log.Interrupted() != nil {
		state = Stopped
	}
	g.become(state, said, problem)
	if problem != (sentence.Text{}) {
		g.post(robot.Event{Kind: robot.Stopped, Text: problem}, func(*Snapshot) {})
		if g.Says != nil {
			g.Says(problem)
		}
	}
}

// become takes a state together with the problem that led to it, if there is one, so that nobody who asks sees the
// one without the other. What was wrong before is forgotten, unless the game is still stopped.
func (g *games) become(state State, said, problem sentence.Text) {
	g.told(said, func(now *Snapshot) {
		now.State, now.Sentence, now.Progress = state, said, nil
		if state != Stopped || problem != (sentence.Text{}) {
			now.Problem = problem
		}
		if state == Idle {
			now.Wanted = ""
		}
	})
}

// told is update for what goes on between games.
func (g *games) told(said sentence.Text, change func(*Snapshot)) {
	g.post(robot.Event{Kind: robot.Changed, Text: said}, change)
	if g.Says != nil {
		g.Says(said)
	}
}
