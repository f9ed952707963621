// Package cli runs a program's command line in the way that all of this project's programs have in common: help for
// whoever types nothing, one sentence for what goes wrong, and an exit status that tells a wrong command from a
// failed one.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"syscall"

	"github.com/alecthomas/kong"
)

// Exit statuses.
const (
	Done   = 0 // or ended as it was asked to
	Failed = 1
	Usage  = 2
)

// Program is what a person is told about a program before its commands.
type Program struct {
	Name        string
	Description string
	With        []string // libraries and their versions, beside Go

	// Moves makes what the program moves, which commands find in their context; nil: it moves nothing.
	Moves func(ctx context.Context, errs io.Writer) (context.Context, Moving)
}

// Run carries out what args say and answers the exit status. The commands are a struct of kong's, whose Run methods
// may take a context, the session and Given; the session is whatever the program gives its commands, made with what
// they are to write to. Help goes to out, what goes wrong to errs.
//
// The first Ctrl-C ends the context, so that a command can stop in order (an arm stands still, a game is kept); a
// second one ends the program at once. Ctrl-\ ends the context, too, the cause being ErrQuit, and so do a terminal that
// was closed and a pipe that nobody reads: ErrHungUp and ErrNobodyReads. Ctrl-Z stops the program when what it moves is
// at rest. What somebody has asked to end is done, whatever it has come to: only what has gone wrong beside is a
// failure. So is a result that could not be written, whatever the command made of it.
func (p Program) Run(commands any, session func(out, errs io.Writer) any, args []string, out, errs io.Writer) int {
	ctx, moving := context.Background(), Moving(nil)
	if p.Moves != nil {
		ctx, moving = p.Moves(ctx, errs)
	}
	ctx, end, stop := interruptible(ctx, moving)
	defer stop()
	results, progress := &output{to: out, deserted: end}, &output{to: errs, deserted: end}
	status, err := p.command(ctx, commands, session(results, progress), args, results, progress)
	switch failure := results.failure(); {
	case errors.Is(failure, syscall.EPIPE) && (err == nil || nothingBut(err, unread...)):
		return Failed // and whoever has read enough hears no complaint
	case failure != nil && (err == nil || errors.Is(err, failure)):
		status, err = Failed, fmt.Errorf("the result could not be written: %w", failure)
	case nothingBut(err), AskedToEnd(ctx) && nothingBut(err, context.Canceled):
		status = Done
	}
	if err != nil {
		fmt.Fprintf(errs, "%s: %s\n", p.Name, Readable(words(err)))
	}
	return status
}

// command runs the command that args name, and answers the exit status and what went wrong.
func (p Program) command(ctx context.Context, commands, session any, args []string, out, errs io.Writer) (int, error) {
	helped := -1
	var about struct {
		Version    kong.VersionFlag `help:"Print the version and quit."`
		Completion completion       `help:"Print the completion for bash, zsh or fish." placeholder:"SHELL"`
		Man        manual           `help:"Print the manual page."`
	}
	parser, err := kong.New(commands, append(values(),
		kong.Embed(&about),
		kong.Vars{"version": Version(p.Name, p.With...)},
		kong.Name(p.Name),
		kong.Description(p.Description),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Help(printHelp),
		kong.Writers(out, errs),
		kong.Exit(func(status int) { helped = status }),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(session),
	)...)
	if err != nil {
		return Failed, err
	}
	if complete(parser); helped >= 0 {
		return helped, nil
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	args, err = withNegatives(args)
	if err != nil {
		return Usage, p.misuse(err)
	}
	command, err := parser.Parse(args)
	if helped >= 0 { // --help, or what else tells of the program, has been printed
		return helped, nil
	}
	if err != nil {
		return Usage, p.misuse(err)
	}
	if err = command.Run(given(command)); err == nil {
		return Done, nil
	}
	var wrong *UsageError
	if errors.As(err, &wrong) {
		return Usage, err
	}
	return Failed, err
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
