package main

import (
	"context"
	"fmt"
	"text/tabwriter"

	"draughtsman/arm/feetech"
	"draughtsman/arm/serialport"
)

type servosCommand struct {
	Port string `arg:"" help:"The adapter's serial port; see draughtsman ports."`
	Baud int    `default:"1000000" help:"Bits a second."`
}

func (servosCommand) Help() string {
	return `Every servo with an id from 1 to 20 says where it is, what it measures and what is
wrong with it. Nothing moves and nothing is changed: turn a joint by hand and run it
again to see which servo it is, and what its position is in the middle pose.

  draughtsman servos /dev/ttyACM0`
}

// Run prints a line for each servo.
func (c servosCommand) Run(ctx context.Context, s *session) error {
	port, err := serialport.Open(c.Port, serialport.Options{Baud: c.Baud})
	if err != nil {
		return err
	}
	reports, err := feetech.Inspect(ctx, port, s.log)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "id\tmodel\tfirmware\tposition\tfrom\tto\toffset\tvolts\t°C\tholds\tfaults")
	for _, r := range reports {
		holds := "no"
		if r.Torque {
			holds = "yes"
		}
		fmt.Fprintf(w, "%d\t%s\t%s\t%d\t%d\t%d\t%d\t%.1f\t%d\t%s\t%v\n",
			r.ID, r.Model, r.Firmware, r.Position, r.Min, r.Max, r.Offset, r.Volts, r.Celsius, holds, r.Faults)
	}
	return w.Flush()
}
