// Package netport carries bytes to controllers in a network: over TCP, over a WebSocket, and, a JSON message a line,
// to Moonraker. Its ports behave as those of serialport do: a read that waits in vain is a time-out, after which
// reading may go on; whatever ends the connection is arm.ErrDisconnected, also if nobody says so: a controller that
// has lost its supply or its radio does not say goodbye.
package netport

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"syscall"
	"time"

	"draughtsman/arm"
)

// Options say how a connection is used. The zero value of a field stands for its default.
type Options struct {
	Dial  time.Duration // the longest time that connecting may take; 5 s
	Read  time.Duration // a Read that has waited so long ends with ErrTimeout; 1 s
	Write time.Duration // the longest time that a Write may take; 2 s
	// Silence is how soon a peer counts as gone that does not even acknowledge what is sent to it; 3 s.
	Silence time.Duration
}

func (o Options) withDefaults() Options {
	o.Dial = cmp.Or(o.Dial, 5*time.Second)
	o.Read = cmp.Or(o.Read, time.Second)
	o.Write = cmp.Or(o.Write, 2*time.Second)
	o.Silence = cmp.Or(o.Silence, 3*time.Second)
	return o
}

// ErrTimeout is a read that waited too long. It matches os.ErrDeadlineExceeded.
var ErrTimeout = fmt.Errorf("nothing came over the network: %w", os.ErrDeadlineExceeded)

// Open connects to a controller. One goroutine may read from the port while another writes. The error is one sentence
// that names the address.
func Open(ctx context.Context, address string, o Options) (io.ReadWriteCloser, error) {
	a, err := Parse(address)
	if err != nil {
		return nil, err
	}
	o = o.withDefaults()
	if min(o.Dial, o.Read, o.Write, o.Silence) < 0 {
		return nil, fmt.Errorf("connect to %v: no time-out may be negative", a)
	}
	dialer := &net.Dialer{
		Timeout: o.Dial,
		KeepAliveConfig: net.KeepAliveConfig{
			Enable: true, Idle: max(o.Silence/2, time.Second), Interval: time.Second, Count: 2,
		},
		Control: func(_, _ string, c syscall.RawConn) error { return giveUpAfter(c, o.Silence) },
	}
	if a.Scheme == TCP {
		conn, err := dialer.DialContext(ctx, "tcp", a.Host)
		if err != nil {
			return nil, dialError(a, err)
		}
		return &stream{at: a, opts: o, conn: conn}, nil
	}
	return dialMessages(ctx, a, dialer, o)
}

// dialError says what to do about an address at which nobody can be reached.
func dialError(a Address, err error) error {
	var unknown *net.DNSError
	var timeout net.Error
	advice := ""
	switch {
	case errors.As(err, &unknown):
		advice = fmt.Sprintf("nobody is called %s here; check the name, or write the number that the controller says it has",
			unknown.Name)
	case errors.Is(err, syscall.ECONNREFUSED):
		advice = "it is there, and nothing listens at this port: check its number, and whether the service is switched on"
	case errors.Is(err, syscall.ECONNRESET):
		advice = "it hangs up at once: another program may have the controller"
	case errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH):
		advice = "no way leads there: is it switched on, and in the same network?"
	case errors.As(err, &timeout) && timeout.Timeout():
		advice = "it does not answer: is it switched on, and in the same network?"
	default:
		return fmt.Errorf("connect to %v: %w", a, err)
	}
	return fmt.Errorf("connect to %v: %s (%w)", a, advice, err)
}

// gone is the end of a connection. Early: before anything came over it.
func gone(a Address, early bool, err error) error {
	why := "the controller restarted, its network failed, or another program has taken the connection"
	switch {
	case early:
		why = "before it had said anything: another program may have the controller, or it is none"
	case errors.Is(err, syscall.ETIMEDOUT):
		why = "nothing is acknowledged any more: its supply or its network failed"
	}
	return fmt.Errorf("%w: %v has ended it, %s (%w)", arm.ErrDisconnected, a, why, err)
}
