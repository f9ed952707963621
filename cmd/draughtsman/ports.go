package main

import (
	"fmt"

	"draughtsman/arm/serialport"
)

type portsCommand struct{}

func (portsCommand) Help() string {
	return `Run it with the arm plugged in and again without: the port that is gone then is
the one for arm.port in the table's description.

  draughtsman ports

An arm whose controller is in the network is not listed. Its address goes there:
tcp://192.168.4.1:23 (FluidNC, grblHAL, ser2net) or ws://fluidnc.local:81 (FluidNC).`
}

func (portsCommand) Run(s *session) error {
	ports, err := serialport.List()
	if err != nil {
		return err
	}
	if len(ports) == 0 {
		fmt.Fprintln(s.err, "No serial port found: is the arm plugged in, and are you in the group that may use it (on "+
			"Debian: dialout)?")
		return nil
	}
	for _, p := range ports {
		fmt.Fprintln(s.out, p)
	}
	return nil
}
