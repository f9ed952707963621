package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/csci561"
	"draughtsman/engine/league"
	"draughtsman/engine/pdn"
	"draughtsman/engine/process"
	"draughtsman/internal/cli"
)

type refereeCommand struct {
	A string `required:"" help:"An agent's command line, such as homework or \"checkers agent minimax --depth 4\"; the program is looked for on the PATH, then beside this one." placeholder:"COMMAND"`
	B string `required:"" help:"The other agent's." placeholder:"COMMAND"`

	Games      int     `default:"1" help:"Games to play (${default})." placeholder:"N"`
	Time       float64 `default:"300" help:"CPU time of each agent for a whole game, in seconds (${default})." placeholder:"SECONDS"`
	AFirst     *int    `name:"a-first" help:"In how many games a is Black, who begins; in every second one if not given." placeholder:"N"`
	CPU        string  `name:"cpu" default:"total" enum:"total,user" help:"What counts as CPU time: total, all of it, or user, what is not spent in the operating system, as the official run measured it (${default})."`
	Lenient    bool    `help:"Take moves as the official referee did: with blank lines, tabs, capitals, and E for a jump."`
	DrawToTime bool    `help:"Give a draw to the agent with more time left."`
	FEN        string  `name:"fen" help:"Begin at this position; at the start if not given." placeholder:"FEN"`

	CalibrateA string `name:"calibrate-a" help:"A command to run once in a's folder before the match." placeholder:"COMMAND"`
	CalibrateB string `name:"calibrate-b" help:"The same for b." placeholder:"COMMAND"`
	Patience   moment `default:"10s" help:"Stop an agent that does nothing for so long (${default})." placeholder:"TIME"`
	Keep       string `type:"path" help:"Keep the agents' folders, a and b, in this one." placeholder:"DIRECTORY"`
	PDN        string `name:"pdn" type:"path" help:"Write the games to this new file." placeholder:"FILE"`
	JSON       bool   `name:"json" help:"Print one JSON object a line for each game, and at the end for each agent."`
}

// Help is what --help adds.
func (refereeCommand) Help() string {
	return `Each move is a run of the agent's program in a folder of its own, where input.txt says
what there is to play and output.txt the move. docs/league.md has more.

  checkers referee --a homework --b 'checkers agent minimax --depth 4' --games 9 --time 100
  checkers referee --a 'python3 my_agent.py' --b homework --pdn games.pdn --keep folders`
}

// Run prints a row a game and a row an agent.
func (c refereeCommand) Run(ctx context.Context, s *session) (err error) {
	match, err := c.match(s)
	if err != nil {
		return err
	}
	root, remove, err := c.folder(s)
	if err != nil {
		return err
	}
	defer remove()
	a, err := c.agent(ctx, "a", c.A, c.CalibrateA, root)
	if err != nil {
		return err
	}
	b, err := c.agent(ctx, "b", c.B, c.CalibrateB, root)
	if err != nil {
		return err
	}
	if a.Name == b.Name {
		a.Name, b.Name = "a: "+a.Name, "b: "+b.Name
	}

	games := io.Discard
	if c.PDN != "" {
		file, err := os.OpenFile(c.PDN, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err != nil {
			return fmt.Errorf("--pdn wants a new file: %w", err)
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		games = file
	}
	table := c.table(s, [2]string{a.Name, b.Name})
	table.Heading()
	played := 0
	err = league.PlayMatch(ctx, [2]league.Agent{a, b}, match, func(p league.Played) error {
		played = p.Number
		table.Add(p)
		for side, words := range p.Failed {
			if words != "" {
				s.note(fmt.Sprintf("game %d: %s moved, but its program failed: %s", p.Number, checkers.Side(side), words))
			}
		}
		return pdn.Write(games, p.PDN(pdn.Tag{Name: "Event", Value: pdn.Plain(a.Name + " – " + b.Name)}))
	})
	if err == nil || ctx.Err() != nil {
		table.Totals()
	}
	if ctx.Err() != nil {
		return cli.Interrupted(ctx, "interrupted after %d of %s", played, howMany(match.Games, "game"))
	}
	return err
}

// scores are told as a match goes on.
type scores interface {
	Heading()
	Add(league.Played)
	Totals()
}

// table is how a match is told, between agents of these names.
func (c refereeCommand) table(s *session, names [2]string) scores {
	if c.JSON {
		return league.NewLines(s.out, names)
	}
	return league.NewTable(s.out, names)
}

// match is what is to be played.
func (c refereeCommand) match(s *session) (league.Match, error) {
	m := league.Match{
		Games: c.Games, First: (c.Games + 1) / 2,
		Terms: league.Terms{Start: checkers.Start(), Patience: time.Duration(c.Patience), DrawToTime: c.DrawToTime},
	}
	if c.CPU == "user" {
		m.Terms.Count = process.CountUser
	}
	if c.Lenient {
		m.Terms.Form = csci561.Lenient
	}
	switch {
	case c.Games < 1:
		return m, wrongUsage("--games %d: want 1 or more", c.Games)
	case !(c.Time >= 1e-6 && c.Time <= longestGame):
		return m, wrongUsage("--time %g: want seconds from 0.000001 to %g", c.Time, longestGame)
	case c.Patience == 0:
		return m, wrongUsage("--patience 0: want a time above 0")
	}
	m.Terms.Time = time.Duration(math.Round(c.Time * float64(time.Second)))
	if c.AFirst != nil {
		if m.First = *c.AFirst; m.First < 0 || m.First > c.Games {
			return m, wrongUsage("--a-first %d: want 0 to the number of games, %d", m.First, c.Games)
		}
	}
	if c.FEN != "" {
		var err error
		if m.Terms.Start, err = s.position(c.FEN); err != nil {
			return m, wrongUsage("--fen: %w", err)
		}
	}
	return m, nil
}

// longestGame is far beyond every sensible limit, in seconds.
const longestGame = 1e6

// folder is where the agents' folders are, and what to do with it at the end.
func (c refereeCommand) folder(s *session) (path string, remove func(), err error) {
	if c.Keep != "" {
		return c.Keep, func() {}, s.folder("keep", c.Keep)
	}
	path, err = os.MkdirTemp("", "checkers-referee-")
	return path, func() { _ = os.RemoveAll(path) }, err
}

// agent makes an agent's folder ready, and lets it measure the machine.
func (c refereeCommand) agent(ctx context.Context, folder, line, calibrate, root string) (league.Agent, error) {
	command, err := program(line)
	if err != nil {
		return league.Agent{}, fmt.Errorf("--%s: %w", folder, err)
	}
	agent := league.Agent{Name: line, Command: command, Folder: csci561.Folder(filepath.Join(root, folder))}
	if err := os.MkdirAll(string(agent.Folder), 0o755); err != nil || calibrate == "" {
		return agent, err
	}
	if command, err = program(calibrate); err != nil {
		return agent, fmt.Errorf("--calibrate-%s: %w", folder, err)
	}
	limits := process.Limits{CPU: time.Minute, Patience: time.Duration(c.Patience)}
	usage, err := process.Run(ctx, command, string(agent.Folder), limits)
	if err == nil && usage.End != process.Exited {
		err = fmt.Errorf("it failed or took too long %s", usage.Words)
	}
	if err != nil {
		return agent, fmt.Errorf("--calibrate-%s: %w", folder, err)
	}
	return agent, nil
}

// program is a command line with its program found.
func program(line string) ([]string, error) {
	command, err := process.ParseCommand(line)
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	command[0], err = process.Find(command[0], filepath.Dir(self))
	return command, err
}
