// Package session is what the drivers of firmware share that answers what it is sent, one line or packet at a time: a
// goroutine that reads lines from a port, a lock around what they mean, and a way to wait, with a limit, until they
// have made something true.
package session

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"draughtsman/arm"
)

// MaxLength is the longest line that is delivered; longer ones are noise. The longest that the known firmwares send
// is a Marlin capability report line.
const MaxLength = 512

// Conn is a conversation in lines over a port.
type Conn struct {
	port    io.ReadWriteCloser
	split   func(p []byte, emit func(line string))
	receive func(line string)
	writing sync.Mutex

	Monitor           // its end is why nothing will come any more, such as arm.ErrDisconnected
	heard   time.Time // when the last byte came
	bytes   int       // how many came in all
	strange []string  // the first lines that are none of the firmware's
	closed  bool
	reading chan struct{} // closed when the reader has ended
}

// New starts to read from port. The receive function is called for each line, without its end, one at a time and with
// the connection's lock held, so that what it changes can be looked at in Wait and Do; it must not call back into the
// connection.
//
// The port's Close must end a Read that is under way. A Read may report a time-out (os.ErrDeadlineExceeded), which
// means only that nothing came yet.
func New(port io.ReadWriteCloser, receive func(line string)) *Conn {
	c := newConn(port, lines(), receive)
	go c.read()
	return c
}

// Packets is New for what does not come in lines: receive is called with bytes as they come.
func Packets(port io.ReadWriteCloser, receive func(p []byte)) *Conn {
	c := newConn(port, func(p []byte, _ func(string)) { receive(p) }, nil)
	go c.read()
	return c
}

// newConn is a conversation in which nothing is read yet.
func newConn(port io.ReadWriteCloser, split func(p []byte, emit func(line string)), receive func(line string)) *Conn {
	return &Conn{port: port, split: split, receive: receive, heard: arm.Now(), reading: make(chan struct{})}
}

func (c *Conn) read() {
	defer close(c.reading)
	p := make([]byte, 256)
	for empty := 0; ; {
		n, err := c.port.Read(p)
		if n > 0 {
			empty = 0
			c.Do(func() {
				c.heard = arm.Now()
				c.bytes += n
				c.split(p[:n], c.receive)
			})
		}
		switch {
		case errors.Is(err, os.ErrDeadlineExceeded):
			continue
		case err == nil:
			if empty++; empty < 100 {
				continue
			}
			err = io.ErrNoProgress
		}
		c.Do(func() { c.End(gone(err)) })
		return
	}
}

// gone makes every end of a connection an ErrDisconnected, unless it never was one to a controller.
func gone(err error) error {
	if errors.Is(err, arm.ErrDisconnected) || errors.Is(err, arm.ErrWrongFirmware) {
		return err
	}
	return fmt.Errorf("%w (%w): check the cable and the power, then connect again", arm.ErrDisconnected, err)
}

// Write sends bytes as they are, in one piece. Short commands that firmware obeys at once may be written while
// somebody else waits for an answer.
func (c *Conn) Write(p []byte) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	n, err := c.port.Write(p)
	switch {
	case err == nil && n < len(p):
		return gone(io.ErrShortWrite)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return fmt.Errorf("%w: it takes no more bytes (%w); switch it off and on, then connect again", arm.ErrNoAnswer, err)
	case err != nil:
		return gone(err)
	}
	return nil
}

// Heard tells when the last byte came (at first: when the connection was made) and how many came in all. Call it
// inside Do, Wait or receive.
func (c *Conn) Heard() (last time.Time, bytes int) { return c.heard, c.bytes }

// Silent is the time in which nothing has come since a line was sent and its answer was awaited. Call it inside Do.
func (c *Conn) Silent(since time.Time) time.Duration {
	if c.heard.After(since) {
		since = c.heard
	}
	return arm.Since(since)
}

// Close closes the port and waits for the reader to end. Closing twice is fine.
func (c *Conn) Close() error {
	c.mu.Lock()
	again := c.closed
	c.closed = true
	c.mu.Unlock()
	if again {
		return nil
	}
	err := c.port.Close()
	<-c.reading
	return err
}
