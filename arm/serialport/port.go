// Package serialport carries bytes over serial ports and pseudo-terminals. It makes errors of what go.bug.st/serial
// leaves to its caller: a read that times out, a port that vanishes, a write that never ends.
package serialport

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"go.bug.st/serial"

	"draughtsman/arm"
)

// readSlice is the longest a read stays in the library. Close waits for it, since the library lets a read race with
// the closing of its file descriptor.
const readSlice = 50 * time.Millisecond

// Options say how a port is used. The zero value of a field stands for its default.
type Options struct {
	Baud  int           // 115200; 8 data bits, no parity, 1 stop bit
	Read  time.Duration // a Read that has waited so long ends with ErrTimeout; 1 s
	Write time.Duration // the same for a Write; 2 s
}

// ErrTimeout is a read or a write that took too long. It matches os.ErrDeadlineExceeded.
var ErrTimeout = fmt.Errorf("the serial port was silent for too long: %w", os.ErrDeadlineExceeded)

// Port is an open serial port. One goroutine may read while another writes.
type Port struct {
	name    string
	opts    Options
	port    serial.Port
	alone   io.Closer
	closed  atomic.Bool
	reading sync.Mutex
	writing sync.Mutex
	stuck   error // of a write that may still be under way, guarded by writing
}

var _ io.ReadWriteCloser = (*Port)(nil)

// Open opens a port, which resets many boards. The error is one sentence that names the port.
func Open(name string, o Options) (*Port, error) {
	o.Baud = cmp.Or(o.Baud, 115200)
	o.Read = cmp.Or(o.Read, time.Second)
	o.Write = cmp.Or(o.Write, 2*time.Second)
	if o.Baud < 0 || o.Read < 0 || o.Write < 0 {
		return nil, fmt.Errorf("open serial port %s: neither the baud rate nor a time-out may be negative", name)
	}
	lock, err := alone(name)
	if errors.Is(err, errBusy) {
		return nil, fmt.Errorf("open serial port %s: %s; close that first", name, userOf(name))
	}
	if err != nil {
		return nil, openError(name, err)
	}
	port, err := serial.Open(name, &serial.Mode{BaudRate: o.Baud, DataBits: 8, Parity: serial.NoParity,
		StopBits: serial.OneStopBit})
	if err != nil {
		_ = lock.Close() // the first error tells more
		return nil, openError(name, err)
	}
	err = port.SetReadTimeout(readSlice)
	if err == nil {
		err = port.ResetInputBuffer() // what was said before was said to somebody else
	}
	if err != nil {
		_ = errors.Join(port.Close(), lock.Close()) // the first error tells more
		return nil, openError(name, err)
	}
	return &Port{name: name, opts: o, port: port, alone: lock}, nil
}

// openError says what to do about a port that cannot be opened.
func openError(name string, err error) error {
	var advice string
	var code serial.PortErrorCode = -1
	var pe *serial.PortError
	if errors.As(err, &pe) {
		code = pe.Code()
	}
	switch {
	case errors.Is(err, fs.ErrNotExist) || code == serial.PortNotFound:
		advice = "there is no such port; check the cable and the name"
	case errors.Is(err, fs.ErrPermission) || code == serial.PermissionDenied:
		advice = "you may not use it; on Linux, join the group that owns it, sudo usermod -aG " +
			cmp.Or(groupOf(name), "dialout") + " $USER, and log in again"
	case code == serial.PortBusy:
		advice = "another program is using it: sudo fuser -v " + name + " says which; close that first"
	case code == serial.InvalidSerialPort:
		advice = "it is no serial port"
	default:
		return fmt.Errorf("open serial port %s: %w", name, err)
	}
	return fmt.Errorf("open serial port %s: %s (%w)", name, advice, err)
}

// Read waits for at least one byte. Without any it ends with ErrTimeout, after which reading may go on, with
// arm.ErrDisconnected when the port has vanished, or with os.ErrClosed.
func (p *Port) Read(b []byte) (int, error) {
	p.reading.Lock()
	defer p.reading.Unlock()
	for deadline := time.Now().Add(p.opts.Read); ; {
		if p.closed.Load() {
			return 0, os.ErrClosed
		}
		n, err := p.port.Read(b)
		switch {
		case err != nil:
			return n, p.vanished(err)
		case n > 0 || len(b) == 0:
			return n, nil
		case time.Now().After(deadline): // the library's way to say time-out is 0, nil
			return 0, ErrTimeout
		}
	}
}

// Write sends all of b. After a write that ended with ErrTimeout the port is of no use any more: nobody knows what of
// it went out.
func (p *Port) Write(b []byte) (int, error) {
	p.writing.Lock()
	defer p.writing.Unlock()
	switch {
	case p.closed.Load():
		return 0, os.ErrClosed
	case p.stuck != nil:
		return 0, p.stuck
	}
	type result struct {
		n   int
		err error
	}
	done := make(chan result, 1)
	data := append([]byte(nil), b...) // may outlive this call
	go func() {
		n, err := writeAll(p.port, data)
		done <- result{n, err}
	}()
	timer := time.NewTimer(p.opts.Write)
	defer timer.Stop()
	select {
	case r := <-done:
		if r.err != nil {
			return r.n, p.vanished(r.err)
		}
		return r.n, nil
	case <-timer.C:
		p.stuck = fmt.Errorf("serial port %s took no bytes for %v: %w", p.name, p.opts.Write, ErrTimeout)
		return 0, p.stuck
	}
}

func writeAll(w io.Writer, b []byte) (sum int, err error) {
	for sum < len(b) && err == nil {
		var n int
		n, err = w.Write(b[sum:])
		if sum += n; n == 0 && err == nil {
			err = io.ErrShortWrite
		}
	}
	return sum, err
}

// vanished tells a port that is gone from one that was closed.
func (p *Port) vanished(err error) error {
	if p.closed.Load() {
		return os.ErrClosed
	}
	return fmt.Errorf("%w: serial port %s has vanished (%w); plug it in, then connect again", arm.ErrDisconnected, p.name,
		err)
}

// Close closes the port; a Read under way ends. Closing twice is fine.
func (p *Port) Close() error {
	if p.closed.Swap(true) {
		return nil
	}
	p.reading.Lock()
	defer p.reading.Unlock()
	if err := errors.Join(p.port.Close(), p.alone.Close()); err != nil {
		return fmt.Errorf("close serial port %s: %w", p.name, err)
	}
	return nil
}
