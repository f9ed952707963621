package gantry

import "draughtsman/internal/table/world"

// Protocol is the firmware of a simulated arm.
type Protocol string

// GRBL and its relatives.
const (
	GRBL    Protocol = "grbl"    // 1.1h
	GrblHAL Protocol = "grblhal" // 1.1f of its own numbering
	FluidNC Protocol = "fluidnc" // 3.7
)

// Family is the firmware whose protocol a host speaks to this one: GRBL for its relatives, and itself for all others.
func (p Protocol) Family() Protocol {
	switch p {
	case GrblHAL, FluidNC:
		return GRBL
	}
	return p
}

// Options are the machine and its controller. The zero value of each is a usable default.
type Options struct {
	Protocol Protocol     // "": GRBL
	Bed      world.Point  // travel along each axis, mm; 0: 640 × 520 × 90
	Origin   *world.Point // machine coordinates of the homing switches; nil: Bed
	Seed     uint64       // of what happens by chance
	// ForgetfulResets is the share of resets in mid-motion after which the controller claims to be idle, without
	// ALARM:3, as the real one has been seen to do; nil: 0.4.
	ForgetfulResets *float64
	// NativeUSB: the serial line of a board is USB itself (or a socket), so that opening it resets nothing. With Marlin
	// what was received is not lost with a bad line.
	NativeUSB bool
	// Settings are those of GRBL's family, by number, that somebody has changed.
	Settings map[int]float64
	// Link is a path at which a symbolic link to the port is made; "": none.
	Link string
}

// WithDefaults are the options with what they leave out.
func (o Options) WithDefaults() Options {
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

// Start puts the gantry over a table and switches it on. It drives the world's tool from where that is now, by the
// world's clock. Closing what comes back takes it off its port; the gantry stays where it is.
func Start(w *world.World, o Options) (Socket, error) {
	return start(w, o, func(int) {})
}

// start is Start with heard as Serve has it.
func start(w *world.World, o Options, heard func(int)) (Socket, error) {
	at, err := OpenTerminal(o.Link)
	if err != nil {
		return nil, err
	}
	var c Brain
	w.Do(func(s *world.State) {
		c = New(o.WithDefaults(), w.Layout().Mount, s.Tool.At, at.Send)
		c.Drive(s)
	})
	w.AddActor(c, true)
	Serve(w, at, c, c.Receive, heard)
	return at, nil
}
