package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"draughtsman/internal/app"
	"draughtsman/internal/cli"
	"draughtsman/internal/config"
	"draughtsman/internal/engine"
	"draughtsman/internal/robot"
	"draughtsman/internal/robot/rig"
	"draughtsman/internal/sentence"
	"draughtsman/internal/service"
	"draughtsman/internal/simulation"
	"draughtsman/internal/terminal"
	"draughtsman/planner"
)

type playCommand struct {
	Config   string         `type:"path" xor:"table" help:"Play on the table that this file describes; table.yaml here or in the user's configuration, if not given." placeholder:"FILE"`
	Sim      bool           `xor:"table" help:"Play on the simulated table. This is what happens where no table is described, too."`
	Side     string         `enum:"black,white,alternate" default:"white" help:"The robot's side: black (moves first in English draughts), white, or alternate from game to game."`
	Time     time.Duration  `default:"1s" help:"The robot's thinking time for a move at most, on the table's clock."`
	Least    *time.Duration `name:"least-time" help:"The robot decides no sooner than this after it has seen your move, on the table's clock: 1s, and 0s on a simulated table at full speed, if not given." placeholder:"DURATION"`
	Level    string         `default:"full" help:"How well the robot plays: newcomer, learner, beginner, novice, casual, amateur, club, strong, expert, master, full, or adapt, which follows your results, or adapt:casual, which begins at that level (${default})." placeholder:"NAME"`
	Games    int            `default:"1" help:"How many games to play."`
	Turn     string         `enum:"auto,key" default:"auto" help:"The human's turn ends by itself (auto) or when Enter is pressed (key)."`
	PDN      string         `name:"pdn" type:"path" help:"Add the games to this file as they are played (with --config table.yaml: table.pdn beside it, if not given)." placeholder:"FILE"`
	Resume   bool           `xor:"interrupted" help:"Go on with the game that was interrupted, by a power cut or Ctrl-C. The table stays as it is."`
	New      bool           `xor:"interrupted" help:"Begin a new game where one was interrupted; its moves stay on record, as those of an unfinished game."`
	SetUp    bool           `name:"set-up" help:"The robot sets each game up, from whatever stands on the board and lies in the tray, and asks for what is missing."`
	EstopPin string         `placeholder:"PORT:LINE" help:"Stop when a switch opens between a serial port's control line (cts, dsr, dcd or ri) and RTS or DTR, such as /dev/ttyUSB1:cts. Not the arm's port."`
	Guard    bool           `default:"true" negatable:"" help:"Look for hands while the arm moves, and hold it. --no-guard: only while it is parked."`
	Alarms   string         `type:"path" placeholder:"FOLDER" help:"Keep a picture of whatever is taken for a hand in FOLDER."`
	JSON     bool           `name:"json" help:"Print one JSON object a line for each event; what is for people goes to standard error."`
	Step     bool           `help:"Wait for a key before each motion of the arm; for Enter, where no terminal is."`

	Position string        `xor:"start" help:"Start from this position, as FEN: you set it up, or the robot with --set-up. board: from whatever stands there." placeholder:"FEN"`
	ToMove   string        `enum:"black,white" default:"black" help:"The side to move, with --position board: black or white."`
	Problem  string        `xor:"start" help:"Start from a position of a collection: the one that game 3 of problems.pdn begins with is problems.pdn#3." placeholder:"FILE#N"`
	Clock    string        `help:"Time for each side, such as 10m, or 5m+3s with an increment for each move, or for each move, such as 30s/move, or none, which it is if not given." placeholder:"TIME"`
	Away     time.Duration `default:"3m" help:"How long nothing may move in your turn until the game pauses and its clock stands; 0s: it never does."`

	Engine engine.PlayFlags `embed:"" group:"How it thinks:"`

	shows  *service.Show     // a recorded game to be shown, in place of games
	serves *terminal.Serving // how clients are answered; nil: there are none
	asks   bool              // what no flag says is asked before the first game

	terminal.Language `embed:""`
	Tone              bool `default:"true" negatable:"" help:"A tone when your turn begins, on a screen. --no-tone: none."`

	Human  string `enum:"auto,terminal,page" default:"auto" help:"The human plays by itself (auto), or you type its moves (terminal), or make them in a browser (page)." group:"Simulated table:"`
	Listen string `default:"127.0.0.1:8517" help:"Where browsers are answered with --human page. An address that other computers reach needs --token-file." group:"Clients:"`
	Speed  string `help:"How much faster than real time, 1 or more, or max: 1 with --human page, and max otherwise, if not given." group:"Simulated table:"`

	terminal.Clients   `embed:""`
	rehearsal          `embed:""`
	simulation.Options `embed:""`
	moved              `embed:""`
}

