package main

import (
	"bufio"
	"context"
	"io"

	"draughtsman/arm/serialport"
	"draughtsman/internal/cli"
	"draughtsman/internal/terminal"
)

// errEnter ends a game in which the keyboard is there for nothing else.
var errEnter = cli.Asked("stopped by Enter")

// emergency has a switch, if there is one, and the Enter key, if nothing else reads it, end the game: the arm is
// stopped as it is by Ctrl-C. Lines that ask for something stop nothing.
func (c playCommand) emergency(ctx context.Context, s *session, stop context.CancelCauseFunc,
	say terminal.Talker) (closing func() error, err error) {
	closing = func() error { return nil }
	if c.EstopPin != "" {
		pin, err := serialport.OpenPin(c.EstopPin)
		if err != nil {
			return nil, wrongUsage("--estop-pin: %w", err)
		}
		closing = pin.Close
		go func() { stop(pin.Await(ctx)) }()
	}
	if c.Config != "" && c.Turn == "auto" && !c.Step && !c.DryRun {
		go stopAtEnter(s.in, stop, say)
	}
	return closing, nil
}

// stopAtEnter waits for a line that asks for nothing. That there will be none stops nothing.
func stopAtEnter(in io.Reader, stop context.CancelCauseFunc, say terminal.Talker) {
	for lines := bufio.NewScanner(in); lines.Scan(); {
		if !say(lines.Text()) {
			stop(errEnter)
			return
		}
	}
}
