package gantry

import (
	"fmt"

	"draughtsman/internal/table/world"
)

// Brain is a controller's firmware with the machine that it moves. All of it happens under the world's lock.
type Brain interface {
	world.Actor
	Opened()            // a host has opened the port
	PowerUp()           // the reset button, or a dip of the supply
	Trip()              // a limit switch is hit, or the firmware gives up
	Receive([]byte)     // from the host
	Drive(*world.State) // show the world what the gantry does
	Push(by Axes)       // somebody does, in the arm's frame
}

// ToHost is how a Brain tells its host something.
type ToHost func(text string)

// Sayf tells it in a format of fmt.
func (h ToHost) Sayf(format string, args ...any) { h(fmt.Sprintf(format, args...)) }

// Unknown echoes a command that a relative of Marlin's does not know.
func (h ToHost) Unknown(text string) { h.Sayf("echo:Unknown command: %q\n", text) }

// Chores are what is left to do of a line; each is tried until it answers true.
type Chores []func() bool

// Add appends more.
func (c *Chores) Add(more ...func() bool) { *c = append(*c, more...) }

// Socket is what a host plugs its cable into.
type Socket interface {
	Path() string
	Send(text string)
	Attend()
	Serve(opened func(), received func([]byte))
	Unplug() // the cable; the hosts notice
	Plug()
	Close() error
}

// Serve has a controller hear what hosts do at its socket: received takes what they send on its way there. heard is
// told of every opening of the port (0) and every piece of what arrives (its length), once the controller has taken
// note.
func Serve(w *world.World, at Socket, b Brain, received func([]byte), heard func(int)) {
	at.Serve(func() {
		w.Do(func(s *world.State) {
			at.Attend()
			b.Opened()
			b.Drive(s)
		})
		heard(0)
	}, func(bytes []byte) {
		w.Do(func(s *world.State) {
			received(bytes)
			b.Drive(s)
		})
		heard(len(bytes))
	})
}
