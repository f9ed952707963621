package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table"
)

type simCommand struct {
	Config string `type:"path" default:"table.yaml" help:"Write the table's description here, and its calibration beside it." placeholder:"FILE"`
	Side   string `enum:"black,white,alternate" default:"black" help:"The simulated human's side: black (moves first), white, or alternate."`
	Speed  string `default:"1" help:"How much faster than real time, 1 or more, or max."`
	Listen string `default:"127.0.0.1:0" help:"Address of the camera's server; port 0 is any free one."`

	simulatedTable `embed:""`
}

func (simCommand) Help() string {
	return `The camera is served as MJPEG over HTTP, the arm is a serial port. Both stand in
the description that is written, which other commands take as --config:

  draughtsman sim &
  draughtsman play --config table.yaml

It runs until Ctrl-C. The human at the table waits until the arm has moved.`
}

// Run runs the table until it is interrupted.
func (c simCommand) Run(ctx context.Context, s *session) (err error) {
	speed, err := parseSpeed(c.Speed)
	if err != nil {
		return err
	}
	if err := c.validate(); err != nil {
		return err
	}
	if err := mayOverwrite(c.Config); err != nil {
		return err
	}
	person := c.human(func(game int) checkers.Side { return sideIn(c.Side, game) })
	sim, err := c.start(ctx, s, c.Config, speed, table.Options{Human: &person, Listen: c.Listen})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, sim.Close()) }()
	fmt.Fprintf(s.out, "camera %s\narm    %s\nThe table is described in %s. Play on it with:\n  draughtsman play --config %s\n",
		sim.table.CameraURL(), sim.table.PortPath(), c.Config, c.Config)
	return sim.table.Wait()
}

// mayOverwrite refuses a file that a person has written.
func mayOverwrite(path string) error {
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if !strings.Contains(string(text), simulatedNote) {
		return wrongUsage("%s is not of a simulated table; it is left as it is (choose another name with --config)", path)
	}
	return nil
}
