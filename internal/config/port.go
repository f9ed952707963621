package config

import "draughtsman/arm/netport"

// InNetwork reports whether the arm's controller is reached over a network, where others may be connected to it too.
func (a Arm) InNetwork() bool { return netport.Is(a.Port) }

// validatePort says what is wrong about an address in a network.
func (a Arm) validatePort() error {
	if !a.InNetwork() {
		if a.Driver == "klipper" && a.Port != "" {
			return wrongValue("arm.port",
				"is %q; Klipper is reached through Moonraker, at an address such as moonraker://printer.local:7125", a.Port)
		}
		return nil
	}
	address, err := netport.Parse(a.Port)
	if err != nil {
		return wrongValue("arm.port", "is wrong: %v", err)
	}
	if (address.Scheme == netport.Moonraker) != (a.Driver == "klipper") {
		return wrongValue("arm.port",
			"is %s, which the driver %s does not speak: klipper goes with moonraker://, and nothing else does", a.Port, a.Driver)
	}
	if a.Baud != 0 {
		return wrongValue("arm.baud", "belongs to a serial port, not to %s: leave it out", a.Port)
	}
	return nil
}
