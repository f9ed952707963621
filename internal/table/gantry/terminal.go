package gantry

import "sync"

// terminal is a socket on a pseudo-terminal. Its port is taken away and made anew by a goroutine of its own, since
// the world's lock is held by those who ask for it.
type terminal struct {
	link     string
	opened   func()
	received func([]byte)
	jobs     chan func()
	worked   sync.WaitGroup
	closing  sync.Once

	mu   sync.Mutex
	port *port  // nil: unplugged
	name string // of the last port
}

// OpenTerminal makes a pseudo-terminal, and a symbolic link to it unless link is "".
func OpenTerminal(link string) (Socket, error) {
	p, err := openPort(link)
	if err != nil {
		return nil, err
	}
	t := &terminal{link: link, jobs: make(chan func(), 64), port: p, name: p.path()}
	t.worked.Go(func() {
		for job := range t.jobs {
			job()
		}
	})
	return t, nil
}

// take is the port, or nil while it is unplugged.
func (t *terminal) take() *port {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.port
}

func (t *terminal) put(p *port) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.port = p; p != nil {
		t.name = p.path()
	}
}

// Path is the last port's. With a link it stays the same when the cable is plugged in again.
func (t *terminal) Path() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.name
}

func (t *terminal) Send(text string) {
	if p := t.take(); p != nil {
		p.send(text)
	}
}

func (t *terminal) Attend() {
	if p := t.take(); p != nil {
		p.attend()
	}
}

func (t *terminal) Serve(opened func(), received func([]byte)) {
	t.opened, t.received = opened, received
	t.take().serve(opened, received)
}

func (t *terminal) Unplug() {
	t.jobs <- func() {
		if p := t.take(); p != nil {
			t.put(nil)
			_ = p.close() // a port that is taken away by force
		}
	}
}

func (t *terminal) Plug() {
	t.jobs <- func() {
		if t.take() != nil {
			return
		}
		if p, err := openPort(t.link); err == nil { // otherwise the cable stays out
			t.put(p)
			p.serve(t.opened, t.received)
		}
	}
}

func (t *terminal) Close() (err error) {
	t.closing.Do(func() {
		close(t.jobs)
		t.worked.Wait()
		if p := t.take(); p != nil {
			err = p.close()
		}
	})
	return err
}
