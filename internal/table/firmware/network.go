package firmware

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// network is a socket in a network: a telnet server or a WebSocket server such as FluidNC's
// (FluidNC/src/WebUI/TelnetServer.cpp, TelnetClient.cpp, WSChannel.cpp and Channel.cpp, and
// wiki.fluidnc.com/en/support/interface/websockets):
//
//   - several clients may be connected, and opening a connection resets nothing and is greeted by nobody;
//   - of each client whole lines are collected, while characters that are obeyed at once are picked out as they come;
//   - what answers a line, or a '?', goes to the client that has sent it; greetings, alarms and messages go to all;
//   - over a WebSocket these are binary frames, a line each; text frames tell a new client its number.
//
// A relay is what a computer does that shares its serial port (ser2net): bytes are passed on as they come, whoever
// sends them, and everything goes to everybody. So did FluidNC's telnet server before it had a channel for each
// client.
type network struct {
	scheme   string // "tcp", "ws" or "moonraker"
	relay    bool
	listener net.Listener
	address  string
	received func([]byte)
	server   *moonraker // of Klipper; nil: none
	jobs     sync.WaitGroup
	stop     context.CancelFunc
	ctx      context.Context //nolint:containedctx // the life of the socket

	mu      sync.Mutex
	clients map[int]*client
	next    int   // number of the next client
	owners  []int // clients whose lines are to be answered, in their order
	askers  []int // clients that have sent a '?'
	cut     bool  // nothing gets through, and nobody is told
}

// client is who is connected.
type client struct {
	number int
	conn   *cord
	out    chan string
	line   []byte
	wasCR  bool
}

// cord is a connection that can be cut without either end being told: what comes is swallowed, and so is what is sent.
type cord struct {
	net.Conn
	cut func() bool
}

func (l *cord) Read(b []byte) (int, error) {
	for {
		n, err := l.Conn.Read(b)
		if err != nil || !l.cut() {
			return n, err
		}
	}
}

func (l *cord) Write(b []byte) (int, error) {
	if l.cut() {
		return len(b), nil
	}
	return l.Conn.Write(b)
}

// openNetwork listens at an address such as "tcp://127.0.0.1:0" or "ws://127.0.0.1:0".
func openNetwork(address string, relay bool) (*network, error) {
	scheme, host, found := strings.Cut(address, "://")
	if !found || scheme != "tcp" && scheme != "ws" && scheme != "moonraker" {
		return nil, fmt.Errorf("the simulated arm cannot be offered at %q: it is to be like tcp://127.0.0.1:0 or "+
			"ws://127.0.0.1:0", address)
	}
	n := &network{scheme: scheme, relay: relay, address: host, clients: map[int]*client{}}
	if scheme == "moonraker" {
		n.server = newMoonraker(n.lockedTo, n.lockedToAll)
	}
	n.ctx, n.stop = context.WithCancel(context.Background())
	if err := n.listen(); err != nil {
		n.stop()
		return nil, fmt.Errorf("the simulated arm cannot be offered at %s: %w", address, err)
	}
	n.address = n.listener.Addr().String()
	return n, nil
}

func (n *network) listen() (err error) {
	n.listener, err = (&net.ListenConfig{}).Listen(n.ctx, "tcp", n.address)
	return err
}

func (n *network) Path() string { return n.scheme + "://" + n.address }
func (n *network) Attend()      {}

func (n *network) Serve(_ func(), received func([]byte)) {
	if n.received = received; n.server != nil {
		n.server.klippy = received
	}
	n.accept()
}

// accept lets clients in.
func (n *network) accept() {
	listener := n.listener
	n.jobs.Go(func() {
		if n.scheme != "tcp" {
			server := &http.Server{Handler: http.HandlerFunc(n.upgrade), ReadHeaderTimeout: 5 * time.Second}
			server.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
				return context.WithValue(ctx, cordKey{}, c)
			}
			_ = server.Serve(cordListener{listener, n.isCut}) // ends with the listener
			return
		}
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			n.talk(&cord{conn, n.isCut})
		}
	})
}

type cordKey struct{}

type cordListener struct {
	net.Listener
	cut func() bool
}

func (l cordListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &cord{conn, l.cut}, nil
}

func (n *network) isCut() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.cut
}

// enter adds a client.
func (n *network) enter(conn *cord) *client {
	n.mu.Lock()
	defer n.mu.Unlock()
	c := &client{number: n.next, conn: conn, out: make(chan string, 4096)}
	n.next++
	n.clients[c.number] = c
	return c
}

// leave takes a client out; what it has asked for is answered to nobody.
func (n *network) leave(c *client) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.clients[c.number] == c {
		delete(n.clients, c.number)
		close(c.out)
	}
	_ = c.conn.Close() // it may be closed already
}

// talk serves a client over TCP.
func (n *network) talk(conn *cord) {
	c := n.enter(conn)
	n.jobs.Go(func() {
		for text := range c.out {
			if _, err := conn.Write([]byte(text)); err != nil {
				return
			}
		}
	})
	n.jobs.Go(func() {
		defer n.leave(c)
		b := make([]byte, 1024)
		for {
			k, err := conn.Read(b)
			if err != nil {
				return
			}
			n.hear(c, b[:k])
		}
	})
}

