package web_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/testkit/player"
	"draughtsman/internal/web"
)

// pipes is a network within this process, which belongs to a test's bubble of time. What is written waits until it is
// read.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
	at     *net.TCPAddr
}

// newPipes listens at an address of this computer, so that no token is needed.
func newPipes() *pipes {
	return &pipes{conns: make(chan net.Conn), closed: make(chan struct{}),
		at: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}}
}

// Accept implements net.Listener.
func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener.
func (p *pipes) Close() error {
	select {
	case <-p.closed:
	default:
		close(p.closed)
	}
	return nil
}

// Addr implements net.Listener.
func (p *pipes) Addr() net.Addr { return p.at }

// end is an end of a pipe with the addresses of a connection.
type end struct {
	net.Conn
	here, there net.Addr
}

func (e end) LocalAddr() net.Addr  { return e.here }
func (e end) RemoteAddr() net.Addr { return e.there }

// dial connects from an address.
func (p *pipes) dial(ctx context.Context, from net.IP) (net.Conn, error) {
	mine, theirs := net.Pipe()
	client := &net.TCPAddr{IP: from, Port: 50000}
	select {
	case p.conns <- end{theirs, p.at, client}:
		return end{mine, client, p.at}, nil
	case <-p.closed:
		return nil, errors.New("nobody listens")
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// client is a client at an address.
func (p *pipes) client(from string) *http.Client {
	return &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return p.dial(ctx, net.ParseIP(from))
	}}}
}

// site is where the tests' clients find the program.
const site = "http://127.0.0.1:8080"

// desk is a service that is served.
type desk struct {
	t      *testing.T
	player *player.Player
	net    *pipes
	client *http.Client
}

// serve serves a player's service in a bubble of time.
func serve(t *testing.T, p *player.Player, change func(*web.Options)) *desk {
	t.Helper()
	d := &desk{t: t, player: p, net: newPipes()}
	d.client = d.net.client("127.0.0.1")
	o := web.Options{Now: time.Now, Warns: func(text string) { t.Logf("warned: %s", text) }}
	if change != nil {
		change(&o)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- web.Serve(ctx, d.net, p.Service, o) }()
	t.Cleanup(func() {
		d.client.CloseIdleConnections()
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	synctest.Wait()
	return d
}

// ask sends a request and reads its answer.
func (d *desk) ask(r *http.Request) (status int, body string) {
	d.t.Helper()
	response, err := d.client.Do(r)
	expect.OK(d.t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	expect.OK(d.t, err)
	return response.StatusCode, string(text)
}

// get is a request for a path.
func get(t testing.TB, path string, headers ...string) *http.Request {
	t.Helper()
	return request(t, http.MethodGet, path, nil, headers...)
}

// post is a request with a command.
func post(t testing.TB, command string, headers ...string) *http.Request {
	t.Helper()
	return request(t, http.MethodPost, "/api/v1/commands", strings.NewReader(command),
		append([]string{"Content-Type", "application/json"}, headers...)...)
}

// request is a request with headers, each a name and a value. Host is one of them.
func request(t testing.TB, method, path string, body io.Reader, headers ...string) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, site+path, body)
	expect.OK(t, err)
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
			continue
		}
		r.Header.Set(headers[i], headers[i+1])
	}
	return r
}
