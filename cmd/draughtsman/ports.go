package main

import (
	"encoding/json"
	"fmt"

	"draughtsman/arm/serialport"
)

type portsCommand struct {
	JSON bool `name:"json" help:"Print one JSON object a line for each port."`
}

func (portsCommand) Help() string {
	return `Run it with the arm plugged in and again without: the port that is gone then is
the one for arm.port in the table's description. The second line of each is what to
copy: that name stays when others are plugged in first.

  draughtsman ports

An arm whose controller is in the network is not listed. Its address goes there:
tcp://192.168.4.1:23 (FluidNC, grblHAL, ser2net) or ws://fluidnc.local:81 (FluidNC).`
}

// Run lists the ports.
func (c portsCommand) Run(s *session) error {
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
		user := p.User()
		if !c.JSON {
			if user != "" {
				user = "  in use (" + user + ")"
			}
			fmt.Fprintf(s.out, "%v%s\n", p, user)
			if p.Stable != "" {
				fmt.Fprintf(s.out, "  arm: {port: %q}\n", p.Stable)
			}
			continue
		}
		if err := json.NewEncoder(s.out).Encode(portLine{p.Name, p.VendorID, p.ProductID, p.Manufacturer, p.Product,
			p.SerialNumber, p.Stable, user}); err != nil {
			return err
		}
	}
	return nil
}

// portLine is a port as JSON.
type portLine struct {
	Name         string `json:"port"`
	VendorID     string `json:"usb_vendor,omitempty"`
	ProductID    string `json:"usb_product,omitempty"`
	Manufacturer string `json:"manufacturer,omitempty"`
	Product      string `json:"product,omitempty"`
	SerialNumber string `json:"serial_number,omitempty"`
	Stable       string `json:"stable,omitempty"`
	User         string `json:"used_by,omitempty"`
}
