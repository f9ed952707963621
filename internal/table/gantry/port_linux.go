package gantry

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// port is the controller's end of a pseudo-terminal. The host's end is kept open here too, so that the terminal stays
// raw and lives on when a host closes it; who opens it is learnt from the file system's events.
type port struct {
	board, host         *os.File
	boardFD, hostFD     int // theirs; asking an os.File for it makes it block
	opened              int // inotify
	wakeRead, wakeWrite *os.File
	link                string
	hosts               int         // that have the port open; for serve's goroutine
	heard               atomic.Bool // some have
	closing             sync.Once
	served              sync.WaitGroup
}

// openPort makes a pseudo-terminal, and a symbolic link to it unless link is empty.
func openPort(link string) (*port, error) {
	p := &port{opened: -1}
	var err error
	if p.board, p.host, err = pty.Open(); err != nil {
		return nil, fmt.Errorf("cannot make a pseudo-terminal for the simulated arm: %w", err)
	}
	if err := p.prepare(link); err != nil {
		return nil, errors.Join(fmt.Errorf("cannot prepare the simulated arm's port %s: %w", p.host.Name(), err), p.release())
	}
	return p, nil
}

func (p *port) prepare(link string) error {
	p.boardFD, p.hostFD = int(p.board.Fd()), int(p.host.Fd())
	if err := makeRaw(p.hostFD); err != nil {
		return err
	}
	if err := unix.SetNonblock(p.boardFD, true); err != nil {
		return err
	}
	var err error
	if p.opened, err = unix.InotifyInit1(unix.IN_NONBLOCK | unix.IN_CLOEXEC); err != nil {
		return err
	}
	if _, err = unix.InotifyAddWatch(p.opened, p.host.Name(), unix.IN_OPEN|unix.IN_CLOSE); err != nil {
		return err
	}
	if p.wakeRead, p.wakeWrite, err = os.Pipe(); err != nil {
		return err
	}
	if link == "" {
		return nil
	}
	if target, err := os.Readlink(link); err == nil && len(target) > 9 && target[:9] == "/dev/pts/" {
		if err := os.Remove(link); err != nil { // left behind by an earlier run
			return err
		}
	}
	if err := os.Symlink(p.host.Name(), link); err != nil {
		return err
	}
	p.link = link
	return nil
}

// makeRaw makes a terminal pass every byte on unchanged, and echo nothing.
func makeRaw(fd int) error {
	t, err := unix.IoctlGetTermios(fd, unix.TCGETS)
	if err != nil {
		return err
	}
	t.Iflag &^= unix.IGNBRK | unix.BRKINT | unix.PARMRK | unix.ISTRIP | unix.INLCR | unix.IGNCR | unix.ICRNL | unix.IXON
	t.Oflag &^= unix.OPOST
	t.Lflag &^= unix.ECHO | unix.ECHONL | unix.ICANON | unix.ISIG | unix.IEXTEN
	t.Cflag &^= unix.CSIZE | unix.PARENB
	t.Cflag |= unix.CS8
	t.Cc[unix.VMIN], t.Cc[unix.VTIME] = 1, 0
	return unix.IoctlSetTermios(fd, unix.TCSETS, t)
}

// path is what the host opens.
func (p *port) path() string {
	if p.link != "" {
		return p.link
	}
	return p.host.Name()
}

// send writes to the host. What is sent while no host has the port open is lost, as on a wire, and so is what a host
// leaves unread when the terminal's buffer is full.
func (p *port) send(text string) {
	if !p.heard.Load() {
		return
	}
	_, _ = unix.Write(p.boardFD, []byte(text))
}

// attend lets what is sent reach a host that has opened the port. It belongs into the same moment as the reset that
// the opening causes: a board that is still starting up would otherwise greet the host, and then be reset.
func (p *port) attend() { p.heard.Store(p.hosts > 0) }

// serve hands on what arrives until close is called: received for bytes, opened when a host opens the port. An
// opening is always told before the bytes that follow it.
func (p *port) serve(opened func(), received func([]byte)) {
	p.served.Add(1)
	go func() {
		defer p.served.Done()
		buffer := make([]byte, 4096)
		fds := []unix.PollFd{
			{Fd: int32(p.boardFD), Events: unix.POLLIN},
			{Fd: int32(p.opened), Events: unix.POLLIN},
			{Fd: int32(p.wakeRead.Fd()), Events: unix.POLLIN},
		}
		for {
			if _, err := unix.Poll(fds, -1); err != nil && !errors.Is(err, unix.EINTR) {
				return
			}
			if fds[2].Revents != 0 {
				return
			}
			n, err := unix.Read(p.boardFD, buffer)
			if p.wasOpened() {
				opened()
			}
			if n > 0 {
				received(buffer[:n])
			} else if err != nil && !errors.Is(err, unix.EAGAIN) && !errors.Is(err, unix.EINTR) {
				return
			}
		}
	}()
}

// wasOpened reports whether a host has opened the port since the last call.
func (p *port) wasOpened() bool {
	var events [1024]byte
	opened := false
	for {
		n, err := unix.Read(p.opened, events[:])
		if err != nil || n < unix.SizeofInotifyEvent {
			return opened
		}
		for at := 0; at+unix.SizeofInotifyEvent <= n; at += unix.SizeofInotifyEvent {
			mask := binary.NativeEndian.Uint32(events[at+4:])
			if mask&unix.IN_OPEN != 0 {
				p.hosts++
				opened = true
			}
			if mask&unix.IN_CLOSE != 0 {
				p.hosts = max(0, p.hosts-1)
				p.forget()
			}
		}
	}
}

// forget does what a terminal does by itself when its last user, which here is this program, closes it: what was not
// read is thrown away, and nobody's claim to be its only user outlives it.
func (p *port) forget() {
	if p.hosts == 0 {
		p.heard.Store(false)
		_ = unix.IoctlSetInt(p.hostFD, unix.TCFLSH, unix.TCIFLUSH)
		_ = unix.IoctlSetInt(p.hostFD, unix.TIOCNXCL, 0)
	}
}

// close takes the port away, as when its cable is pulled.
func (p *port) close() error {
	var err error
	p.closing.Do(func() {
		_, err = p.wakeWrite.Write([]byte{0})
		p.served.Wait()
		err = errors.Join(err, p.release())
	})
	return err
}

func (p *port) release() error {
	var errs []error
	if p.link != "" {
		errs = append(errs, os.Remove(p.link))
	}
	for _, f := range []*os.File{p.board, p.host, p.wakeRead, p.wakeWrite} {
		if f != nil {
			errs = append(errs, f.Close())
		}
	}
	if p.opened >= 0 {
		errs = append(errs, unix.Close(p.opened))
	}
	return errors.Join(errs...)
}
