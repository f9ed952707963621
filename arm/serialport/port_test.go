//go:build linux || darwin

package serialport_test

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"

	"draughtsman/arm"
	"draughtsman/arm/grbl"
	"draughtsman/arm/serialport"
	"draughtsman/internal/testkit/expect"
)

// terminal is the controller's end of a pseudo-terminal, and the name of the other.
func terminal(t *testing.T) (*os.File, string) {
	t.Helper()
	controller, port, err := pty.Open()
	expect.OK(t, err)
	name := port.Name()
	t.Cleanup(func() {
		_ = controller.Close()
		_ = port.Close()
	})
	return controller, name
}

func open(t *testing.T, name string, o serialport.Options) *serialport.Port {
	t.Helper()
	p, err := serialport.Open(name, o)
	expect.OK(t, err)
	t.Cleanup(func() { _ = p.Close() })
	return p
}

// Bytes pass unchanged both ways: no echo, no line discipline, no control characters that mean something, at ordinary
// and at odd baud rates.
func TestBytesPass(t *testing.T) {
	for _, baud := range []int{0, 115200, 250000, 1000000} {
		controller, name := terminal(t)
		p := open(t, name, serialport.Options{Baud: baud})
		sent := "\x00\x03\x04\x11\x13\x18\x1a\x1c\x7f\r\n\r\xff?!~\n"
		got := make([]byte, len(sent))
		if _, err := io.WriteString(p, sent); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(controller, got); err != nil || string(got) != sent {
			t.Errorf("%d baud: wrote %q, %q came, %v", baud, sent, got, err)
		}
		if _, err := io.WriteString(controller, sent); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(p, got); err != nil || string(got) != sent {
			t.Errorf("%d baud: sent %q, read %q, %v", baud, sent, got, err)
		}
	}
}

func TestReadTimesOut(t *testing.T) {
	_, name := terminal(t)
	p := open(t, name, serialport.Options{Read: 20 * time.Millisecond})
	for range 2 {
		n, err := p.Read(make([]byte, 8))
		if n != 0 || !errors.Is(err, serialport.ErrTimeout) || !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("read %d bytes, %v", n, err)
		}
	}
}

func TestWriteTimesOut(t *testing.T) {
	controller, name := terminal(t)
	p := open(t, name, serialport.Options{Write: 20 * time.Millisecond})
	var err error
	for range 1000 { // nobody reads: the terminal's buffer fills
		if _, err = p.Write(make([]byte, 1024)); err != nil {
			break
		}
	}
	if !errors.Is(err, serialport.ErrTimeout) || !strings.Contains(err.Error(), name) {
		t.Errorf("got %v", err)
	}
	if _, again := p.Write([]byte("x")); !errors.Is(again, err) {
		t.Errorf("writes after a write that is stuck: %v", again)
	}
	go func() { _, _ = io.Copy(io.Discard, controller) }() // lets the stuck write end
}

// A port that goes away is an error of its own, for reads and for writes.
func TestVanishedPort(t *testing.T) {
	controller, port, err := pty.Open()
	expect.OK(t, err)
	p := open(t, port.Name(), serialport.Options{Read: time.Minute})
	expect.OK(t, errors.Join(port.Close(), controller.Close()))
	if _, err := p.Read(make([]byte, 8)); !errors.Is(err, arm.ErrDisconnected) ||
		!strings.Contains(err.Error(), port.Name()) {
		t.Errorf("read: %v", err)
	}
	if _, err := p.Write([]byte("?")); !errors.Is(err, arm.ErrDisconnected) {
		t.Errorf("write: %v", err)
	}
}

func TestCloseEndsRead(t *testing.T) {
	_, name := terminal(t)
	p := open(t, name, serialport.Options{Read: time.Minute})
	read := make(chan error)
	go func() {
		_, err := p.Read(make([]byte, 8))
		read <- err
	}()
	for range 2 {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
	if err := <-read; !errors.Is(err, os.ErrClosed) {
		t.Errorf("read: %v", err)
	}
	if _, err := p.Write([]byte("?")); !errors.Is(err, os.ErrClosed) {
		t.Errorf("write: %v", err)
	}
}

func TestOpenFails(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	expect.OK(t, os.WriteFile(file, nil, 0o600))
	for name, says := range map[string]string{
		"/dev/ttyUSB987": "there is no such port",
		file:             "no serial port",
		"/dev/null":      "no serial port",
	} {
		p, err := serialport.Open(name, serialport.Options{})
		if err == nil {
			_ = p.Close()
			t.Fatalf("opened %s", name)
		}
		if text := err.Error(); !strings.Contains(text, name) || !strings.Contains(text, says) ||
			strings.Contains(text, "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := serialport.Open("/dev/null", serialport.Options{Baud: -9600}); err == nil ||
		!strings.Contains(err.Error(), "negative") {
		t.Errorf("baud -9600: %v", err)
	}
}

func TestList(t *testing.T) {
	devices, err := serialport.List()
	expect.OK(t, err)
	for _, d := range devices {
		if d.Name == "" || !strings.HasPrefix(d.String(), d.Name) {
			t.Errorf("%+v", d)
		}
	}
}

// controller is just enough of Grbl for one trip, with its two-byte line ends.
func controller(rw io.ReadWriter) error {
	if _, err := io.WriteString(rw, "\r\nGrbl 1.1h ['$' for help]\r\n"); err != nil {
		return err
	}
	in := bufio.NewReader(rw)
	for text := ""; ; {
		b, err := in.ReadByte()
		if err != nil {
			return err
		}
		reply := ""
		switch {
		case b == '?':
			reply = "<Idle|MPos:10.000,20.000,30.000|FS:0,0>\r\n"
		case b != '\n':
			text += string(b)
		case text == "$$":
			text, reply = "", "$20=1\r\n$22=1\r\n$130=200.000\r\nok\r\n"
		case text == "$I":
			text, reply = "", "[VER:1.1h.20190830:]\r\nok\r\n"
		default:
			text, reply = "", "ok\r\n"
		}
		if _, err := io.WriteString(rw, reply); err != nil {
			return err
		}
	}
}

// The real driver over a real terminal, and over the same one once more.
func TestGrblOverATerminal(t *testing.T) {
	far, name := terminal(t)
	go func() { _ = controller(far) }() // ends with the terminal
	for range 2 {
		roundTrip(t, open(t, name, serialport.Options{}))
	}
}

func roundTrip(t *testing.T, p *serialport.Port) {
	t.Helper()
	d, err := grbl.Connect(t.Context(), p,
		grbl.Config{Limits: arm.Limits{Max: arm.Point{X: 200, Y: 200, Z: 50}, MaxSpeed: 100}})
	expect.OK(t, err)
	for _, s := range []arm.Step{
		{Verb: arm.VerbHome},
		{Verb: arm.VerbMove, To: arm.Point{X: 10, Y: 20, Z: 30}, Speed: 100},
		{Verb: arm.VerbGrip},
		{Verb: arm.VerbRelease},
	} {
		expect.OK(t, s.Do(t.Context(), d))
	}
	if at, err := d.Position(t.Context()); err != nil || at != (arm.Point{X: 10, Y: 20, Z: 30}) {
		t.Errorf("position %v, %v", at, err)
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
}
