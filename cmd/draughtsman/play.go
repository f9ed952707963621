package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/hands"
	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/engine/search"
	"draughtsman/internal/cli"
	"draughtsman/internal/config"
	"draughtsman/internal/files"
	"draughtsman/internal/robot"
	"draughtsman/internal/robot/rig"
	"draughtsman/internal/sentence"
	"draughtsman/internal/service"
	"draughtsman/internal/table"
	"draughtsman/vision/moves"
)

// engineMB is the size of the engine's memory in units of 2²⁰ bytes.
const engineMB = 64

// stillBeforeMove is how long the board must look the same, on the table's clock, before a move of the human's is
// believed.
const stillBeforeMove = 250 * time.Millisecond

// leastThink is how soon after the human's move the robot decides at the earliest, on the table's clock, if nobody says
// otherwise: about as long as it takes to let go of a piece and look up.
const leastThink = time.Second

// humanName is the human's name on record.
const humanName = "Human"

type playCommand struct {
	Config   string         `type:"path" xor:"table" help:"Play on the table that this file describes; table.yaml here or in the user's configuration, if not given." placeholder:"FILE"`
	Sim      bool           `xor:"table" help:"Play on the simulated table. This is what happens where no table is described, too."`
	Side     string         `enum:"black,white,alternate" default:"white" help:"The robot's side: black (moves first), white, or alternate from game to game."`
	Time     time.Duration  `default:"1s" help:"The robot's thinking time for a move at most, on the table's clock."`
	Least    *time.Duration `name:"least-time" help:"The robot decides no sooner than this after it has seen your move, on the table's clock: 1s, and 0s on a simulated table at full speed, if not given." placeholder:"DURATION"`
	Level    string         `default:"full" help:"How well the robot plays: beginner, novice, casual, amateur, club, strong, expert, master, full, or adapt, which follows your results (${default})." placeholder:"NAME"`
	Book     string         `help:"The opening book that the robot plays by at level full, made by checkers book build; none: it thinks from the first move on. The one that comes with the program, if not given." placeholder:"FILE"`
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

	shows  *service.Show // a recorded game to be shown, in place of games
	serves *serving      // how clients are answered; nil: there are none
	asks   bool          // what no flag says is asked before the first game

	Lang string `name:"lang" help:"The language of what is said to you: en, de, es, nl, ru or fr; that of LC_ALL, LC_MESSAGES or LANG, if not given." placeholder:"LANGUAGE"`
	Tone bool   `default:"true" negatable:"" help:"A tone when your turn begins, on a screen. --no-tone: none."`

	Human  string `enum:"auto,terminal,page" default:"auto" help:"The human plays by itself (auto), or you type its moves (terminal), or make them in a browser (page)." group:"Simulated table:"`
	Listen string `default:"127.0.0.1:8517" help:"Where browsers are answered with --human page. An address that other computers reach needs --token-file." group:"Clients:"`
	Speed  string `help:"How much faster than real time, 1 or more, or max: 1 with --human page, and max otherwise, if not given." group:"Simulated table:"`

	clientFlags    `embed:""`
	rehearsal      `embed:""`
	simulatedTable `embed:""`
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

func (c playCommand) validate() error {
	for _, check := range []func() error{c.simulatedTable.validate, c.rehearsal.validate, c.validateLevel,
		c.validateBook, c.validateLanguage, c.validateBeginning} {
		if err := check(); err != nil {
			return err
		}
	}
	switch {
	case c.Games < 1:
		return wrongUsage("--games %d: play 1 or more", c.Games)
	case c.Time <= 0:
		return wrongUsage("--time %v: the robot needs some time to think, such as 1s", c.Time)
	case c.Least != nil && *c.Least < 0:
		return wrongUsage("--least-time %v: 0s, or longer", *c.Least)
	case c.Config != "" && (c.Truth != "" || c.Human != "auto"):
		return wrongUsage("--truth and --human belong to the simulated table; leave out --config or them")
	case c.Step && (c.DryRun || c.Human == "terminal" || c.Turn == "key"):
		return wrongUsage("--step needs an arm that moves, and the keyboard for itself: leave out --dry-run, --human " +
			"terminal and --turn key")
	case c.JSON && (c.DryRun || c.Step):
		return wrongUsage("--json tells of a game that is played: leave out --dry-run, which has --form json, and --step")
	case (c.Resume || c.New) && c.Config == "":
		return wrongUsage("--resume and --new need a table that is still there: give --config")
	case c.DryRun && (c.Resume || c.New || c.PDN != ""):
		return wrongUsage("--dry-run keeps no games: leave out --pdn, --resume and --new, or it")
	case c.SetUp && c.DryRun && c.Config == "":
		return wrongUsage("--set-up needs a table to look at: give --config, or leave out --dry-run")
	case c.Human != byPage && c.protects():
		return wrongUsage("--token-file, --spectator-file and --host belong to the page: add --human page, or leave them out")
	case c.Human == byPage && c.DryRun:
		return wrongUsage("--human page needs a game that is played: leave out --dry-run")
	case c.Human == "terminal" && c.Turn == "key":
		return wrongUsage("--turn key and --human terminal both read the keyboard; choose one")
	}
	return mayReplace("pdn", c.PDN, robot.Records)
}

// validateBeginning says what is wrong with how games are to begin, and with their clocks.
func (c playCommand) validateBeginning() error {
	switch {
	case c.Away < 0:
		return wrongUsage("--away %v: 0s, or longer", c.Away)
	case c.DryRun && c.Config == "" && (c.Position != "" || c.Problem != "" || c.Clock != ""):
		return wrongUsage("--position, --problem and --clock need a game that is played: give --config, or leave out " +
			"--dry-run")
	case c.Config == "" && c.Position == onBoard:
		return wrongUsage("--position board: on the simulated table stands what you put there; name a position")
	}
	if _, err := robot.ParseClock(c.Clock); err != nil {
		return wrongUsage("--clock %s: %w", c.Clock, err)
	}
	_, _, err := c.opening()
	return err
}

// atUsualTable reports whether no other table is asked for than the usual one, if that is described. Whoever says what
// the simulated table is to be like asks for that.
func (c playCommand) atUsualTable() bool {
	return c.Config == "" && !c.Sim && !c.DryRun && c.Human == "auto" && c.speed() == greatestSpeed &&
		!saysMore(reflect.ValueOf(c.simulatedTable))
}

// greatestSpeed is that of a simulated table that runs as fast as can be.
const greatestSpeed = "max"

// speed is how fast a simulated table runs: so that a person can follow, where one plays.
func (c playCommand) speed() string {
	switch {
	case c.Speed != "":
		return c.Speed
	case c.Human == byPage:
		return "1"
	}
	return greatestSpeed
}

// byPage is the --human whose moves clients make.
const byPage = "page"

// play plays the games.
func (c playCommand) play(ctx context.Context, s *session) (err error) {
	if c.atUsualTable() {
		c.Config = usualTable(s, " (--sim: a simulated one)")
	}
	if err := c.validate(); err != nil {
		return err
	}
	if c.Human == byPage && c.serves == nil {
		if c.serves, err = c.forPage(s); err != nil {
			return err
		}
		defer closeWith(&err, c.serves.close)
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	owner, screen := service.New(service.Options{Now: time.Now}), newTerminal(s)
	defer screen.clear()
	screen.language, screen.tone = c.language(), c.Tone
	say := talks(ctx, screen, owner)
	path, speed := c.Config, 1.0
	var sim *simulation
	if path == "" {
		if c.DryRun {
			return c.alone(ctx, s)
		}
		if c, err = c.asked(ctx, s, false); err != nil {
			return err
		}
		if speed, err = parseSpeed(c.speed()); err != nil {
			return err
		}
		speed = c.pace(speed)
		if sim, err = c.simulate(ctx, s, speed, stop, say); err != nil {
			return err
		}
		defer closeWith(&err, sim.Close)
		path = sim.config
	}
	table, err := config.Load(path)
	if err != nil {
		return err
	}
	voice := newVoice(ctx, table.Speech, screen)
	defer voice.close()
	if c, err = c.ofTable(s); err != nil {
		return err
	}
	lock, err := c.lock()
	if err != nil {
		return err
	}
	defer closeWith(&err, lock.Release)
	kept, err := c.openBook(ctx, s, table.Tray)
	if err != nil {
		return err
	}
	defer closeWith(&err, kept.close)
	if path == c.Config && kept.from == nil {
		if c, err = c.asked(ctx, s, !table.ByHand()); err != nil {
			return err
		}
	}
	released, err := c.emergency(ctx, s, stop, say)
	if err != nil {
		return err
	}
	defer closeWith(&err, released)
	var steps *stepper
	if c.Step {
		var keyboard *console
		if ctx, s, keyboard, err = openConsole(ctx, s); err != nil {
			return err
		}
		defer closeWith(&err, keyboard.Close)
		screen.out, screen.status = s.out, s.err
		steps = keyboard.stepper(ctx, say)
	}
	player, closing, err := c.open(ctx, s, path, sim, owner.Orders(), kept, screen)
	if err != nil {
		return err
	}
	defer closeWith(&err, closing)
	if driver, moves := player.Arm.(*rig.Arm); moves && steps != nil {
		player.Arm = newStepwise(driver, steps)
	}
	sim.watches(c.shows != nil)
	if c.Turn == "key" {
		lines := make(chan key)
		go readKeys(ctx, s.in, false, lines, nil)
		player.AwaitTurnOver = true
		go turnsOver(ctx, withoutWords(ctx, lines, say), owner)
	}
	games := &playing{command: c, player: player, kept: kept, screen: screen, think: onClock(c.Time, speed),
		shows: c.shows}
	own(owner, games, sim, !table.ByHand() && !c.DryRun)
	kept.tells(func(text sentence.Text) { player.Tell(robot.Event{Kind: robot.Keeping, Text: text}) })
	owner.Next = games.next
	run := owner.Run
	if c.serves != nil {
		run = func(ctx context.Context) error { return c.serves.run(ctx, s, owner, games) }
	}
	if err := run(ctx); err != nil {
		return c.ended(ctx, err, table, kept)
	}
	return nil
}

// own has a service own a table. What happens there is told the terminal, and the human at a simulated table.
func own(owner *service.Service, games *playing, sim *simulation, moves bool) {
	player, screen := games.player, games.screen
	tell := player.Tell
	player.Tell = owner.Tell
	owner.Player, owner.Log, owner.Journal, owner.Settings = player, games.kept.log, games.kept.record, games.settings
	owner.Begins = func() { games.begun++ }
	if sim != nil && sim.hand != nil {
		owner.Hand = sim.hand
	}
	owner.Listens = func(e robot.Event) {
		sim.hear(e)
		tell(e)
	}
	owner.Says = func(said sentence.Text) {
		switch now := owner.Snapshot(); {
		case said == service.Looking || moves && (said == service.Homing || said == service.HomingHolds):
			screen.state(said)
		case now.State == service.Stopped && (said == now.Sentence || said == now.Problem):
			screen.print("%s\n", screen.in(said))
		}
	}
}

// ofTable is the command with the games' file of its table, where none is named.
func (c playCommand) ofTable(s *session) (playCommand, error) {
	if c.Config == "" || c.PDN != "" || c.DryRun {
		return c, nil
	}
	pdn, elders, err := gamesBeside(c.Config)
	if err != nil {
		return c, err
	}
	c.PDN = pdn
	if len(elders) > 0 {
		fmt.Fprintf(s.err, "The games are kept in %s: %s may be of another table (%s), and is left alone.\n", pdn, oldGames,
			strings.Join(elders, ", "))
	}
	return c, mayReplace("pdn", c.PDN, robot.Records)
}

// lock keeps the table for this program, unless it only looks on.
func (c playCommand) lock() (*files.Lock, error) {
	if c.Config == "" || c.DryRun {
		return nil, nil
	}
	return files.Take(c.Config)
}

// closeWith adds what goes wrong in closing to an error.
func closeWith(err *error, closing func() error) { *err = errors.Join(*err, closing()) }

// ended puts an interruption into words.
func (c playCommand) ended(ctx context.Context, err error, table config.Table, kept *book) error {
	if ctx.Err() == nil {
		return err
	}
	why := "stopped"
	if cause := context.Cause(ctx); !errors.Is(cause, context.Canceled) && !errors.Is(cause, errInterrupted) {
		why = cause.Error()
	}
	switch {
	case c.DryRun:
		return cli.Interrupted(ctx, "%s; no arm was moved, and a dry run is not kept", why)
	case table.ByHand():
		return cli.Interrupted(ctx, "%s; %s", why, kept.kept())
	}
	var unparked *service.UnparkedError
	switch {
	case errors.As(err, &unparked):
		return fmt.Errorf("%s; %w; %s", why, unparked, kept.kept())
	case errors.Is(err, service.ErrParked):
		return cli.Interrupted(ctx, "%s; the arm is parked and %s", why, kept.kept())
	case errors.Is(err, arm.ErrNoAnswer), errors.Is(err, arm.ErrDisconnected):
		return fmt.Errorf("%s; the arm has not said that it stands still: look at it; %s", why, kept.kept())
	}
	return cli.Interrupted(ctx, "%s; the arm stands still and %s", why, kept.kept())
}

// settings are those of a game by its number, from 0.
func (c playCommand) settings(number int, think time.Duration, level search.Level) robot.Settings {
	return c.settingsOf(c.side(number), number, think, level)
}

// settingsOf are those of a game by its number in which the robot has a side.
func (c playCommand) settingsOf(side checkers.Side, number int, think time.Duration,
	level search.Level) robot.Settings {
	names := [2]string{"Draughtsman", humanName}
	if side == checkers.White {
		names[0], names[1] = names[1], names[0]
	}
	return robot.Settings{Side: side, Think: think, SetUp: c.SetUp, Tags: []pdn.Tag{
		{Name: "Event", Value: "Draughtsman"},
		{Name: "Date", Value: time.Now().Format("2006.01.02")},
		{Name: "Round", Value: strconv.Itoa(number + 1)},
		{Name: "Black", Value: names[0]},
		{Name: "White", Value: names[1]},
		{Name: pdn.LevelTag, Value: level.Name},
	}}
}

// leastThink is the least time from the human's move to the robot's decision, on the table's clock.
func (c playCommand) leastThink() time.Duration {
	switch {
	case c.Least != nil:
		return *c.Least
	case c.Config == "" && c.speed() == greatestSpeed:
		return 0
	}
	return leastThink
}

// side is the robot's side in a game by its number, from 0.
func (c playCommand) side(number int) checkers.Side {
	return sideIn(c.Side, number)
}

// sideIn is the side in a game by its number, from 0, of who plays black, white or alternate.
func sideIn(choice string, number int) checkers.Side {
	if choice == "black" || choice == "alternate" && number%2 == 0 {
		return checkers.Black
	}
	return checkers.White
}

// open puts together the robot at a table.
func (c playCommand) open(ctx context.Context, s *session, path string, sim *simulation, orders <-chan robot.Order,
	kept *book, screen *terminal) (_ *robot.Robot, closing func() error, err error) {
	table, known, err := loadTable(path, "")
	if err != nil {
		return nil, nil, err
	}
	frame, err := frameOf(table, known)
	if err != nil {
		return nil, nil, err
	}
	setup := table.Setup(frame)
	if err := setup.Validate(table.Tray); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	clock := sim.clock(time.Now())
	if sim == nil {
		if clock, err = c.clock(ctx, path, table); err != nil {
			return nil, nil, err
		}
	}
	screen.say("Opening the camera " + table.Camera.Source + ".")
	eye, err := rig.OpenEye(ctx, table, known, clock, s.log)
	if err != nil {
		return nil, nil, err
	}
	player := &robot.Robot{
		Eye: eye, Mind: robot.NewEngine(engineMB, search.Level{}, 0), Journal: kept.record, Log: kept.log,
		Setup: setup, Tray: table.Tray, Left: kept.left, Orders: orders,
		Moves: moves.Options{BlackPieces: known.BlackPieces, Span: stillBeforeMove},
		Tell:  screen.tell, Now: time.Now, Logger: s.log, Language: screen.language,
		SendsBroken: eye.SendsBroken,
	}
	if c.JSON {
		screen.out = s.err
		player.Tell = screen.telling(s.out)
	}
	closing = eye.Close
	switch {
	case table.ByHand():
		player.Arm = hands.New(func(said string) error {
			screen.speak(said)
			_, err := fmt.Fprintf(screen.above(), "\n%s\n", said)
			return err
		})
	case c.DryRun:
		player.Arm, player.ShowMotions, player.Tell = c.arm(screen, table), true, c.printing(s, screen, table, setup)
	default:
		screen.say(strings.TrimSuffix("Connecting to the arm at "+table.Arm.Port, " at ") + ".")
		driver, err := rig.KeepArm(ctx, table, func() (config.Table, error) { return config.Load(path) }, s.log)
		if err != nil {
			return nil, nil, errors.Join(err, eye.Close())
		}
		closeArm := driver.Close
		player.Arm = driver
		if c.Guard && (sim == nil || sim.speed <= fullSpeedFactor) {
			guard := rig.NewGuard(eye, table, setup.Frame, known.Latency, s.log)
			guard.Keep(table.ArmSeen())
			if c.Alarms != "" {
				if err := files.Folder(c.Alarms, s.err); err != nil {
					return nil, nil, errors.Join(err, closeArm(), guard.Close(), eye.Close())
				}
				guard.KeepAlarms(c.Alarms)
			}
			player.Guard = guard
			closeArm = func() error { return errors.Join(guard.Close(), driver.Close()) }
		}
		closing = func() error { return errors.Join(closeArm(), eye.Close()) }
	}
	return player, closing, nil
}

// simulate starts a simulated table in a folder of its own.
func (c playCommand) simulate(ctx context.Context, s *session, speed float64,
	stop context.CancelCauseFunc, say talker) (*simulation, error) {
	folder, err := os.MkdirTemp("", "draughtsman-")
	if err != nil {
		return nil, fmt.Errorf("no folder for the simulated table: %w", err)
	}
	person := c.human(func(game int) checkers.Side { return c.side(game).Opponent() })
	person.Told = true
	person.Games, person.ArmSetsUp = c.Games, c.SetUp
	if c.serves != nil { // as many as there are
		person.Games = 0
	}
	var obeys *hand
	switch c.Human {
	case "terminal":
		person.Next = typedMoves(ctx, s, c.language(), stop, say)
	case byPage:
		obeys = &hand{side: c.side(0).Opponent(), turns: map[int]turnOfGame{}}
		person.Obeys, person.Hesitations, person.WaitForArm = obeys.next, 0, false
	}
	sim, err := c.start(ctx, s, filepath.Join(folder, "table.yaml"), speed, table.Options{Human: &person})
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	sim.folder = folder
	if obeys != nil {
		sim.hand, obeys.table = obeys, sim.table
	}
	start, stands, err := c.opening()
	if c.shows != nil {
		start = c.shows.Start
	}
	if err == nil && !stands && start != (checkers.Position{}) {
		sim.begins(start, !c.SetUp)
	}
	return sim, err
}