func (playCommand) Help() string {
	return `A whole game on the simulated table, with nothing to set up:

  draughtsman play

Your moves against it in a browser, where a hand on the simulated table makes them:

  draughtsman play --human page

At a terminal it asks for your side, the robot's level, and who sets the pieces up,
unless a flag says one of these.

On your own table, described by table.yaml and calibrated:

  draughtsman play --config table.yaml --side black --time 2s

In German (the description of the table may name a program that says it aloud):

  draughtsman play --lang de

For somebody who is learning, at a level that goes up and down with the results of
the games in table.pdn:

  draughtsman play --config table.yaml --level adapt --games 3

With an opening book of your own:

  draughtsman play --config table.yaml --book my.book

A table.yaml here, or in $XDG_CONFIG_HOME/draughtsman (~/.config/draughtsman), needs
no --config; --sim, or any flag of the simulated table, plays on that all the same.

Enter, Ctrl-C or Ctrl-\ stops the arm at once; --resume goes on, also after a power
cut. Ctrl-Z holds it first; after fg it goes on when the table was looked at.
Without it you are asked what becomes of a game that was interrupted.
In your turn type ? and Enter to see what can be asked for: a hint, moves taken back,
a draw, pieces straightened.`
}

// Run plays the games. Where no flag says how, a person at a terminal is asked before the first.
func (c playCommand) Run(ctx context.Context, s *session, given cli.Given) error {
	said := given.Any("side", "level", "set-up", "position", "problem", "games") || c.JSON || c.DryRun || c.Resume ||
		c.Human == app.ByPage
	c.asks = !said && cli.IsScreen(s.in) && cli.IsScreen(s.out) && cli.IsScreen(s.err)
	return c.play(ctx, s)
}

// asked is the command with what a person at the terminal answers; carries: an arm could set the pieces up.
func (c playCommand) asked(ctx context.Context, s *session, carries bool) (_ playCommand, err error) {
	if !c.asks {
		return c, nil
	}
	if c.Config == "" && c.Human == "auto" {
		fmt.Fprintln(s.err, sentence.Say("A simulated person makes your moves; with --human terminal you type them.").
			In(c.Tag()))
	}
	c.Side, c.Level, c.SetUp, err = terminal.AskBeginning(ctx, s.streams(), c.Tag(), c.Game, c.PDN, carries)
	if err != nil {
		return c, fmt.Errorf("%w before the game began: nothing has moved", err)
	}
	return c, nil
}

// options are what the flags say of the games.
func (c playCommand) options() app.Options {
	return app.Options{
		Config: c.Config, Human: c.Human, Speed: c.Speed, Side: c.Side, Time: c.Time, Least: c.Least, Level: c.Level,
		Engine: c.Engine, Games: c.Games, SetUp: c.SetUp, Position: c.Position, ToMove: c.ToMove, Problem: c.Problem,
		Clock: c.Clock, Away: c.Away, Shows: c.shows, PDN: c.PDN, Resume: c.Resume, New: c.New, DryRun: c.DryRun,
		Guard: c.Guard, Alarms: c.Alarms, Options: c.Options,
	}
}

// validate says what is wrong with the flags.
func (c playCommand) validate() error {
	for _, check := range []func() error{c.rehearsal.validate, c.Language.Check, c.options().Check} {
		if err := check(); err != nil {
			return err
		}
	}
	switch {
	case c.Games < 1:
		return wrongUsage("--games %d: play 1 or more", c.Games)
	case c.Config != "" && (c.Truth != "" || c.Human != "auto"):
		return wrongUsage("--truth and --human belong to the simulated table; leave out --config or them")
	case c.Step && (c.DryRun || c.Human == app.Terminal || c.Turn == "key"):
		return wrongUsage("--step needs an arm that moves, and the keyboard for itself: leave out --dry-run, --human " +
			"terminal and --turn key")
	case c.JSON && (c.DryRun || c.Step):
		return wrongUsage("--json tells of a game that is played: leave out --dry-run, which has --form json, and --step")
	case c.Human != app.ByPage && c.Protects():
		return wrongUsage("--token-file, --spectator-file and --host belong to the page: add --human page, or leave them out")
	case c.Human == app.Terminal && c.Turn == "key":
		return wrongUsage("--turn key and --human terminal both read the keyboard; choose one")
	}
	return nil
}

