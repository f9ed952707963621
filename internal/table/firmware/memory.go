package firmware

import (
	"errors"
	"io"
	"sync"

	"draughtsman/internal/table/gantry"
)

// errUnplugged is what a host gets from a port whose cable was pulled.
var errUnplugged = errors.New("the cable of the simulated arm is not plugged in")

// Dialled is a socket whose hosts are in this program, and open its port by Dial.
type Dialled interface {
	gantry.Socket
	Dial() (io.ReadWriteCloser, error)
}

// NewMemory is a socket without a file: for tests, also on a fake clock.
func NewMemory() Dialled { return &memory{} }

// memory is such a socket.
type memory struct {
	opened   func()
	received func([]byte)

	mu   sync.Mutex
	out  bool   // the cable is
	host *cable // nil: nobody has opened it
}

// cable is a host's end of the cable.
type cable struct {
	socket *memory
	mu     sync.Mutex
	cond   *sync.Cond
	bytes  []byte // sent, and not read yet
	end    error  // why nothing comes any more
}

func (m *memory) Path() string { return "" }
func (m *memory) Attend()      {}

func (m *memory) Serve(opened func(), received func([]byte)) {
	m.opened, m.received = opened, received
}

// Dial opens the port, whoever else had it.
func (m *memory) Dial() (io.ReadWriteCloser, error) {
	m.mu.Lock()
	if m.out {
		m.mu.Unlock()
		return nil, errUnplugged
	}
	if m.host != nil {
		m.host.finish(io.EOF)
	}
	m.host = &cable{socket: m}
	m.host.cond = sync.NewCond(&m.host.mu)
	host := m.host
	m.mu.Unlock()
	m.opened()
	return host, nil
}

func (m *memory) Send(text string) {
	m.mu.Lock()
	host := m.host
	m.mu.Unlock()
	if host == nil {
		return
	}
	host.mu.Lock()
	defer host.mu.Unlock()
	host.bytes = append(host.bytes, text...)
	host.cond.Broadcast()
}

func (m *memory) Unplug() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.out = true
	if m.host != nil {
		m.host.finish(errUnplugged)
		m.host = nil
	}
}

func (m *memory) Plug() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.out = false
}

func (m *memory) Close() error {
	m.Unplug()
	return nil
}

func (l *cable) finish(why error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.end == nil {
		l.end = why
	}
	l.cond.Broadcast()
}

// Read waits for what the board sends.
func (l *cable) Read(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.bytes) == 0 && l.end == nil {
		l.cond.Wait()
	}
	n := copy(p, l.bytes)
	if l.bytes = l.bytes[n:]; n == 0 {
		return 0, l.end
	}
	return n, nil
}

// Buffered is how many bytes can be read without waiting.
func (l *cable) Buffered() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.bytes)
}

// Write is heard by the board at once.
func (l *cable) Write(p []byte) (int, error) {
	l.mu.Lock()
	end := l.end
	l.mu.Unlock()
	if end != nil {
		return 0, end
	}
	l.socket.received(p)
	return len(p), nil
}

// Close lets go of the port.
func (l *cable) Close() error {
	l.finish(io.EOF)
	l.socket.mu.Lock()
	defer l.socket.mu.Unlock()
	if l.socket.host == l {
		l.socket.host = nil
	}
	return nil
}
