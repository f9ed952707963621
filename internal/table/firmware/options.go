package firmware

import "draughtsman/internal/table/world"

// Protocol is the firmware of a simulated arm.
type Protocol string

// The firmwares that are simulated.
const (
	GRBL    Protocol = "grbl"    // 1.1h
	GrblHAL Protocol = "grblhal" // 1.1f of its own numbering
	FluidNC Protocol = "fluidnc" // 3.7
	Marlin  Protocol = "marlin"
	UArm    Protocol = "uarm"
	Dobot   Protocol = "dobot"
	Klipper Protocol = "klipper" // behind Moonraker, in a network
)

// Family is the firmware whose protocol a host speaks to this one: GRBL for its relatives, and itself for all others.
func (p Protocol) Family() Protocol {
	switch p {
	case GrblHAL, FluidNC:
		return GRBL
	}
	return p
}

// Options are the gantry and its controller. The zero value of each is a usable default.
type Options struct {
	Protocol Protocol     // "": GRBL
	Bed      world.Point  // travel along each axis, mm; 0: 640 × 520 × 90
	Origin   *world.Point // machine coordinates of the homing switches; nil: Bed
	Seed     uint64       // of what happens by chance
	// ForgetfulResets is the share of resets in mid-motion after which the controller claims to be idle, without
	// ALARM:3, as the real one has been seen to do; nil: 0.4.
	ForgetfulResets *float64
	// NativeUSB: the serial line of a board of GRBL's family or Marlin's is USB itself (or a socket), so that opening
	// it resets nothing. With Marlin what was received is not lost with a bad line.
	NativeUSB bool
	// Settings are those of GRBL's family, by number, that somebody has changed.
	Settings map[int]float64
	// Faults go wrong, each once.
	Faults []Fault
	// Memory: there is no pseudo-terminal, hosts connect by Board.Dial. It works on a fake clock.
	Memory bool
	// Listen is an address in a network at which the controller is to be reached in place of a pseudo-terminal,
	// "tcp://127.0.0.1:0" or "ws://127.0.0.1:0"; "": none.
	Listen string
	// Relay: at that address a computer passes on the serial line to all who connect.
	Relay bool
	// Link is a path at which a symbolic link to the port is made; "": none.
	Link string
}

func (o Options) withDefaults() Options {
	if o.Protocol == "" {
		o.Protocol = GRBL
	}
	if o.Bed == (world.Point{}) {
		o.Bed = world.Point{X: 640, Y: 520, Z: 90}
	}
	if o.Origin == nil {
		o.Origin = &o.Bed
	}
	if o.ForgetfulResets == nil {
		share := 0.4
		o.ForgetfulResets = &share
	}
	return o
}
