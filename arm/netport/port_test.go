package netport_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"draughtsman/arm"
	"draughtsman/arm/netport"
	"draughtsman/internal/testkit/expect"
)

// listen hands each connection that comes to serve.
func listen(t *testing.T, serve func(net.Conn)) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	expect.OK(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { _ = conn.Close() })
			go serve(conn)
		}
	}()
	return "tcp://" + listener.Addr().String()
}

// upgrade is a server at which each WebSocket that comes is handed to serve.
func upgrade(t *testing.T, scheme string, serve func(context.Context, *websocket.Conn)) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if scheme == netport.Moonraker && r.URL.Path != "/websocket" {
			http.NotFound(w, r)
			return
		}
		conn, err := websocket.Accept(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		conn.SetReadLimit(1 << 20)
		serve(t.Context(), conn)
	}))
	t.Cleanup(server.Close)
	return scheme + "://" + strings.TrimPrefix(server.URL, "http://")
}

// echoing sends back what comes, in frames of two bytes.
func echoing(ctx context.Context, conn *websocket.Conn) {
	_ = conn.Write(ctx, websocket.MessageText, []byte("CURRENT_ID:3"))
	_ = conn.Write(ctx, websocket.MessageText, []byte("ACTIVE_ID:3"))
	for {
		_, data, err := conn.Read(ctx)
		if err != nil {
			return
		}
		for ; len(data) > 0; data = data[min(2, len(data)):] {
			if conn.Write(ctx, websocket.MessageBinary, data[:min(2, len(data))]) != nil {
				return
			}
		}
	}
}

func open(t *testing.T, address string, o netport.Options) io.ReadWriteCloser {
	t.Helper()
	p, err := netport.Open(t.Context(), address, o)
	expect.OK(t, err)
	t.Cleanup(func() { _ = p.Close() })
	return p
}

// Bytes pass unchanged both ways, whatever they would mean to a terminal or in a text, and however they are cut into
// pieces; what FluidNC says to its web pages is not among them.
func TestBytesPass(t *testing.T) {
	sent := "\x00\x03\x04\x11\x13\x18\x1a\x1c\x7f\r\n\r\xff\xfe?!~\x85\x90\n"
	for name, address := range map[string]string{
		"tcp": listen(t, func(c net.Conn) { _, _ = io.Copy(c, c) }),
		"ws":  upgrade(t, netport.WebSocket, echoing),
	} {
		p := open(t, address, netport.Options{})
		for range 3 {
			if _, err := io.WriteString(p, sent); err != nil {
				t.Fatal(err)
			}
			got := make([]byte, len(sent))
			if _, err := io.ReadFull(p, got); err != nil || string(got) != sent {
				t.Errorf("%s: sent %q, read %q, %v", name, sent, got, err)
			}
		}
	}
}

// To Moonraker each line is a message, and each of its messages is a line.
func TestMessagesAreLines(t *testing.T) {
	large := strings.Repeat("x", 100_000)
	address := upgrade(t, netport.Moonraker, func(ctx context.Context, conn *websocket.Conn) {
		kind, data, err := conn.Read(ctx)
		if err != nil || kind != websocket.MessageText {
			t.Errorf("%v, %v", kind, err)
			return
		}
		_ = conn.Write(ctx, websocket.MessageText, []byte("["+string(data)+"]"))
		_ = conn.Write(ctx, websocket.MessageText, []byte(`{"large":"`+large+`"}`))
		_, _, _ = conn.Read(ctx)
	})
	p := open(t, address, netport.Options{})
	if _, err := io.WriteString(p, `{"id":1}`+"\n"); err != nil {
		t.Fatal(err)
	}
	in := bufio.NewReaderSize(p, 1<<20)
	for _, want := range []string{`[{"id":1}]`, `{"large":"` + large + `"}`} {
		if got, err := in.ReadString('\n'); err != nil || got != want+"\n" {
			t.Errorf("%.60q, %v", got, err)
		}
	}
}

