package firmware

import (
	"draughtsman/internal/table/gantry"
	"draughtsman/internal/table/world"
)

// Protocol is the firmware of a simulated arm.
type Protocol = gantry.Protocol

// The firmwares that are simulated: GRBL and its relatives are the gantry's own.
const (
	GRBL    = gantry.GRBL
	GrblHAL = gantry.GrblHAL
	FluidNC = gantry.FluidNC

	Marlin  Protocol = "marlin"
	UArm    Protocol = "uarm"
	Dobot   Protocol = "dobot"
	Klipper Protocol = "klipper" // behind Moonraker, in a network
)

// Options are a machine and its controller. The zero value of each is a usable default.
type Options struct {
	Protocol        Protocol    // "": GRBL
	Bed             world.Point // of gantry.Options, as are those below
	Origin          *world.Point
	Seed            uint64
	ForgetfulResets *float64
	NativeUSB       bool
	Settings        map[int]float64
	Link            string
	// Faults go wrong, each once.
	Faults []Fault
	// Memory: there is no pseudo-terminal, hosts connect by Board.Dial. It works on a fake clock.
	Memory bool
	// Listen is an address in a network at which the controller is to be reached in place of a pseudo-terminal,
	// "tcp://127.0.0.1:0" or "ws://127.0.0.1:0"; "": none.
	Listen string
	// Relay: at that address a computer passes on the serial line to all who connect.
	Relay bool
}

// machine is what they say of the machine alone.
func (o Options) machine() gantry.Options {
	return gantry.Options{Protocol: o.Protocol, Bed: o.Bed, Origin: o.Origin, Seed: o.Seed,
		ForgetfulResets: o.ForgetfulResets, NativeUSB: o.NativeUSB, Settings: o.Settings, Link: o.Link}.WithDefaults()
}
