package netport

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"draughtsman/arm"
)

// stream is a TCP connection.
type stream struct {
	at     Address
	opts   Options
	conn   net.Conn
	closed atomic.Bool
	heard  atomic.Bool // something has come
	mu     sync.Mutex
	stuck  error // of a write that did not end in time
}

// Read waits for at least one byte. Without any it ends with ErrTimeout, after which reading may go on, with
// arm.ErrDisconnected when the connection is gone, with arm.ErrWrongFirmware when what answers is no controller, or
// with os.ErrClosed.
func (s *stream) Read(b []byte) (int, error) {
	if err := s.conn.SetReadDeadline(time.Now().Add(s.opts.Read)); err != nil {
		return 0, s.ended(err)
	}
	n, err := s.conn.Read(b)
	if n > 0 && !s.heard.Swap(true) {
		if stranger := server(b[:n]); stranger != "" {
			return 0, fmt.Errorf("%w: what answers at %v is %s; the controller has another port", arm.ErrWrongFirmware, s.at,
				stranger)
		}
	}
	switch {
	case n > 0 || err == nil:
		return n, nil // an error comes again
	case errors.Is(err, os.ErrDeadlineExceeded):
		return 0, ErrTimeout
	}
	return 0, s.ended(err)
}

// servers are what other services say first.
var servers = map[string]string{"HTTP/": "a web server", "SSH-": "a computer that one logs in to (SSH)",
	"220 ": "a mail or file server"}

func server(said []byte) string {
	for begins, name := range servers {
		if bytes.HasPrefix(said, []byte(begins)) {
			return name
		}
	}
	return ""
}

// Write sends all of b. After a write that took too long the connection is of no use any more: nobody knows what of
// it went out.
func (s *stream) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stuck != nil {
		return 0, s.stuck
	}
	err := s.conn.SetWriteDeadline(time.Now().Add(s.opts.Write))
	n := 0
	if err == nil {
		n, err = s.conn.Write(b)
	}
	switch {
	case err == nil:
		return n, nil
	case errors.Is(err, os.ErrDeadlineExceeded):
		s.stuck = fmt.Errorf("%v took no bytes for %v: %w", s.at, s.opts.Write, err)
		return n, s.stuck
	}
	return n, s.ended(err)
}

// ended tells a connection that was lost from one that was closed here.
func (s *stream) ended(err error) error {
	switch {
	case s.closed.Load():
		return os.ErrClosed
	case errors.Is(err, io.EOF):
		err = errors.New("it has hung up")
	}
	return gone(s.at, !s.heard.Load(), err)
}

// Close ends the connection; a Read under way ends. Closing twice is fine.
func (s *stream) Close() error {
	if s.closed.Swap(true) {
		return nil
	}
	if err := s.conn.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
		return fmt.Errorf("close the connection to %v: %w", s.at, err)
	}
	return nil
}
