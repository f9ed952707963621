package servos

import (
	"fmt"
	"io"

	"draughtsman/internal/table/firmware"
	"draughtsman/internal/table/gantry"
	"draughtsman/internal/table/world"
)

// Options are the arm and its adapter. The zero value of each is a usable default.
type Options struct {
	Pose   [6]int     // where the servos are when they get power, steps; all 0: Folded
	Sag    [6]float64 // by how much each servo's load pulls it off its goal, steps
	Echo   bool       // the adapter returns what is sent
	Faults []Fault    // that go wrong, each once
	// Memory: there is no pseudo-terminal, hosts connect by Bus.Dial. It works on a fake clock.
	Memory bool
	// Link is a path at which a symbolic link to the port is made; "": none.
	Link string
}

// Folded is how an arm is left: turned aside, elbow up, the hand down, the jaws half open.
func Folded() [6]int {
	return [6]int{middle - 800, middle - 400, middle + 500, middle + 900, middle + 1000, Closed + 200}
}

// Bus is an arm of servos, under power.
type Bus struct {
	world  *world.World
	arm    *arm
	socket gantry.Socket
}

// Start puts an arm beside a table and switches it on. It drives the world's tool by the world's clock. Close takes
// it off the port; the arm stays where it is.
func Start(w *world.World, o Options) (*Bus, error) {
	if o.Pose == ([6]int{}) {
		o.Pose = Folded()
	}
	b := &Bus{world: w, arm: newArm(o, w.Layout())}
	wire := &wire{arm: b.arm, echo: o.Echo, faults: append([]Fault(nil), o.Faults...)}
	b.arm.wire = wire
	b.socket = firmware.NewMemory()
	if !o.Memory {
		var err error
		if b.socket, err = gantry.OpenTerminal(o.Link); err != nil {
			return nil, err
		}
	}
	wire.socket = b.socket
	w.Do(b.arm.drive)
	w.AddActor(b.arm, true)
	b.socket.Serve(func() {
		w.Do(func(*world.State) { b.socket.Attend() })
	}, func(bytes []byte) {
		w.Do(func(s *world.State) { wire.receive(s, bytes) })
	})
	return b, nil
}

// Path is the serial port to which the adapter is connected.
func (b *Bus) Path() string { return b.socket.Path() }

// Dial opens the port of an arm that was started with Options.Memory.
func (b *Bus) Dial() (io.ReadWriteCloser, error) {
	m, ok := b.socket.(firmware.Dialled)
	if !ok {
		return nil, fmt.Errorf("the simulated arm is at %s", b.Path())
	}
	return m.Dial()
}

// Servo is what is true of one servo.
type Servo struct {
	Position int // steps
	Torque   bool
	EPROM    int // how often its EPROM was written
}

// Servos are what is true of all, in the order of their ids.
func (b *Bus) Servos() (all [6]Servo) {
	b.world.Do(func(*world.State) {
		for i, s := range b.arm.servos {
			all[i] = Servo{Position: s.m.signed(rPosition), Torque: s.m[rTorque] == 1, EPROM: s.eprom}
		}
	})
	return all
}

// Happen makes something go wrong now.
func (b *Bus) Happen(f Fault) {
	b.world.Do(func(s *world.State) { b.arm.wire.happen(s, f) })
}

// Close takes the port away, as when its cable is pulled for good.
func (b *Bus) Close() error { return b.socket.Close() }
