package main

import (
	"context"

	"draughtsman/internal/table/firmware"
	"draughtsman/internal/terminal"
)

type simCommand struct {
	terminal.Sim `embed:""`
	armFlags     `embed:""`
}

func (simCommand) Help() string {
	return `It is what "draughtsman sim" runs, where other arms may stand, also in a network, and
where things go wrong with them:

  lab sim --protocol marlin &
  draughtsman play --config table.yaml

An arm of serial servos (feetech) runs in real time, whatever --speed says.`
}

// Run runs the table until it is interrupted.
func (c simCommand) Run(ctx context.Context, s *terminal.Streams) error {
	if err := c.fit(&c.Options, firmware.Options{}); err != nil {
		return err
	}
	return c.Sim.Run(ctx, *s)
}