func TestReadTimesOut(t *testing.T) {
	for name, address := range map[string]string{
		"tcp": listen(t, func(net.Conn) {}),
		"ws":  upgrade(t, netport.WebSocket, func(ctx context.Context, c *websocket.Conn) { _, _, _ = c.Read(ctx) }),
	} {
		p := open(t, address, netport.Options{Read: 20 * time.Millisecond})
		for range 2 {
			n, err := p.Read(make([]byte, 8))
			if n != 0 || !errors.Is(err, netport.ErrTimeout) || !errors.Is(err, os.ErrDeadlineExceeded) {
				t.Errorf("%s: read %d bytes, %v", name, n, err)
			}
		}
	}
}

// Whatever ends a connection is told as such, with what may be the reason.
func TestLostConnections(t *testing.T) {
	reset := func(c net.Conn) {
		<-time.After(50 * time.Millisecond) // or else connecting fails
		_ = c.(*net.TCPConn).SetLinger(0)
		_ = c.Close()
	}
	for name, c := range map[string]struct{ address, says string }{
		"busy": {listen(t, reset), "before it had said anything: another program may have the controller"},
		"hangs up": {listen(t, func(c net.Conn) {
			_, _ = io.WriteString(c, "ok\r\n")
			_ = c.Close()
		}), "the controller restarted, its network failed, or another program has taken the connection"},
		"resets": {listen(t, func(c net.Conn) {
			_, _ = io.WriteString(c, "ok\r\n")
			reset(c)
		}), "has ended it"},
		"ws parts": {upgrade(t, netport.WebSocket, func(_ context.Context, c *websocket.Conn) {
			_ = c.Close(websocket.StatusGoingAway, "")
		}), "has ended it"},
		"ws breaks": {upgrade(t, netport.WebSocket, func(ctx context.Context, c *websocket.Conn) {
			_ = c.Write(ctx, websocket.MessageBinary, []byte("ok\r\n"))
			_ = c.CloseNow()
		}), "has ended it"},
		"a browser": {upgrade(t, netport.WebSocket, func(ctx context.Context, c *websocket.Conn) {
			_ = c.Write(ctx, websocket.MessageText, []byte("currentID:0"))
			_ = c.Write(ctx, websocket.MessageText, []byte("activeID:0"))
			_ = c.Write(ctx, websocket.MessageText, []byte("activeID:1"))
			_ = c.CloseNow()
		}), "another client, such as FluidNC's page in a browser"},
	} {
		t.Run(name, func(t *testing.T) {
			p := open(t, c.address, netport.Options{})
			_, err := io.Copy(io.Discard, p)
			if !errors.Is(err, arm.ErrDisconnected) || !strings.Contains(err.Error(), c.says) ||
				strings.Contains(err.Error(), "\n") {
				t.Errorf("%v", err)
			}
			for range 100 { // the first may still go out
				if _, err = p.Write([]byte("?")); err != nil {
					break
				}
				<-time.After(time.Millisecond)
			}
			if !errors.Is(err, arm.ErrDisconnected) {
				t.Errorf("write: %v", err)
			}
		})
	}
}

// What is no controller is named.
func TestOtherServers(t *testing.T) {
	for text, says := range map[string]string{
		"HTTP/1.1 400 Bad Request\r\n\r\n": "is a web server; the controller has another port",
		"SSH-2.0-OpenSSH_9.2\r\n":          "a computer that one logs in to",
	} {
		p := open(t, listen(t, func(c net.Conn) { _, _ = io.WriteString(c, text) }), netport.Options{})
		if _, err := p.Read(make([]byte, 80)); !errors.Is(err, arm.ErrWrongFirmware) || !strings.Contains(err.Error(), says) {
			t.Errorf("%v", err)
		}
	}
}

// A WebSocket whose peer has vanished, though its connection has not, is found out while nothing is sent over it.
func TestVanishedPeer(t *testing.T) {
	address := upgrade(t, netport.WebSocket, func(ctx context.Context, c *websocket.Conn) {
		_ = c.Write(ctx, websocket.MessageBinary, []byte("ok\r\n"))
		<-ctx.Done() // pings are answered by who reads
	})
	p := open(t, address, netport.Options{Silence: 50 * time.Millisecond, Read: time.Minute})
	b := make([]byte, 8)
	if n, err := p.Read(b); n != 4 || err != nil {
		t.Fatal(n, err)
	}
	if _, err := p.Read(b); !errors.Is(err, arm.ErrDisconnected) ||
		!strings.Contains(err.Error(), "it has not answered whether it is there") {
		t.Errorf("%v", err)
	}
}

