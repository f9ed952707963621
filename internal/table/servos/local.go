package servos

import (
	"errors"
	"io"
	"sync"
)

// local is a socket without a terminal: its hosts are in this program.
type local struct {
	received func([]byte)

	mu     sync.Mutex
	host   *host
	pulled bool
}

func newLocal(received func([]byte)) *local { return &local{received: received} }

// host is an open port.
type host struct {
	m    *local
	said chan []byte
	gone chan struct{}
	once sync.Once
	rest []byte
}

var errPulled = errors.New("the cable is pulled")

func (m *local) dial() (io.ReadWriteCloser, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.pulled {
		return nil, errPulled
	}
	m.host = &host{m: m, said: make(chan []byte, 1024), gone: make(chan struct{})}
	return m.host, nil
}

func (m *local) path() string { return "in memory" }

func (m *local) send(b []byte) {
	m.mu.Lock()
	h := m.host
	m.mu.Unlock()
	if h == nil {
		return
	}
	select {
	case h.said <- append([]byte(nil), b...):
	default: // nobody reads
	}
}

func (m *local) unplug() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.pulled = true
	if m.host != nil {
		m.host.end()
	}
	m.host = nil
}

func (m *local) plug() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.pulled = false
}

func (m *local) close() error {
	m.unplug()
	return nil
}

func (h *host) end() { h.once.Do(func() { close(h.gone) }) }

func (h *host) Read(b []byte) (int, error) {
	for len(h.rest) == 0 {
		select {
		case h.rest = <-h.said:
		case <-h.gone:
			return 0, errPulled
		}
	}
	n := copy(b, h.rest)
	h.rest = h.rest[n:]
	return n, nil
}

func (h *host) Write(b []byte) (int, error) {
	select {
	case <-h.gone:
		return 0, errPulled
	default:
	}
	h.m.received(b)
	return len(b), nil
}

func (h *host) Close() error {
	h.end()
	return nil
}
