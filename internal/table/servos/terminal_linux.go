package servos

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
	"golang.org/x/term"
)

// terminal is a socket on a pseudo-terminal. The host's end is kept open here too, so that the terminal stays raw and
// lives on when a host closes it. Cables are pulled and plugged in by a goroutine of its own, since the world's lock
// is held by those who ask for it.
type terminal struct {
	link     string
	received func([]byte)
	jobs     chan func() error
	worked   sync.WaitGroup
	closing  sync.Once

	mu   sync.Mutex
	ends *ends // nil: unplugged
	name string
	err  error // of what the goroutine did
}

// ends are the two ends of a pseudo-terminal.
type ends struct {
	bus, host *os.File
	read      sync.WaitGroup
	mu        sync.Mutex // guards the use of host
	closed    bool
}

func openTerminal(link string, received func([]byte)) (*terminal, error) {
	t := &terminal{link: link, received: received, jobs: make(chan func() error, 16)}
	if err := t.open(); err != nil {
		return nil, err
	}
	t.worked.Go(func() {
		for job := range t.jobs {
			if err := job(); err != nil {
				t.mu.Lock()
				t.err = errors.Join(t.err, err)
				t.mu.Unlock()
			}
		}
	})
	return t, nil
}

func (t *terminal) open() error {
	bus, host, err := pty.Open()
	if err != nil {
		return err
	}
	e := &ends{bus: bus, host: host}
	if _, err := term.MakeRaw(int(host.Fd())); err != nil {
		return errors.Join(err, e.close())
	}
	name := host.Name()
	if t.link != "" {
		if err := linkTo(t.link, name); err != nil {
			return errors.Join(err, e.close())
		}
		name = t.link
	}
	t.mu.Lock()
	t.ends, t.name = e, name
	t.mu.Unlock()
	e.read.Go(func() { t.serve(e) })
	return nil
}

// linkTo makes a symbolic link, in the place of one to another terminal.
func linkTo(link, name string) error {
	if old, err := os.Readlink(link); err == nil && strings.HasPrefix(old, "/dev/pts/") {
		if err := os.Remove(link); err != nil {
			return err
		}
	}
	return os.Symlink(name, link)
}

// serve passes on what hosts send.
func (t *terminal) serve(e *ends) {
	buffer := make([]byte, 4096)
	for {
		n, err := e.bus.Read(buffer)
		if n > 0 {
			e.share()
			t.received(buffer[:n])
		}
		if err != nil {
			return
		}
	}
}

// close ends reading: it is the closing of the host's end that wakes it.
func (e *ends) close() error {
	e.mu.Lock()
	err := errors.Join(e.bus.Close(), e.host.Close())
	e.closed = true
	e.mu.Unlock()
	e.read.Wait()
	return err
}

// share ends a host's claim to be the terminal's only user. The kernel would do so when it is gone, if this program
// did not hold the terminal open.
func (e *ends) share() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.closed {
		_ = unix.IoctlSetInt(int(e.host.Fd()), unix.TIOCNXCL, 0)
	}
}

func (t *terminal) path() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.name
}

// send writes to the host. What is sent while nobody reads fills the terminal's buffer, and is then lost.
func (t *terminal) send(b []byte) {
	t.mu.Lock()
	e := t.ends
	t.mu.Unlock()
	if e == nil {
		return
	}
	raw, err := e.bus.SyscallConn()
	if err != nil {
		return
	}
	_ = raw.Write(func(fd uintptr) bool { // once, and does not wait for room
		_, _ = unix.Write(int(fd), b)
		return true
	})
}

func (t *terminal) unplug() { t.jobs <- t.pull }
func (t *terminal) plug()   { t.jobs <- t.open }

// pull takes the terminal away.
func (t *terminal) pull() error {
	t.mu.Lock()
	e := t.ends
	t.ends = nil
	t.mu.Unlock()
	if e == nil {
		return nil
	}
	err := e.close()
	if t.link != "" {
		err = errors.Join(err, os.Remove(t.link))
	}
	return err
}

func (t *terminal) close() error {
	t.closing.Do(func() {
		t.jobs <- t.pull
		close(t.jobs)
	})
	t.worked.Wait()
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err != nil {
		return fmt.Errorf("take the simulated arm's port away: %w", t.err)
	}
	return nil
}