// A peer that takes no bytes is not waited for.
func TestWriteTimesOut(t *testing.T) {
	p := open(t, listen(t, func(net.Conn) {}), netport.Options{Write: 20 * time.Millisecond})
	var err error
	for range 10_000 {
		if _, err = p.Write(make([]byte, 64*1024)); err != nil {
			break
		}
	}
	if !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("%v", err)
	}
	if _, again := p.Write([]byte("x")); !errors.Is(again, err) {
		t.Errorf("writes after a write that is stuck: %v", again)
	}
}

func TestCloseEndsRead(t *testing.T) {
	for name, address := range map[string]string{
		"tcp": listen(t, func(net.Conn) {}),
		"ws":  upgrade(t, netport.WebSocket, func(ctx context.Context, c *websocket.Conn) { _, _, _ = c.Read(ctx) }),
	} {
		p := open(t, address, netport.Options{Read: time.Minute})
		read := make(chan error)
		go func() {
			_, err := p.Read(make([]byte, 8))
			read <- err
		}()
		for range 2 {
			if err := p.Close(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if err := <-read; !errors.Is(err, os.ErrClosed) {
			t.Errorf("%s: read: %v", name, err)
		}
		if _, err := p.Write([]byte("?")); err == nil {
			t.Errorf("%s: writes when closed", name)
		}
	}
}

func TestOpenFails(t *testing.T) {
	web := strings.TrimPrefix(httptest.NewServer(http.NotFoundHandler()).URL, "http://")
	asking := strings.TrimPrefix(httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "no", http.StatusUnauthorized)
	})).URL, "http://")
	telnet := strings.TrimPrefix(listen(t, func(c net.Conn) { _, _ = io.WriteString(c, "Grbl 1.1h ['$' for help]\r\n") }),
		"tcp://")
	silent := strings.TrimPrefix(listen(t, func(net.Conn) {}), "tcp://")
	nobody := func() string {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		expect.OK(t, err)
		defer listener.Close()
		return listener.Addr().String()
	}()
	for address, says := range map[string]string{
		"tcp://" + nobody:       "nothing listens at this port",
		"ws://" + nobody:        "nothing listens at this port",
		"moonraker://" + nobody: "nothing listens at this port",
		"tcp://no.such.invalid": "nobody is called no.such.invalid here",
		"ws://no.such.invalid":  "nobody is called no.such.invalid here",
		"ws://" + web:           "it has no WebSocket there",
		"moonraker://" + web:    "it is not Moonraker",
		"moonraker://" + asking: "trusted_clients",
		"ws://" + telnet:        "if it is a telnet port, write tcp://",
		"ws://" + silent:        "does not answer as a WebSocket does",
		"http://fluidnc.local":  "it begins with tcp://",
		"tcp://":                "is missing",
		"tcp://host:99999":      "from 1 to 65535",
		"tcp://host:23/path":    "nothing comes behind the port",
		"tcp://a b:23":          "is no address",
	} {
		p, err := netport.Open(t.Context(), address, netport.Options{Dial: 300 * time.Millisecond})
		if err == nil {
			_ = p.Close()
			t.Fatalf("opened %s", address)
		}
		if text := err.Error(); !strings.Contains(text, says) || strings.Contains(text, "\n") {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestAddresses(t *testing.T) {
	for text, want := range map[string]string{
		"tcp://192.168.4.1":           "tcp://192.168.4.1:23",
		"ws://fluidnc.local":          "ws://fluidnc.local:81",
		"ws://fluidnc.local:80/ws":    "ws://fluidnc.local:80/ws",
		"moonraker://printer.local/":  "moonraker://printer.local:7125",
		"tcp://[fe80::1]:2000":        "tcp://[fe80::1]:2000",
		"moonraker://printer.lan:443": "moonraker://printer.lan:443",
	} {
		a, err := netport.Parse(text)
		if err != nil || a.String() != want {
			t.Errorf("%s: %v, %v, want %s", text, a, err, want)
		}
	}
	for name, is := range map[string]bool{"/dev/ttyUSB0": false, "COM3": false, "tcp://x": true, "http://x": true} {
		if netport.Is(name) != is {
			t.Errorf("%s: %v", name, !is)
		}
	}
}
