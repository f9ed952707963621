package main

import (
	"context"
	"errors"
	"time"

	"draughtsman/arm/serialport"
	"draughtsman/internal/cli"
	"draughtsman/internal/engine"
	"draughtsman/internal/simulation"
	"draughtsman/internal/terminal"
)

type serveCommand struct {
	Config string        `type:"path" xor:"table" help:"Serve the table that this file describes; table.yaml here or in the user's configuration, if not given." placeholder:"FILE"`
	Sim    bool          `xor:"table" help:"Serve the simulated table. This is what happens where no table is described, too."`
	Listen string        `default:"127.0.0.1:8517" help:"Where clients are answered. An address that other computers reach needs --token-file."`
	Auto   bool          `default:"true" negatable:"" help:"Games follow each other by themselves. --no-auto: each is asked for by a client."`
	Pause  time.Duration `default:"20s" help:"How long the board stands as a game has left it until the next one begins by itself."`
	Side   string        `enum:"black,white,alternate" default:"white" help:"The robot's side: black (moves first in English draughts), white, or alternate from game to game."`
	Time   time.Duration `default:"1s" help:"The robot's thinking time for a move at most, on the table's clock."`
	Level  string        `default:"full" help:"How well the robot plays: newcomer, learner, beginner, novice, casual, amateur, club, strong, expert, master, full, or adapt, which follows the results, or adapt:casual, which begins at that level (${default})." placeholder:"NAME"`
	SetUp  bool          `name:"set-up" default:"true" negatable:"" help:"The robot sets each game up, from whatever stands on the board and lies in the tray. --no-set-up: people do."`
	Clock  string        `help:"Time for each side, such as 10m, 5m+3s or 30s/move, or none, which it is if not given." placeholder:"TIME"`
	Away   time.Duration `default:"3m" help:"How long nothing may move in the human's turn until the game pauses; 0s: it never does."`
	PDN    string        `name:"pdn" type:"path" help:"Add the games to this file (with --config table.yaml: table.pdn beside it, if not given)." placeholder:"FILE"`

	EstopPin          string `placeholder:"PORT:LINE" help:"Stop when a switch opens, as of play."`
	Guard             bool   `default:"true" negatable:"" help:"Look for hands while the arm moves, and hold it. --no-guard: only while it is parked."`
	Alarms            string `type:"path" placeholder:"FOLDER" help:"Keep a picture of whatever is taken for a hand in FOLDER."`
	terminal.Language `embed:""`
	Human             string `enum:"auto,page" default:"auto" help:"The human plays by itself (auto), or clients make its moves (page)." group:"Simulated table:"`
	Speed             string `help:"How much faster than real time, 1 or more, or max: 1 with --human page, and max otherwise, if not given." group:"Simulated table:"`

	terminal.Clients   `embed:""`
	Engine             engine.PlayFlags `embed:"" group:"How it thinks:"`
	simulation.Options `embed:""`
	moved              `embed:""`
}

func (serveCommand) Help() string {
	return `The robot plays game after game, for days, and answers programs and pages that
ask what goes on, or for something to be done (docs/api.md). A page for people, to
look at and to steer with, is among what it answers:

  draughtsman serve --config table.yaml
  xdg-open http://127.0.0.1:8517/
  curl http://127.0.0.1:8517/api/v1/state

In a network, with a token for those who command:

  draughtsman serve --config table.yaml --listen 0.0.0.0:8517 --token-file token \
    --host robot.example

There a terminal shows the address as a QR code, for phones. --qr spectator adds the
token of --spectator-file, so that whoever sees the code may watch.

A table that is not calibrated is calibrated first, in the browser.

A simulated table for a page, or for whoever writes a client:

  draughtsman serve --sim --human page

A game that was interrupted goes on by itself. Ctrl-C, and the signal TERM, home the
arm and park it; a second one, and Ctrl-\, stop it where it is.`
}

// parkingTime is how long the arm may take to home when the service ends.
const parkingTime = 30 * time.Second

// parks is how long the arm may take to home when the service ends for a reason. Whoever has it stopped at once, or
// presses the emergency stop, does not have it move.
func parks(ended error) time.Duration {
	if errors.Is(ended, cli.ErrQuit) || errors.Is(ended, serialport.ErrOpened) {
		return 0
	}
	return parkingTime
}

// Run serves until it is interrupted.
func (c serveCommand) Run(ctx context.Context, s *session) error {
	if c.Pause < 0 {
		return wrongUsage("--pause %v: 0s, or longer", c.Pause)
	}
	v, err := c.Open("listen", c.Listen, s.streams())
	if err != nil {
		return err
	}
	v.Asked, v.Pause, v.Parks = !c.Auto, c.Pause, parks
	play := playCommand{
		Config: c.Config, Sim: c.Sim, Side: c.Side, Time: c.Time, Level: c.Level, Engine: c.Engine,
		Games: 1, Turn: "auto", PDN: c.PDN, SetUp: c.SetUp, EstopPin: c.EstopPin, Guard: c.Guard, Alarms: c.Alarms,
		Human: c.Human, Speed: c.Speed, ToMove: "black", Clock: c.Clock, Away: c.Away, Language: c.Language,
		rehearsal: rehearsal{Form: "steps"}, Options: c.Options, serves: v,
	}
	if play.atUsualTable() {
		play.Config = terminal.UsualTable(s.streams(), " (--sim: a simulated one)")
	}
	if err := play.validate(); err != nil {
		return errors.Join(err, v.Close())
	}
	if play.Config != "" {
		if err := calibrateFirst(ctx, v, s, play.Config); err != nil {
			return errors.Join(err, v.Close())
		}
	}
	return errors.Join(play.play(ctx, s), v.Close())
}

// forPage is how a browser is answered in which somebody plays. The games of the command begin by themselves, and
// those after them when they are asked for there.
func (c playCommand) forPage(s *session) (*terminal.Serving, error) {
	v, err := c.Open("listen", c.Listen, s.streams())
	if err == nil {
		v.Games = c.Games
	}
	return v, err
}
