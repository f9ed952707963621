package main

import (
	"context"
	"time"

	"draughtsman/internal/app"
	"draughtsman/internal/robot"
	"draughtsman/internal/service"
	"draughtsman/internal/simulation"
	"draughtsman/internal/terminal"
)

type showCommand struct {
	Game  string        `arg:"" help:"The game: a file of games, and its number in it, such as games.pdn#12." placeholder:"FILE#N"`
	Pace  time.Duration `default:"2s" help:"How long each position stands until the next move is made, on the table's clock; 0s: until n and Enter."`
	SetUp bool          `default:"true" negatable:"" help:"The arm sets the first position up; --no-set-up: you do."`

	Config            string `type:"path" xor:"table" help:"Show it on the table that this file describes; table.yaml here or in the user's configuration, if not given." placeholder:"FILE"`
	Sim               bool   `xor:"table" help:"Show it on the simulated table. This is what happens where no table is described, too."`
	EstopPin          string `placeholder:"PORT:LINE" help:"Stop when a switch opens, as of play."`
	Guard             bool   `default:"true" negatable:"" help:"Look for hands while the arm moves, and hold it. --no-guard: only while it is parked."`
	Alarms            string `type:"path" placeholder:"FOLDER" help:"Keep a picture of whatever is taken for a hand in FOLDER."`
	terminal.Language `embed:""`
	JSON              bool   `name:"json" help:"Print one JSON object a line for each event; what is for people goes to standard error."`
	Speed             string `default:"max" help:"How much faster than real time, 1 or more, or max." group:"Simulated table:"`

	simulation.Options `embed:""`
	moved              `embed:""`
}

func (showCommand) Help() string {
	return `The arm plays a recorded game on the board, both sides, from its first position,
and says the comments that stand in the file:

  draughtsman show games.pdn#12
  draughtsman show masters.pdn#3 --config table.yaml --pace 5s
  draughtsman show lesson.pdn --config table.yaml --pace 0s

The game is not recorded again. Enter or Ctrl-C stops the arm at once; ? and Enter
lists what can be said.`
}

// Run shows the game.
func (c showCommand) Run(ctx context.Context, s *session) error {
	if c.Pace < 0 {
		return wrongUsage("--pace %v: 0s, or longer", c.Pace)
	}
	game, err := app.GameOf(c.Game)
	if err != nil {
		return err
	}
	recording, start := robot.RecordingOf(game, c.Pace)
	if len(recording.Moves) == 0 {
		return wrongUsage("%s has no moves to be shown", c.Game)
	}
	return playCommand{
		Config: c.Config, Sim: c.Sim, EstopPin: c.EstopPin, Guard: c.Guard, Alarms: c.Alarms, JSON: c.JSON,
		Speed: c.Speed, Language: c.Language,
		Side: "white", Time: time.Second, Games: 1, Turn: "auto", Human: "auto", Level: "full", SetUp: c.SetUp,
		New: c.Config != "", Options: c.Options, rehearsal: rehearsal{Form: "steps"},
		shows: &service.Show{Recording: recording, Start: start, SetUp: c.SetUp},
	}.play(ctx, s)
}
