package netport

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"draughtsman/arm"
)

const (
	maxMessageBytes = 16 << 20        // bytes of a message; Moonraker's list of files is one
	pingInterval    = time.Second     // between two looks whether the peer is there
	maxUnreadBytes  = 4 << 20         // bytes that wait to be read, at which nobody reads any more
	closeTimeout    = 2 * time.Second // in which the peer may answer a goodbye
)

// messages is a WebSocket. What the peer sends is a stream of bytes, however it is cut into frames; to Moonraker each
// Write is a message, and each of its messages ends with a line's end.
type messages struct {
	at     Address
	opts   Options
	conn   *websocket.Conn
	stop   context.CancelFunc
	ended  sync.WaitGroup
	write  sync.Mutex
	update chan struct{} // has an element when something has come or ended

	mu     sync.Mutex
	unread []byte
	heard  bool
	id     string // that FluidNC has given to this connection
	taken  bool   // another one has its place
	closed bool
	err    error // why nothing comes any more
}

// dialMessages opens a WebSocket.
func dialMessages(ctx context.Context, a Address, dialer *net.Dialer, o Options) (io.ReadWriteCloser, error) {
	calling, cancel := context.WithTimeout(ctx, o.Dial)
	defer cancel()
	transport := &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dialer.DialContext(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return &askFirst{Conn: conn, asked: make(chan struct{})}, nil
	}}
	conn, response, err := websocket.Dial(calling, "ws://"+a.Host+a.Path, &websocket.DialOptions{
		HTTPClient: &http.Client{Transport: transport},
	})
	if response != nil && response.Body != nil {
		_ = response.Body.Close() // of an upgraded connection there is none
	}
	if err != nil {
		transport.CloseIdleConnections()
		return nil, upgradeError(ctx, a, response, err)
	}
	conn.SetReadLimit(maxMessageBytes)
	alive, stop := context.WithCancel(context.Background())
	m := &messages{at: a, opts: o, conn: conn, stop: stop, update: make(chan struct{}, 1)}
	m.ended.Go(func() { m.receive(alive) })
	m.ended.Go(func() { m.watch(alive) })
	return m, nil
}

// An askFirst is a connection that is not read before something was written to it. A telnet port greets before it is
// asked, and what net/http finds then depends on which of the two was quicker: a malformed answer, or one that nobody
// asked for.
type askFirst struct {
	net.Conn
	asked chan struct{}
	once  sync.Once
}

func (c *askFirst) Read(b []byte) (int, error) {
	<-c.asked
	return c.Conn.Read(b)
}

func (c *askFirst) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	c.once.Do(func() { close(c.asked) })
	return n, err
}

func (c *askFirst) Close() error {
	err := c.Conn.Close()
	c.once.Do(func() { close(c.asked) })
	return err
}

// upgradeError says what to do about a server that opens no WebSocket.
func upgradeError(ctx context.Context, a Address, response *http.Response, err error) error {
	var calling *net.OpError
	switch {
	case response != nil && response.StatusCode == http.StatusUnauthorized:
		return fmt.Errorf("connect to %v: it wants to know who asks: add this computer to trusted_clients in its "+
			"moonraker.conf (%w)", a, err)
	case response != nil && a.Scheme == Moonraker:
		return fmt.Errorf("connect to %v: a web server answers, and it is not Moonraker; Moonraker's port is 7125 (%w)", a,
			err)
	case response != nil:
		return fmt.Errorf("connect to %v: a web server answers, and it has no WebSocket there; FluidNC's port for it is "+
			"81, that of its web pages from version 4 on (%w)", a, err)
	case strings.Contains(err.Error(), "malformed HTTP"):
		return fmt.Errorf("connect to %v: what answers is no WebSocket; if it is a telnet port, write tcp:// (%w)", a, err)
	case errors.As(err, &calling) && calling.Op == "dial":
		return dialError(a, err)
	case ctx.Err() != nil:
		return fmt.Errorf("connect to %v: %w", a, context.Cause(ctx))
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("connect to %v: something listens there and does not answer as a WebSocket does (%w)", a, err)
	}
	return fmt.Errorf("connect to %v: what answers is no WebSocket (%w)", a, err)
}

// signal wakes a Read.
func (m *messages) signal() {
	select {
	case m.update <- struct{}{}:
	default:
	}
}

