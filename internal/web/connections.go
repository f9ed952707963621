package web

import (
	"context"
	"net"
	"net/http"
	"slices"
	"sync"
)

// mostConnections is how many connections are open at a time, and mostAnswered how many of them are being answered. The
// others are the lane of whoever wants the arm to stop: they take a request that is still to come.
const (
	mostConnections = 200
	mostAnswered    = 160
)

// bounded is a listener with at most mostConnections open connections. One more takes the place of the one that has
// waited longest without having asked, as a whole, for anything that it may have: nobody shuts others out by keeping
// connections open, or by asking slowly.
type bounded struct {
	net.Listener
	mu   sync.Mutex
	open []*connection // the one that has waited longest first
}

// connection is an open connection of a bounded listener.
type connection struct {
	net.Conn
	of   *bounded
	busy bool // a request, which has come as a whole, is being answered
}

// Accept implements net.Listener.
func (b *bounded) Accept() (net.Conn, error) {
	conn, err := b.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := &connection{Conn: conn, of: b}
	if oldest := b.admit(c); oldest != nil {
		_ = oldest.Conn.Close() // whoever it was has asked for nothing
	}
	return c, nil
}

// admit adds a connection, and takes out the oldest for it that is not busy, where there is no room.
func (b *bounded) admit(c *connection) (oldest *connection) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.open) >= mostConnections {
		if i := slices.IndexFunc(b.open, func(c *connection) bool { return !c.busy }); i >= 0 {
			oldest = b.open[i]
			b.open = slices.Delete(b.open, i, i+1)
		}
	}
	b.open = append(b.open, c)
	return oldest
}

// set notes whether a connection is busy; false: as many are already as may be. One that becomes idle has waited for
// the shortest time.
func (b *bounded) set(c *connection, busy bool) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if busy {
		answered := 0
		for _, other := range b.open {
			if other.busy {
				answered++
			}
		}
		if answered >= mostAnswered {
			return false
		}
	}
	c.busy = busy
	if i := slices.Index(b.open, c); i >= 0 {
		b.open = append(slices.Delete(b.open, i, i+1), c)
	}
	return true
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

// answering keeps the connection of a request that has come as a whole open until the function that it returns is
// called. Where too many are being answered it says so, and returns nil.
func answering(w http.ResponseWriter, r *http.Request) (done func()) {
	c, ok := r.Context().Value(connectionKey{}).(*connection)
	switch {
	case !ok:
		return func() {}
	case !c.of.set(c, true):
		w.Header().Set("Connection", "close")
		w.Header().Set("Retry-After", "1")
		refuse(w, http.StatusServiceUnavailable, "Too many clients are being answered: wait a second.")
		return nil
	}
	return func() { c.of.set(c, false) }
}
