package serialport

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"go.bug.st/serial"

	"draughtsman/arm"
)

// ErrOpened is a switch at a Pin that is open: somebody has pressed the emergency stop, or its wire is off.
var ErrOpened = errors.New("the emergency stop is pressed, or its wire is off")

// inputs are the control lines that a serial port can read.
var inputs = map[string]func(*serial.ModemStatusBits) bool{
	"cts": func(b *serial.ModemStatusBits) bool { return b.CTS },
	"dsr": func(b *serial.ModemStatusBits) bool { return b.DSR },
	"dcd": func(b *serial.ModemStatusBits) bool { return b.DCD },
	"ri":  func(b *serial.ModemStatusBits) bool { return b.RI },
}

// modem is what a Pin needs of a port.
type modem interface {
	SetRTS(bool) error
	SetDTR(bool) error
	GetModemStatusBits() (*serial.ModemStatusBits, error)
	Close() error
}

// Pin is a control line of a serial port by which a switch is read. The switch lies between the line and RTS or DTR,
// which the port holds up; it opens when it is pressed, so that a broken wire counts as pressed.
type Pin struct {
	name string
	port modem
	read func(*serial.ModemStatusBits) bool
}

// OpenPin opens the port of a pin, which must not be the arm's: "PORT:LINE", such as "/dev/ttyUSB1:cts". The lines
// are cts, dsr, dcd and ri.
func OpenPin(text string) (*Pin, error) {
	name, read, err := parsePin(text)
	if err != nil {
		return nil, err
	}
	port, err := serial.Open(name, &serial.Mode{BaudRate: 9600})
	if err != nil {
		return nil, openError(name, err)
	}
	return newPin(text, port, read)
}

func parsePin(text string) (port string, read func(*serial.ModemStatusBits) bool, err error) {
	at := strings.LastIndexByte(text, ':')
	if at > 0 {
		read = inputs[strings.ToLower(text[at+1:])]
	}
	if read == nil {
		return "", nil, fmt.Errorf("%q is no control line of a serial port: say port and line, such as /dev/ttyUSB1:cts; "+
			"the lines are cts, dsr, dcd and ri", text)
	}
	return text[:at], read, nil
}

func newPin(name string, port modem, read func(*serial.ModemStatusBits) bool) (*Pin, error) {
	p := &Pin{name: name, port: port, read: read}
	err := port.SetRTS(true)
	if err == nil {
		err = port.SetDTR(true)
	}
	if err == nil {
		_, err = port.GetModemStatusBits()
	}
	if err != nil {
		_ = port.Close() // the first error tells more
		return nil, fmt.Errorf("the control line %s cannot be read (%w); a pseudo-terminal and some adapters have none", name,
			err)
	}
	return p, nil
}

// Closed reports whether the switch is closed, which means that nobody has pressed it.
func (p *Pin) Closed() (bool, error) {
	bits, err := p.port.GetModemStatusBits()
	if err != nil {
		return false, fmt.Errorf("%w: the control line %s cannot be read any more (%w)", arm.ErrDisconnected, p.name, err)
	}
	return p.read(bits), nil
}

// pinInterval is the time between two looks at a switch. It counts as open when two in a row say so: a spark nearby
// may lift a line for a moment.
const pinInterval = 10 * time.Millisecond

// Await watches the switch until it opens, which is ErrOpened, until the port vanishes, which is arm.ErrDisconnected,
// or until ctx ends, which is its cause.
func (p *Pin) Await(ctx context.Context) error {
	ticker := time.NewTicker(pinInterval)
	defer ticker.Stop()
	for open := 0; ; {
		closed, err := p.Closed()
		switch {
		case err != nil:
			return err
		case closed:
			open = 0
		default:
			if open++; open == 2 {
				return fmt.Errorf("%w (%s)", ErrOpened, p.name)
			}
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// Close closes the port.
func (p *Pin) Close() error {
	if err := p.port.Close(); err != nil {
		return fmt.Errorf("close the port of the control line %s: %w", p.name, err)
	}
	return nil
}
