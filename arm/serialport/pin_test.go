package serialport

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/creack/pty"
	"go.bug.st/serial"

	"draughtsman/arm"
	"draughtsman/internal/testkit/expect"
)

// switches are the control lines of a port whose RTS and DTR lead to what is closed.
type switches struct {
	mu       sync.Mutex
	rts, dtr bool
	closed   serial.ModemStatusBits
	err      error
	over     bool
}

func (s *switches) SetRTS(up bool) error { s.rts = up; return nil }
func (s *switches) SetDTR(up bool) error { s.dtr = up; return nil }
func (s *switches) Close() error         { s.over = true; return nil }

func (s *switches) GetModemStatusBits() (*serial.ModemStatusBits, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	bits := s.closed
	if !s.rts || !s.dtr {
		bits = serial.ModemStatusBits{}
	}
	return &bits, s.err
}

func (s *switches) set(bits serial.ModemStatusBits, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed, s.err = bits, err
}

func pinAt(t *testing.T, line string, s *switches) *Pin {
	t.Helper()
	_, read, err := parsePin("/dev/x:" + line)
	expect.OK(t, err)
	p, err := newPin("/dev/x:"+line, s, read)
	expect.OK(t, err)
	return p
}

// Each line is read by itself.
func TestPinReadsItsLine(t *testing.T) {
	for line, bits := range map[string]serial.ModemStatusBits{"cts": {CTS: true}, "DSR": {DSR: true}, "dcd": {DCD: true},
		"ri": {RI: true}} {
		s := &switches{closed: bits}
		p := pinAt(t, line, s)
		if closed, err := p.Closed(); !closed || err != nil {
			t.Errorf("%s: closed %v, %v", line, closed, err)
		}
		s.set(serial.ModemStatusBits{CTS: !bits.CTS, DSR: !bits.DSR, DCD: !bits.DCD, RI: !bits.RI}, nil)
		if closed, err := p.Closed(); closed || err != nil {
			t.Errorf("%s: closed %v, %v; the others are", line, closed, err)
		}
	}
}

// A switch that opens, a port that vanishes and a context that ends are told at once; a spark is not.
func TestPinAwaits(t *testing.T) {
	down := serial.ModemStatusBits{}
	for name, c := range map[string]struct {
		happens func(s *switches, cancel func())
		want    error
	}{
		"pressed": {func(s *switches, _ func()) { s.set(down, nil) }, ErrOpened},
		"unplug":  {func(s *switches, _ func()) { s.set(down, errors.New("gone")) }, arm.ErrDisconnected},
		"the end": {func(_ *switches, cancel func()) { cancel() }, context.Canceled},
		"a spark": {func(s *switches, cancel func()) {
			s.set(down, nil)
			<-time.After(pinInterval)
			s.set(serial.ModemStatusBits{CTS: true}, nil)
			<-time.After(time.Second)
			cancel()
		}, context.Canceled},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				s := &switches{closed: serial.ModemStatusBits{CTS: true}}
				p := pinAt(t, "cts", s)
				began := time.Now()
				ended := make(chan error, 1)
				go func() { ended <- p.Await(ctx) }()
				<-time.After(time.Minute + pinInterval/2)
				c.happens(s, cancel)
				if err := <-ended; !errors.Is(err, c.want) {
					t.Errorf("%v, want %v", err, c.want)
				}
				if late := time.Since(began) - time.Minute; late > 50*time.Millisecond && name != "a spark" {
					t.Errorf("told %v late", late)
				}
				if err := p.Close(); err != nil || !s.over {
					t.Errorf("closed %v, %v", s.over, err)
				}
			})
		})
	}
}

func TestOpenPinRefuses(t *testing.T) {
	terminal, other, err := pty.Open()
	expect.OK(t, err)
	defer terminal.Close()
	defer other.Close()
	for text, says := range map[string]string{
		"/dev/ttyUSB1":        "say port and line",
		"/dev/ttyUSB1:tx":     "the lines are cts, dsr, dcd and ri",
		":cts":                "say port and line",
		"/dev/nowhere:cts":    "there is no such port",
		other.Name() + ":cts": "cannot be read",
	} {
		if _, err := OpenPin(text); err == nil || !strings.Contains(err.Error(), says) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v; want an error that says %q", text, err, says)
		}
	}
}
