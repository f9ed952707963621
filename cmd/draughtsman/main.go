// Draughtsman plays checkers on a real board: a camera looks, an engine thinks,
// a robot arm moves. Without hardware it plays on a simulated table.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/alecthomas/kong"
	"github.com/rs/zerolog"
)

// Exit statuses.
const (
	done   = 0
	failed = 1
	usage  = 2
)

type commands struct {
	Play playCommand `cmd:"" help:"Play games on a table: the simulated one, or a real one with --config."`
	Plan planCommand `cmd:"" help:"Show how the arm would make a move, without moving anything."`

	See       seeCommand       `cmd:"" help:"Find and read the board in pictures."`
	Calibrate calibrateCommand `cmd:"" help:"Measure a table: its board as the camera sees it, and where the arm thinks it is."`
	Sim       simCommand       `cmd:"" help:"Run the simulated table alone, for another process to play on."`
	Ports     portsCommand     `cmd:"" help:"List the serial ports that an arm could be on."`

	Verbose bool `short:"v" help:"Log what happens inside to standard error."`
}

// session is what every command gets: where to write, and how to log.
type session struct {
	in       io.Reader
	out, err io.Writer
	log      zerolog.Logger
}

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

func run(args []string, in io.Reader, out, errs io.Writer) int {
	// The first Ctrl-C asks the command to stop in order (the arm stands still,
	// the game is kept); a second one kills the program.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)

	var cli commands
	exit := -1
	parser, err := kong.New(&cli,
		kong.Name("draughtsman"),
		kong.Description("A robot that plays checkers on a real board. Start with: draughtsman play"),
		kong.UsageOnError(),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Writers(out, errs),
		kong.Exit(func(code int) { exit = code }),
		kong.BindTo(ctx, (*context.Context)(nil)),
	)
	if err != nil {
		fmt.Fprintln(errs, "draughtsman:", err)
		return failed
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	command, err := parser.Parse(args)
	if exit >= 0 { // --help has been printed
		return exit
	}
	if err != nil {
		fmt.Fprintf(errs, "draughtsman: %v\nTry: draughtsman --help\n", err)
		return usage
	}

	s := &session{in: in, out: out, err: errs, log: zerolog.Nop()}
	if cli.Verbose {
		s.log = zerolog.New(zerolog.ConsoleWriter{Out: errs, TimeFormat: time.TimeOnly}).With().Timestamp().Logger()
	}
	if err := command.Run(s); err != nil {
		fmt.Fprintln(errs, "draughtsman:", err)
		var wrong *usageError
		if errors.As(err, &wrong) {
			return usage
		}
		return failed
	}
	return done
}

// usageError is an error in what the user typed.
type usageError struct{ error }

func (e *usageError) Unwrap() error { return e.error }

func wrongUsage(format string, args ...any) error {
	return &usageError{fmt.Errorf(format, args...)}
}