// atUsualTable reports whether no other table is asked for than the usual one, if that is described. Whoever says what
// the simulated table is to be like asks for that.
func (c playCommand) atUsualTable() bool {
	return c.Config == "" && !c.Sim && !c.DryRun && c.Human == "auto" && c.options().Fast() &&
		c.Usual()
}

// play plays the games.
func (c playCommand) play(ctx context.Context, s *session) (err error) {
	if c.atUsualTable() {
		c.Config = terminal.UsualTable(s.streams(), " (--sim: a simulated one)")
	}
	if err := c.validate(); err != nil {
		return err
	}
	if c.Config == "" && c.DryRun {
		return c.alone(ctx, s)
	}
	if c.Human == app.ByPage && c.serves == nil {
		if c.serves, err = c.forPage(s); err != nil {
			return err
		}
		defer closeWith(&err, c.serves.Close)
	}
	if c.Config == "" {
		if c, err = c.asked(ctx, s, false); err != nil {
			return err
		}
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	screen := terminal.New(s.streams())
	defer screen.Clear()
	screen.Language, screen.Tone = c.Tag(), c.Tone
	at, say, err := c.at(ctx, s, screen, stop)
	screen.Clear() // of what a simulated table said
	if err != nil {
		return err
	}
	defer closeWith(&err, at.Close)
	voice := terminal.NewVoice(ctx, at.Described.Speech, screen)
	defer voice.Close()
	if err := at.Keep(ctx); err != nil {
		return err
	}
	if c.Config != "" && at.Kept.From == nil {
		c.PDN, c.Game = at.PDN, at.Game
		if c, err = c.asked(ctx, s, !at.Described.ByHand()); err != nil {
			return err
		}
		at.Options = c.options()
	}
	released, err := c.emergency(ctx, s, stop, say)
	if err != nil {
		return err
	}
	defer closeWith(&err, released)
	var steps *terminal.Stepper
	if c.Step {
		var keyboard *terminal.Console
		if ctx, s, keyboard, err = withConsole(ctx, s); err != nil {
			return err
		}
		defer closeWith(&err, keyboard.Close)
		screen.Out, screen.Status = s.out, s.err
		steps = keyboard.Stepper(ctx, say)
	}
	if err := at.Connect(ctx); err != nil {
		return err
	}
	if driver, moves := at.Player.Arm.(*rig.Arm); moves && steps != nil {
		at.Player.Arm = terminal.NewStepwise(driver, steps)
	}
	if c.Turn == "key" {
		lines := make(chan terminal.Key)
		go terminal.ReadKeys(ctx, s.in, false, lines, nil)
		at.Player.AwaitTurnOver = true
		go terminal.TurnsOver(ctx, terminal.WithoutWords(ctx, lines, say), at.Owner)
	}
	if c.serves != nil {
		c.serves.Announce(s.streams(), terminal.PageAndClients)
		err = at.Serve(ctx, &c.serves.Serving)
	} else {
		err = at.Owner.Run(ctx)
	}
	if err != nil {
		return at.Ended(ctx, err, terminal.ErrInterrupted)
	}
	return nil
}

// at is the table of the games, and what has lines done that are typed there.
func (c playCommand) at(ctx context.Context, s *session, screen *terminal.Screen,
	stop context.CancelCauseFunc) (*app.Table, terminal.Talker, error) {
	owner := service.New(service.Options{Now: time.Now})
	say := terminal.Talks(ctx, screen, owner)
	client := screen.Client()
	client.Served = c.serves != nil
	if c.JSON {
		screen.Out = s.err
		client.Tell = screen.Telling(s.out)
	}
	if c.serves == nil { // a service goes on by itself
		client.Anew = func(ctx context.Context, pdn string, moves int) (bool, error) {
			return terminal.AskAnew(ctx, s.streams(), pdn, moves)
		}
	}
	if c.Human == app.Terminal {
		client.Typed, client.Tell = terminal.TypedMoves(ctx, s.streams(), c.Tag(), stop, say, client.Tell)
	}
	client.Rehearse = func(table config.Table, setup planner.Setup) (robot.Arm, func(robot.Event)) {
		return c.arm(screen, table), c.printing(s, screen, table, setup)
	}
	at, err := app.Open(ctx, owner, c.options(), client)
	return at, say, err
}

// closeWith adds what goes wrong in closing to an error.
func closeWith(err *error, closing func() error) { *err = errors.Join(*err, closing()) }
