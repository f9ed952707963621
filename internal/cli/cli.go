// Package cli runs a program's command line in the way that all of this
// project's programs have in common: help for whoever types nothing, one
// sentence for what goes wrong, and an exit status that tells a wrong command
// from a failed one.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
)

// Exit statuses.
const (
	Done   = 0
	Failed = 1
	Usage  = 2
)

// Program is what a person is told about a program before its commands.
type Program struct {
	Name        string
	Description string
}

// Run carries out what args say and answers the exit status. The commands are
// a struct of kong's, whose Run methods may take a context and the session; the
// session is whatever the program gives its commands. Help goes to out, what
// goes wrong to errs.
//
// The first Ctrl-C ends the context, so that a command can stop in order (an arm
// stands still, a game is kept); a second one kills the program.
func (p Program) Run(commands any, session any, args []string, out, errs io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)

	helped := -1
	parser, err := kong.New(commands,
		kong.Name(p.Name),
		kong.Description(p.Description),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Writers(out, errs),
		kong.Exit(func(status int) { helped = status }),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(session),
	)
	if err != nil {
		return p.failed(errs, err)
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	command, err := parser.Parse(args)
	if helped >= 0 { // --help has been printed
		return helped
	}
	if err != nil {
		_ = p.failed(errs, err)
		fmt.Fprintf(errs, "Try: %s --help\n", p.Name)
		return Usage
	}
	if err := command.Run(); err != nil {
		return p.failed(errs, err)
	}
	return Done
}

// failed says what went wrong and answers the exit status for it.
func (p Program) failed(errs io.Writer, err error) int {
	fmt.Fprintf(errs, "%s: %v\n", p.Name, err)
	var wrong *UsageError
	if errors.As(err, &wrong) {
		return Usage
	}
	return Failed
}

// UsageError is an error in what the user typed.
type UsageError struct{ err error }

// WrongUsage is a UsageError in the words of fmt.Errorf.
func WrongUsage(format string, args ...any) error {
	return &UsageError{fmt.Errorf(format, args...)}
}

func (e *UsageError) Error() string { return e.err.Error() }

// Unwrap is the error within.
func (e *UsageError) Unwrap() error { return e.err }
