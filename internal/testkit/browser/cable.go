package browser

import (
	"context"
	"net"
	"sync"
	"testing"
)

// Cable is between a browser and a server, and can be pulled out and cut.
type Cable struct {
	listener net.Listener
	to       string

	mu      sync.Mutex
	cut     bool
	plugged chan struct{}         // closed while the cable is
	ends    map[net.Conn]struct{} // of all connections
}

// NewCable leads to the server at an address, until the test ends.
func NewCable(t *testing.T, to string) *Cable {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &Cable{listener: listener, to: to, plugged: make(chan struct{}), ends: map[net.Conn]struct{}{}}
	close(c.plugged)
	ctx, cancel := context.WithCancel(t.Context())
	var carried sync.WaitGroup
	carried.Go(func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			carried.Go(func() { c.connect(ctx, near) })
		}
	})
	t.Cleanup(func() {
		cancel()
		_ = listener.Close()
		c.Cut()
		carried.Wait()
	})
	return c
}

// Address is that of the near end.
func (c *Cable) Address() string { return c.listener.Addr().String() }

// Pull pulls the cable out: whatever is sent waits, and nobody is told.
func (c *Cable) Pull() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.plugged = make(chan struct{})
}

// Plug plugs it in again: what waits arrives.
func (c *Cable) Plug() {
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.plugged)
}

// Cut breaks all connections, and refuses new ones.
func (c *Cable) Cut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cut = true
	for end := range c.ends {
		_ = end.Close() // there is nobody to tell
	}
}

// Mend has connections be made again.
func (c *Cable) Mend() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cut = false
}

// waits waits until the cable is plugged in.
func (c *Cable) waits(ctx context.Context) error {
	c.mu.Lock()
	plugged := c.plugged
	c.mu.Unlock()
	select {
	case <-plugged:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// keep notes an end of a connection, and reports false where it is broken at once.
func (c *Cable) keep(end net.Conn) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ends[end] = struct{}{}
	return !c.cut
}

// drop closes an end.
func (c *Cable) drop(end net.Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.ends, end)
	_ = end.Close() // it may be already
}

// connect carries what a connection says.
func (c *Cable) connect(ctx context.Context, near net.Conn) {
	defer c.drop(near)
	if !c.keep(near) || c.waits(ctx) != nil {
		return
	}
	far, err := (&net.Dialer{}).DialContext(ctx, "tcp", c.to)
	if err != nil {
		return
	}
	defer c.drop(far)
	if !c.keep(far) {
		return
	}
	var both sync.WaitGroup
	for _, way := range [][2]net.Conn{{near, far}, {far, near}} {
		both.Go(func() {
			c.carry(ctx, way[0], way[1])
			_ = near.Close() // one that is half open is of no use to HTTP
			_ = far.Close()
		})
	}
	both.Wait()
}

// carry copies one way.
func (c *Cable) carry(ctx context.Context, from, to net.Conn) {
	piece := make([]byte, 32<<10)
	for {
		n, err := from.Read(piece)
		if c.waits(ctx) != nil {
			return
		}
		if _, failed := to.Write(piece[:n]); err != nil || failed != nil {
			return
		}
	}
}
