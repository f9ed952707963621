package process

import (
	"errors"
	"fmt"
	"io"
	"os/exec"
	"time"
)

// outputGrace is how long what a program started may keep its output open once it has ended.
const outputGrace = 500 * time.Millisecond

// Talking is a program that is running, to be talked to. Wait has to be called in the end.
type Talking struct {
	In   io.WriteCloser // its standard input
	Out  io.ReadCloser  // its standard output
	cmd  *exec.Cmd
	said *words
}

// Start starts a program, given by its path and its arguments.
func Start(command []string) (*Talking, error) {
	if len(command) == 0 {
		return nil, errors.New("start a program: no command is given")
	}
	t := &Talking{}
	t.cmd, t.said = prepare(command, outputGrace)
	var err error
	if t.In, err = t.cmd.StdinPipe(); err == nil {
		t.Out, err = t.cmd.StdoutPipe()
	}
	if err == nil {
		err = t.cmd.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", command[0], err)
	}
	return t, nil
}

// Wait waits until the program has ended and is an error that says how, with what it wrote to standard error. It is
// called once, after the last read.
func (t *Talking) Wait() error {
	how := ending(t.cmd.Wait(), t.said)
	if how == "" {
		return fmt.Errorf("%s: it ended", t.cmd.Path)
	}
	return fmt.Errorf("%s: it ended with %s", t.cmd.Path, how)
}

// Kill ends the program and what it started.
func (t *Talking) Kill() {
	stop(t.cmd.Process.Pid)
	_ = t.Out.Close() // in case that somebody else still holds the other end
}
