package web

import (
	"context"
	"net"
	"net/http"
	"slices"
	"sync"
)

// mostConnections is how many connections are open at a time.
const mostConnections = 200

// bounded is a listener with at most mostConnections open connections. One more takes the place of the one that has
// waited longest without asking for anything that it may have, so that nobody shuts others out by keeping connections
// open. Where all are being answered, it is closed.
type bounded struct {
	net.Listener
	mu   sync.Mutex
	open []*connection // the one that has waited longest first
}

// connection is an open connection of a bounded listener.
type connection struct {
	net.Conn
	of   *bounded
	busy bool // a request is being answered
}

// Accept implements net.Listener.
func (b *bounded) Accept() (net.Conn, error) {
	for {
		conn, err := b.Listener.Accept()
		if err != nil {
			return nil, err
		}
		c := &connection{Conn: conn, of: b}
		oldest, ok := b.admit(c)
		if oldest != nil {
			_ = oldest.Conn.Close() // whoever it was has said nothing
		}
		if ok {
			return c, nil
		}
		_ = conn.Close()
	}
}

// admit adds a connection if there is room for it, or takes out the oldest for it that is not busy.
func (b *bounded) admit(c *connection) (oldest *connection, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.open) >= mostConnections {
		i := slices.IndexFunc(b.open, func(c *connection) bool { return !c.busy })
		if i < 0 {
			return nil, false
		}
		oldest = b.open[i]
		b.open = slices.Delete(b.open, i, i+1)
	}
	b.open = append(b.open, c)
	return oldest, true
}

// set notes whether a connection is busy. One that becomes idle has waited for the shortest time.
func (b *bounded) set(c *connection, busy bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	c.busy = busy
	if i := slices.Index(b.open, c); i >= 0 {
		b.open = append(slices.Delete(b.open, i, i+1), c)
	}
}

// Close implements net.Conn.
func (c *connection) Close() error {
	c.of.mu.Lock()
	if i := slices.Index(c.of.open, c); i >= 0 {
		c.of.open = slices.Delete(c.of.open, i, i+1)
	}
	c.of.mu.Unlock()
	return c.Conn.Close()
}

// connectionKey is the key of a request's connection in its context.
type connectionKey struct{}

func withConnection(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connectionKey{}, c)
}

// answering keeps a request's connection open until the function that it returns is called.
func answering(r *http.Request) (done func()) {
	c, ok := r.Context().Value(connectionKey{}).(*connection)
	if !ok {
		return func() {}
	}
	c.of.set(c, true)
	return func() { c.of.set(c, false) }
}
