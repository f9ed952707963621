package firmware

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"draughtsman/internal/table/world"
)

// Board is the gantry with its controller, under power.
type Board struct {
	world  *world.World
	brain  brain
	wire   *wire
	socket socket
}

// brain is a controller's firmware. All of it happens under the world's lock.
type brain interface {
	world.Actor
	opened()            // a host has opened the port
	powerUp()           // the reset button, or a dip of the supply
	trip()              // a limit switch is hit, or the firmware gives up
	receive([]byte)     // from the host
	drive(*world.State) // show the world what the gantry does
	push(by axes)       // somebody does, in the arm's frame
}

// toHost is how a brain tells its host something.
type toHost func(text string)

func (h toHost) f(format string, args ...any) { h(fmt.Sprintf(format, args...)) }

// unknown echoes a command that a relative of Marlin's does not know.
func (h toHost) unknown(text string) { h.f("echo:Unknown command: %q\n", text) }

// chores are what is left to do of a line; each is tried until it answers true.
type chores []func() bool

func (c *chores) add(more ...func() bool) { *c = append(*c, more...) }

// socket is what a host plugs its cable into.
type socket interface {
	path() string
	send(text string)
	attend()
	serve(opened func(), received func([]byte))
	unplug() // the cable; the hosts notice
	plug()
	close() error
}

// Start puts a gantry over a table and switches it on. It drives the world's tool from where that is now, by the
// world's clock. Close takes it off the port; the gantry stays where it is.
func Start(w *world.World, o Options) (*Board, error) {
	return start(w, o, func(int) {})
}

// start is Start; heard is told of every opening of the port (0) and every piece of what arrives (its length), once
// the board has taken note.
func start(w *world.World, o Options, heard func(int)) (*Board, error) {
	o = o.withDefaults()
	b := &Board{world: w}
	var err error
	if b.socket, err = openSocket(o); err != nil {
		return nil, err
	}
	b.wire = &wire{faults: o.Faults, deliver: b.socket.send, board: b, packets: o.Protocol == Dobot,
		reliable: o.Protocol == Klipper}
	w.Do(func(s *world.State) {
		if b.brain, err = newBrain(o, w.Layout().Mount, s.Tool.At, b.wire.send); err == nil {
			b.brain.drive(s)
		}
	})
	if err != nil {
		return nil, errors.Join(err, b.socket.close())
	}
	w.AddActor(b.brain, true)
	w.AddActor(b.wire, true)
	b.socket.serve(func() {
		w.Do(func(s *world.State) {
			b.socket.attend()
			b.brain.opened()
			b.brain.drive(s)
		})
		heard(0)
	}, func(bytes []byte) {
		w.Do(func(s *world.State) {
			b.wire.receive(bytes)
			b.brain.drive(s)
		})
		heard(len(bytes))
	})
	return b, nil
}

// openSocket makes what a host plugs its cable into.
func openSocket(o Options) (socket, error) {
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
	t, err := openTerminal(o.Link)
	if err != nil {
		return nil, err
	}
	return t, nil
}

func newBrain(o Options, mount world.Mount, at world.Point, send func(string)) (brain, error) {
	switch o.Protocol {
	case GRBL, GrblHAL, FluidNC:
		return newController(o, mount, at, send), nil
	case Marlin:
		return newMarlin(o, mount, at, send), nil
	case UArm:
		return newUArm(o, mount, at, send), nil
	case Dobot:
		return newDobot(o, mount, at, send), nil
	case Klipper:
		return newKlipper(o, mount, at, send), nil
	}
	return nil, fmt.Errorf("there is no simulated arm that speaks %q", o.Protocol)
}

// Path is the serial port to which the board is connected.
func (b *Board) Path() string { return b.socket.path() }

// Dial opens the port of a board that was started with Options.Memory.
func (b *Board) Dial() (io.ReadWriteCloser, error) {
	switch s := b.socket.(type) {
	case *memory:
		return s.dial()
	case *inMemory:
		return s.dial()
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
		b.brain.push(axesOf(by))
		b.brain.drive(s)
	})
}

// Close takes the port away, as when its cable is pulled.
func (b *Board) Close() error { return b.socket.close() }