// upgrade serves a client over a WebSocket.
func (n *network) upgrade(w http.ResponseWriter, r *http.Request) {
	if n.server != nil && r.URL.Path != "/websocket" {
		http.NotFound(w, r)
		return
	}
	conn, _ := r.Context().Value(cordKey{}).(*cord)
	socket, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true})
	if err != nil || conn == nil {
		return // it has been told
	}
	if n.ctx.Err() != nil {
		return
	}
	c := n.enter(conn)
	n.jobs.Add(1)
	defer n.jobs.Done()
	defer n.leave(c)
	socket.SetReadLimit(1 << 20)
	n.jobs.Go(func() { n.speak(c, socket) })
	for {
		_, data, err := socket.Read(n.ctx)
		if err != nil {
			return
		}
		n.hear(c, data)
	}
}

// speak sends a client what is for it.
func (n *network) speak(c *client, socket *websocket.Conn) {
	kind := websocket.MessageText
	if n.server == nil {
		kind = websocket.MessageBinary
		for _, name := range []string{"CURRENT_ID", "ACTIVE_ID"} {
			if socket.Write(n.ctx, websocket.MessageText, fmt.Appendf(nil, "%s:%d", name, c.number)) != nil {
				return
			}
		}
	}
	for text := range c.out {
		if socket.Write(n.ctx, kind, []byte(text)) != nil {
			return
		}
	}
}

// hear takes in what a client sends.
func (n *network) hear(c *client, bytes []byte) {
	if n.server != nil {
		n.server.request(c.number, bytes)
		return
	}
	if n.relay {
		n.received(bytes)
		return
	}
	for _, b := range bytes {
		switch {
		case b == '?' || b == '!' || b == '~' || b == 0x18 || b >= 0x80:
			n.mu.Lock()
			if b == '?' {
				n.askers = append(n.askers, c.number)
			}
			if b == 0x18 {
				c.line = nil
			}
			n.mu.Unlock()
			n.received([]byte{b})
		case b == '\n' && c.wasCR:
			c.wasCR = false
		case b == '\n' || b == '\r':
			c.wasCR = b == '\r'
			n.mu.Lock()
			n.owners = append(n.owners, c.number)
			text := append(c.line, '\n')
			c.line = nil
			n.mu.Unlock()
			n.received(text)
		default:
			c.wasCR = false
			c.line = append(c.line, b)
		}
	}
}

// Send hands what the controller says to whom it concerns.
func (n *network) Send(text string) {
	if n.server != nil {
		n.server.heard(text)
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	said := strings.TrimSpace(text)
	switch {
	case n.relay:
		n.toAll(text)
	case said == "ok" || strings.HasPrefix(said, "error:"):
		n.toFirst(&n.owners, text)
	case strings.HasPrefix(said, "<"):
		n.toFirst(&n.askers, text)
	case strings.HasPrefix(said, "$") || strings.HasPrefix(said, "[") && !strings.HasPrefix(said, "[MSG"):
		if len(n.owners) > 0 {
			n.to(n.owners[0], text)
		}
	default:
		n.toAll(text)
		if strings.Contains(said, "rbl") { // the greeting: what was asked before is forgotten
			n.owners, n.askers = nil, nil
		}
	}
}

func (n *network) toFirst(waiting *[]int, text string) {
	if len(*waiting) == 0 {
		n.toAll(text)
		return
	}
	n.to((*waiting)[0], text)
	*waiting = (*waiting)[1:]
}

func (n *network) lockedTo(number int, text string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.to(number, text)
}

func (n *network) lockedToAll(text string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.toAll(text)
}

func (n *network) toAll(text string) {
	for number := range n.clients {
		n.to(number, text)
	}
}

// to queues something for a client; one that takes nothing loses it.
func (n *network) to(number int, text string) {
	c, here := n.clients[number]
	if !here {
		return
	}
	select {
	case c.out <- text:
	default:
	}
}

// Unplug cuts the way to all clients. They are not told; who calls now finds nobody.
func (n *network) Unplug() {
	n.mu.Lock()
	n.cut = true
	n.mu.Unlock()
	_ = n.listener.Close() // nobody listens any more
}

// Plug lets new clients in. What was sent on old connections meanwhile is lost, and with them all that belonged
// together.
func (n *network) Plug() {
	n.hangUp()
	if n.ctx.Err() != nil || n.listen() != nil {
		return // the cable stays out
	}
	n.mu.Lock()
	n.cut = false
	n.mu.Unlock()
	n.accept()
}

// hangUp ends all connections as a computer does that has restarted.
func (n *network) hangUp() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, c := range n.clients {
		if tcp, ok := c.conn.Conn.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0) // a reset instead of a goodbye
		}
		_ = c.conn.Close()
	}
	n.owners, n.askers = nil, nil
}

func (n *network) Close() error {
	n.stop()
	err := n.listener.Close()
	n.hangUp()
	n.jobs.Wait()
	if n.isCut() {
		return nil // it was closed when it was cut
	}
	return err
}
