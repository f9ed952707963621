// Draughtsman plays checkers on a real board: a camera looks, an engine thinks, a robot arm moves. Without hardware
// it plays on a simulated table.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/rs/zerolog"

	"draughtsman/arm"
	"draughtsman/internal/cli"
	"draughtsman/internal/terminal"
	"draughtsman/vision/imaging"
)

type commands struct {
	Play  playCommand  `cmd:"" help:"Play games on a table: the simulated one, or a real one with --config."`
	Show  showCommand  `cmd:"" help:"Have the arm play a recorded game on the board."`
	Serve serveCommand `cmd:"" help:"Play game after game, and answer programs and pages that ask."`
	Plan  planCommand  `cmd:"" help:"Show how the arm would make a move, without moving anything."`

	Watch     watchCommand     `cmd:"" help:"Record a game between two people."`
	See       seeCommand       `cmd:"" help:"Find and read the board in pictures."`
	Calibrate calibrateCommand `cmd:"" help:"Measure a table: its board as the camera sees it, and where the arm thinks it is."`
	Sim       simCommand       `cmd:"" help:"Run the simulated table alone, for another process to play on."`
	Ports     portsCommand     `cmd:"" help:"List the serial ports that an arm could be on."`
	Cameras   camerasCommand   `cmd:"" help:"List the cameras of this computer, what they offer, and why one cannot be used."`
	Phone     phoneCommand     `cmd:"" help:"Have a phone be the camera, by its browser."`
	Arm       armCommand       `cmd:"" help:"Check whether the arm does all that a game needs."`
	Servos    servosCommand    `cmd:"" help:"Say what the servos on a port measure (arms with the driver feetech)."`

	Verbose bool `short:"v" help:"Log what happens inside to standard error."`
}

// session is what every command gets: what to read, where to write, and how to log.
type session struct {
	in       io.Reader
	out, err io.Writer
	log      zerolog.Logger
}

// streams are those of the session.
func (s *session) streams() terminal.Streams {
	return terminal.Streams{In: s.in, Out: s.out, Err: s.err, Log: s.log}
}

// withConsole opens the console of a session: what comes back is as of openConsole.
func withConsole(ctx context.Context, s *session) (context.Context, *session, *terminal.Console, error) {
	ctx, inner, c, err := terminal.OpenConsole(ctx, s.streams())
	return ctx, &session{in: inner.In, out: inner.Out, err: inner.Err, log: inner.Log}, c, err
}

// AfterApply sets up the log before a command runs.
func (c commands) AfterApply(s *session) error {
	if c.Verbose {
		s.log = zerolog.New(zerolog.ConsoleWriter{Out: s.err, TimeFormat: time.TimeOnly}).With().Timestamp().Logger()
	}
	return nil
}

func main() {
	errs, err := ownErrors()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(run(os.Args[1:], cli.Keyboard(os.Stdin), os.Stdout, errs))
}

func run(args []string, in io.Reader, out, errs io.Writer) int {
	program := cli.Program{
		Name:        "draughtsman",
		Description: "A robot that plays checkers on a real board. Start with: draughtsman play",
		With:        []string{"OpenCV " + imaging.OpenCV()},
		Moves:       movedArm,
	}
	begin := func(out, errs io.Writer) any { return &session{in: in, out: out, err: errs, log: zerolog.Nop()} }
	return program.Run(&commands{}, begin, args, out, errs)
}

// movedArm is the arm that a command moves, and tells on errs what becomes of it when the program is stopped.
func movedArm(ctx context.Context, errs io.Writer) (context.Context, cli.Moving) {
	job := &arm.Job{Say: func(text string) { fmt.Fprintln(errs, text) }}
	return arm.WithJob(ctx, job), job
}

func wrongUsage(format string, args ...any) error { return cli.WrongUsage(format, args...) }
