package main

import (
	"context"

	"draughtsman/internal/terminal"
)

type phoneCommand struct {
	terminal.Phone `embed:""`
}

func (phoneCommand) Help() string {
	return `Scan the QR code with a phone in the same network, let the page use the camera, and
fix the phone above the board. The program runs until Ctrl-C, and needs nothing to be
installed on the phone. In another terminal, with two people at the board:

  draughtsman phone &
  draughtsman watch --camera http://127.0.0.1:8519/phone.jpg --pdn games.pdn --page

or against the robot without an arm, whose moves you carry out, with camera.source:
"http://127.0.0.1:8519/phone.jpg" and arm.driver: hands in table.yaml:

  draughtsman calibrate --config table.yaml
  draughtsman serve --config table.yaml`
}

// Run serves the phone's page until it is interrupted.
func (c phoneCommand) Run(ctx context.Context, s *session) error {
	return c.Phone.Run(ctx, s.streams())
}
