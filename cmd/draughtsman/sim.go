package main

import (
	"context"
	"errors"

	"draughtsman/internal/terminal"
)

type simCommand struct {
	terminal.Sim `embed:""`
	moved        `embed:""`
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
func (c simCommand) Run(ctx context.Context, s *session) error { return c.Sim.Run(ctx, s.streams()) }

// moved are flags of the simulated table that only the laboratory's has.
type moved struct {
	Protocol  ofLab `hidden:"" group:"Simulated table:"`
	ArmListen ofLab `hidden:"" group:"Simulated table:"`
	Faults    ofLab `hidden:"" group:"Simulated table:"`
}

// ofLab is the value of a flag that says where that is now.
type ofLab string

// UnmarshalText refuses what is not so anyway.
func (*ofLab) UnmarshalText(text []byte) error {
	if string(text) == "grbl" {
		return nil
	}
	return errors.New("other arms, networks and faults are simulated by `lab sim`, which takes this flag and describes " +
		"its table in table.yaml: play there with --config table.yaml")
}