// receive takes in messages until the connection ends.
func (m *messages) receive(ctx context.Context) {
	for {
		kind, data, err := m.conn.Read(ctx)
		m.mu.Lock()
		switch {
		case err != nil:
			m.fail(err)
		case len(m.unread) > maxUnreadBytes:
			m.fail(errors.New("nobody reads what it sends"))
		default:
			m.take(kind, data)
		}
		over := m.err != nil
		m.mu.Unlock()
		m.signal()
		if over {
			return
		}
	}
}

// housekeeping is what FluidNC says to its web pages in text frames; what Grbl says goes in binary ones
// (FluidNC/src/WebUI/WSChannel.cpp: sendTXT, binary). The ID is that of a new connection, or of the one that is in
// charge now.
var housekeeping = regexp.MustCompile(`^(?:(?i:(current|active)_?ID):(\d+)|PING\b.*)\s*$`)

// take adds what has come to what is unread. Call it with the lock held.
func (m *messages) take(kind websocket.MessageType, data []byte) {
	if m.at.Scheme == Moonraker {
		m.unread = append(append(m.unread, bytes.TrimSpace(data)...), '\n')
		m.heard = true
		return
	}
	if found := housekeeping.FindSubmatch(data); kind == websocket.MessageText && found != nil {
		switch id := string(found[2]); {
		case strings.EqualFold(string(found[1]), "current"):
			m.id = id
		case strings.EqualFold(string(found[1]), "active"):
			m.taken = id != m.id
		}
		return
	}
	m.unread, m.heard = append(m.unread, data...), true
}

// fail notes why the connection has ended; the first reason is kept. Call it with the lock held.
func (m *messages) fail(err error) {
	switch {
	case m.err != nil:
		return
	case m.closed:
		m.err = os.ErrClosed
	case m.taken:
		m.err = fmt.Errorf("%w: another client, such as FluidNC's page in a browser, has taken the place of this one at "+
			"%v; close it (%w)", arm.ErrDisconnected, m.at, err)
	default:
		m.err = gone(m.at, !m.heard, err)
	}
}

// watch asks the peer all the time whether it is there: a WebSocket's peer answers a ping whatever else it does (RFC
// 6455, 5.5.2).
func (m *messages) watch(ctx context.Context) {
	ticker := time.NewTicker(pingInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		asking, cancel := context.WithTimeout(ctx, m.opts.Silence)
		err := m.conn.Ping(asking)
		cancel()
		if err == nil || ctx.Err() != nil {
			continue
		}
		m.mu.Lock()
		m.fail(fmt.Errorf("for %v it has not answered whether it is there", m.opts.Silence))
		m.mu.Unlock()
		m.signal()
		_ = m.conn.CloseNow() // nobody is there to part from
		return
	}
}

// Read waits for at least one byte, and ends as that of a TCP connection does.
func (m *messages) Read(b []byte) (int, error) {
	timer := time.NewTimer(m.opts.Read)
	defer timer.Stop()
	for {
		m.mu.Lock()
		n := copy(b, m.unread)
		m.unread = m.unread[n:]
		if len(m.unread) == 0 {
			m.unread = nil
		}
		err := m.err
		m.mu.Unlock()
		switch {
		case n > 0 || len(b) == 0:
			return n, nil
		case err != nil:
			return 0, err
		}
		select {
		case <-m.update:
		case <-timer.C:
			return 0, ErrTimeout
		}
	}
}

// Write sends b as one message.
func (m *messages) Write(b []byte) (int, error) {
	m.write.Lock()
	defer m.write.Unlock()
	m.mu.Lock()
	err := m.err
	m.mu.Unlock()
	if err != nil {
		return 0, err
	}
	kind, data := websocket.MessageBinary, b
	if m.at.Scheme == Moonraker { // "text frames", docs/external_api/introduction.md
		kind, data = websocket.MessageText, bytes.TrimSpace(b)
	}
	ctx, cancel := context.WithTimeout(context.Background(), m.opts.Write)
	defer cancel()
	if err := m.conn.Write(ctx, kind, data); err != nil {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.fail(err)
		return 0, m.err
	}
	return len(b), nil
}

// Close ends the connection; a Read under way ends. Closing twice is fine.
func (m *messages) Close() error {
	m.mu.Lock()
	again := m.closed
	m.closed = true
	lost := m.err != nil
	m.mu.Unlock()
	if again {
		return nil
	}
	if !lost {
		timer := time.AfterFunc(closeTimeout, func() { _ = m.conn.CloseNow() }) // a peer that says nothing has no say in it
		_ = m.conn.Close(websocket.StatusNormalClosure, "")                     // the peer may have gone first
		timer.Stop()
	}
	m.stop()
	_ = m.conn.CloseNow() // whatever is left of it
	m.ended.Wait()
	return nil
}
