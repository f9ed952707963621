// Lab holds what the people who build Draughtsman try it with: simulated tables with any arm, games on them in
// which everything goes wrong that can, and pictures of which it is known what they show. Whoever plays needs none of
// it.
package main

import (
	"io"
	"os"
	"time"

	"github.com/rs/zerolog"

	"draughtsman/internal/app"
	"draughtsman/internal/cli"
	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
	"draughtsman/internal/terminal"
)

type commands struct {
	Again againCommand `cmd:"" help:"Record a game once more from what was read of its pictures."`
	Sim   simCommand   `cmd:"" help:"Run the simulated table alone, with any arm, for another process to play on."`
	Score scoreCommand `cmd:"" help:"Read labelled pictures of boards, and print how many were read rightly."`
	Soak  soakCommand  `cmd:"" help:"Play games while everything goes wrong that can, and report what became of it."`

	Verbose bool `short:"v" help:"Log what happens inside to standard error."`
}

// AfterApply sets up the log before a command runs.
func (c commands) AfterApply(s *terminal.Streams) error {
	if c.Verbose {
		s.Log = zerolog.New(zerolog.ConsoleWriter{Out: s.Err, TimeFormat: time.TimeOnly}).With().Timestamp().Logger()
	}
	return nil
}

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, out, errs io.Writer) int {
	program := cli.Program{Name: "lab", Description: "The laboratory: what Draughtsman is tried with."}
	begin := func(out, errs io.Writer) any { return &terminal.Streams{Out: out, Err: errs, Log: zerolog.Nop()} }
	return program.Run(&commands{}, begin, args, out, errs)
}

// unheard is for what nobody is told.
func unheard(string) {}

// quiet is a client to whom nothing is said.
func quiet(log zerolog.Logger) app.Client {
	return app.Client{
		Tell: func(robot.Event) {}, Says: func(sentence.Text, bool) {}, Note: func(sentence.Text) {}, Progress: unheard,
		Warns: io.Discard, Log: log,
	}
}
