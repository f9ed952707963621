package main

import (
	"context"
	"fmt"

	"draughtsman/internal/app"
	"draughtsman/internal/cli"
	"draughtsman/internal/sentence"
	"draughtsman/internal/terminal"
)

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
	if c.Side, c.Level, c.SetUp, err = terminal.AskBeginning(ctx, s.streams(), c.Tag(), c.PDN, carries); err != nil {
		return c, fmt.Errorf("%w before the game began: nothing has moved", err)
	}
	return c, nil
}
