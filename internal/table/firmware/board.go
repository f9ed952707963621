package firmware

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"draughtsman/internal/table/gantry"
	"draughtsman/internal/table/world"
)

// axes is a value for each of x, y and z.
type axes = gantry.Axes

// The axes, by their place in axes.
const x, y, z = 0, 1, 2

// Board is a machine with its controller, under power.
type Board struct {
	world  *world.World
	brain  gantry.Brain
	wire   *wire
	socket gantry.Socket
}

// Start puts a machine over a table and switches it on. It drives the world's tool from where that is now, by the
// world's clock. Close takes it off the port; the machine stays where it is.
func Start(w *world.World, o Options) (*Board, error) {
	b := &Board{world: w}
	var err error
	if b.socket, err = openSocket(o); err != nil {
		return nil, err
	}
	b.wire = &wire{faults: o.Faults, deliver: b.socket.Send, board: b, packets: o.Protocol == Dobot,
		reliable: o.Protocol == Klipper}
	w.Do(func(s *world.State) {
		if b.brain, err = newBrain(o, w.Layout().Mount, s.Tool.At, b.wire.send); err == nil {
			b.brain.Drive(s)
		}
	})
	if err != nil {
		return nil, errors.Join(err, b.socket.Close())
	}
	w.AddActor(b.brain, true)
	w.AddActor(b.wire, true)
	gantry.Serve(w, b.socket, b.brain, b.wire.receive, func(int) {})
	return b, nil
}

// openSocket makes what a host plugs its cable into.
func openSocket(o Options) (gantry.Socket, error) {
	if o.Protocol == Klipper && !o.Memory && o.Listen == "" {
		o.Listen = "moonraker://127.0.0.1:0"
	}
	switch {
	case o.Memory && o.Protocol == Klipper:
		return newInMemory(), nil
	case o.Memory:
		return &memory{}, nil
	case (o.Protocol == Klipper) != strings.HasPrefix(o.Listen, "moonraker:") && o.Listen != "":
		return nil, fmt.Errorf("the simulated Klipper is reached at moonraker://, and nothing else is")
	case o.Listen != "":
		n, err := openNetwork(o.Listen, o.Relay)
		if err != nil {
			return nil, err
		}
		return n, nil
	}
	return gantry.OpenTerminal(o.Link)
}

func newBrain(o Options, mount world.Mount, at world.Point, send func(string)) (gantry.Brain, error) {
	m := o.machine()
	switch o.Protocol {
	case "", gantry.GRBL, gantry.GrblHAL, gantry.FluidNC:
		return gantry.New(m, mount, at, send), nil
	case Marlin:
		return newMarlin(m, mount, at, send), nil
	case UArm:
		return newUArm(m, mount, at, send), nil
	case Dobot:
		return newDobot(m, mount, at, send), nil
	case Klipper:
		return newKlipper(m, mount, at, send), nil
	}
	return nil, fmt.Errorf("there is no simulated arm that speaks %q", o.Protocol)
}

// Path is the serial port to which the board is connected.
func (b *Board) Path() string { return b.socket.Path() }

// Dial opens the port of a board that was started with Options.memory.
func (b *Board) Dial() (io.ReadWriteCloser, error) {
	if m, ok := b.socket.(Dialled); ok {
		return m.Dial()
	}
	return nil, fmt.Errorf("the simulated arm is at %s", b.Path())
}

// Fail makes something go wrong, its lines counted from now on.
func (b *Board) Fail(f Fault) {
	b.world.Do(func(*world.State) {
		f.Lines += b.wire.lines
		b.wire.faults = append(b.wire.faults, f)
		b.wire.arm()
	})
}

// Push moves the arm by so many mm along its own axes, as a hand does that is stronger than its motors. Of that a
// controller without sensors learns nothing.
func (b *Board) Push(by world.Point) {
	b.world.Do(func(s *world.State) {
		b.brain.Push(gantry.AxesOf(by))
		b.brain.Drive(s)
	})
}

// Close takes the port away, as when its cable is pulled.
func (b *Board) Close() error { return b.socket.Close() }
