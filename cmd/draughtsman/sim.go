package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	"draughtsman/engine/checkers"
	"draughtsman/internal/app"
	"draughtsman/internal/config"
	"draughtsman/internal/files"
	"draughtsman/internal/simulation"
	"draughtsman/internal/table"
)

type simCommand struct {
	Config string `type:"path" default:"table.yaml" help:"Write the table's description here, and its calibration beside it." placeholder:"FILE"`
	Side   string `enum:"black,white,alternate" default:"black" help:"The simulated human's side: black (moves first), white, or alternate."`
	Speed  string `default:"1" help:"How much faster than real time, 1 or more, or max."`
	Listen string `default:"127.0.0.1:0" help:"Address of the camera's server; port 0 is any free one."`
	Human  string `enum:"auto,page" default:"auto" help:"The human plays by itself (auto), or you make its moves in a browser (page)."`

	PageListen string `default:"127.0.0.1:8518" help:"Where browsers are answered with --human page. An address that other computers reach needs --token-file." group:"Clients:"`

	clientFlags        `embed:""`
	simulation.Options `embed:""`
}

func (simCommand) Help() string {
	return `The camera is served as MJPEG over HTTP, the arm is a serial port. Both stand in
the description that is written, which other commands take as --config:

  draughtsman sim &
  draughtsman play --config table.yaml

It runs until Ctrl-C. The human at the table waits until the arm has moved. To try
the calibration on it let the robot begin: nobody touches the pieces before it moves.

  draughtsman sim --side white &
  draughtsman calibrate --config table.yaml
  draughtsman play --config table.yaml --side black

To sit at the table yourself, in a browser (http://127.0.0.1:8518/), where you see
what its camera sees, and a hand makes your moves:

  draughtsman sim --human page &
  draughtsman play --config table.yaml`
}

// Run runs the table until it is interrupted.
func (c simCommand) Run(ctx context.Context, s *session) (err error) {
	speed, err := simulation.ParseSpeed(c.Speed)
	if err != nil {
		return err
	}
	if err := c.Check(); err != nil {
		return err
	}
	switch {
	case c.Human != app.ByPage && c.protects():
		return wrongUsage("--token-file, --spectator-file and --host belong to the page: add --human page, or leave them out")
	}
	if err := mayOverwrite(c.Config); err != nil {
		return err
	}
	lock, err := files.Take(c.Config + ".sim")
	if used := (*files.InUse)(nil); errors.As(err, &used) {
		return wrongUsage("another simulated table is running behind %s (process %d): choose another name with --config",
			c.Config, used.PID)
	}
	if err != nil {
		return err
	}
	defer closeWith(&err, lock.Release)
	person := c.Person(c.humans)
	options := table.Options{Human: &person, Listen: c.Listen}
	var sits *sitting
	if c.Human == app.ByPage {
		if sits, err = c.sit(s, &options); err != nil {
			return err
		}
		defer closeWith(&err, sits.serving.Close)
	}
	screen := newTerminal(s)
	sim, err := c.Start(ctx, screen.told(s), c.Config, speed, options)
	screen.clear()
	if errors.Is(err, syscall.EADDRINUSE) {
		return wrongUsage("--listen %s: %w", c.Listen, occupied(c.Listen, err))
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, sim.Close()) }()
	side := ""
	if robots := c.robots(); robots != "white" { // which is what play takes for granted
		side = " --side " + robots
	}
	fmt.Fprintf(s.out, "camera %s\narm    %s\nThe table is described in %s. Play on it with:\n  draughtsman play "+
		"--config %s%s\n",
		sim.CameraURL(), sim.PortPath(), c.Config, c.Config, side)
	if sits != nil {
		return sits.run(ctx, s, sim)
	}
	defer context.AfterFunc(ctx, sim.Stop)()
	return sim.Wait()
}

// humans is the human's side in a game by its number, from 0.
func (c simCommand) humans(game int) checkers.Side { return app.SideIn(c.robots(), game).Opponent() }

// robots is the --side of a robot that plays with the human.
func (c simCommand) robots() string {
	switch c.Side {
	case "black":
		return "white"
	case "white":
		return "black"
	}
	return c.Side
}

// mayOverwrite refuses a file that a person has written or changed.
func mayOverwrite(path string) error {
	text, err := config.Kind.Read(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case files.Intact(simulation.Note, text):
		return nil
	case strings.Contains(string(text), simulation.Note):
		return wrongUsage("%s was changed since `draughtsman sim` wrote it, or is of an earlier version; it is left as it "+
			"is (choose another name with --config, or move it away)", path)
	}
	return wrongUsage("%s is not of a simulated table; it is left as it is (choose another name with --config)", path)
}
