package firmware

import (
	"draughtsman/internal/table/world"
)

// Board is the gantry with its controller, under power.
type Board struct {
	port *port
}

// Start puts a gantry over a table and switches it on. It drives the world's
// tool from where that is now, by the world's clock. Close takes it off the
// port; the gantry stays where it is.
func Start(w *world.World, o Options) (*Board, error) {
	return start(w, o, func(int) {})
}

// start is Start; heard is told of every opening of the port (0) and every
// piece of what arrives (its length), once the board has taken note.
func start(w *world.World, o Options, heard func(int)) (*Board, error) {
	o = o.withDefaults()
	p, err := openPort(o.Link)
	if err != nil {
		return nil, err
	}
	var c *controller
	w.Do(func(s *world.State) {
		c = newController(o, w.Layout().Mount, s.Tool.At, p.send)
		c.drive(s)
	})
	w.AddActor(c, true)
	p.serve(func() {
		w.Do(func(s *world.State) {
			p.attend()
			c.powerUp()
			c.drive(s)
		})
		heard(0)
	}, func(bytes []byte) {
		w.Do(func(s *world.State) {
			c.receive(bytes)
			c.drive(s)
		})
		heard(len(bytes))
	})
	return &Board{port: p}, nil
}

// Path is the serial port to which the board is connected.
func (b *Board) Path() string { return b.port.path() }

// Close takes the port away, as when its cable is pulled.
func (b *Board) Close() error { return b.port.close() }
