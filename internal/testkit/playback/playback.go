// Package playback plays the parts of machines for those who drive them: a controller's, in a scripted or recorded
// conversation with an arm's driver, and a camera's, as the Linux kernel shows it. It has the time of simulated ones
// pass.
package playback

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"testing"
	"time"
)

// ErrUnplugged is what a playback's port returns after Unplug.
var ErrUnplugged = errors.New("unplugged")

// Step is one thing that happens in a conversation.
type Step struct {
	what   string
	expect string        // the driver writes exactly this
	say    string        // the controller writes this
	wait   time.Duration // nothing happens for so long
	answer map[byte]string
	unplug bool
}

// Expect is bytes that the driver must write next.
func Expect(bytes string) Step { return Step{what: fmt.Sprintf("expect %q", bytes), expect: bytes} }

// Say is bytes that the controller sends.
func Say(bytes string) Step { return Step{what: fmt.Sprintf("say %q", bytes), say: bytes} }

// Wait lets time pass. Inside a testing/synctest bubble it costs none.
func Wait(d time.Duration) Step { return Step{what: fmt.Sprintf("wait %v", d), wait: d} }

// Answer makes the controller answer a byte, wherever it is written from here on, without using up a step: a driver
// may ask for the status at any time. With an empty reply the byte is only swallowed.
func Answer(b byte, reply string) Step {
	return Step{what: fmt.Sprintf("answer %q", b), answer: map[byte]string{b: reply}}
}

// Unplug ends the connection.
func Unplug() Step { return Step{what: "unplug", unplug: true} }

// Port is a serial port with a scripted controller at its other end. It fails the test when the driver writes
// something else than the script says, and when steps are left over at the test's end.
type Port struct {
	t testing.TB

	mu       sync.Mutex
	cond     *sync.Cond
	steps    []Step // the first is under way
	written  []byte // by the driver, not expected yet
	spoken   []byte // by the controller, not read yet
	answers  map[byte]string
	unplug   bool
	closed   bool
	finished chan struct{}
}

var _ io.ReadWriteCloser = (*Port)(nil)

// New starts the script of a conversation.
func New(t testing.TB, steps ...Step) *Port {
	p := &Port{t: t, steps: steps, answers: map[byte]string{}, finished: make(chan struct{})}
	p.cond = sync.NewCond(&p.mu)
	go p.play()
	t.Cleanup(func() {
		_ = p.Close() // never fails
		<-p.finished
		for _, s := range p.steps {
			t.Errorf("left over: %s", s.what)
		}
		if len(p.written) > 0 {
			t.Errorf("the driver wrote %q, which nobody expected", p.written)
		}
	})
	return p
}

func (p *Port) play() {
	defer close(p.finished)
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.steps) > 0 {
		if !p.step(p.steps[0]) {
			return
		}
		p.steps = p.steps[1:]
		p.cond.Broadcast()
	}
}

// step carries out one step; false means that the script can not go on.
func (p *Port) step(s Step) bool {
	switch {
	case s.wait > 0:
		p.mu.Unlock()
		<-time.After(s.wait)
		p.mu.Lock()
	case s.unplug:
		p.unplug = true
	}
	for b, reply := range s.answer {
		p.answers[b] = reply
	}
	p.spoken = append(p.spoken, s.say...)
	for _, want := range []byte(s.expect) {
		for len(p.written) == 0 && !p.closed {
			p.cond.Wait()
		}
		if len(p.written) == 0 {
			return false
		}
		if p.written[0] != want {
			p.t.Errorf("the driver wrote %q in place of %q in step %s", p.written, want, s.what)
			return false
		}
		p.written = p.written[1:]
	}
	return true
}

// Read waits for what the controller says.
func (p *Port) Read(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.spoken) == 0 {
		switch {
		case p.closed:
			return 0, io.EOF
		case p.unplug:
			return 0, ErrUnplugged
		}
		p.cond.Wait()
	}
	n := copy(b, p.spoken)
	p.spoken = p.spoken[n:]
	return n, nil
}

// Write takes what the driver says.
func (p *Port) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.closed:
		return 0, io.ErrClosedPipe
	case p.unplug:
		return 0, ErrUnplugged
	}
	for _, c := range b {
		if reply, found := p.answers[c]; found && !p.expects(c) {
			p.spoken = append(p.spoken, reply...)
			continue
		}
		p.written = append(p.written, c)
	}
	p.cond.Broadcast()
	return len(b), nil
}

// expects reports whether the step under way waits for just this byte.
func (p *Port) expects(c byte) bool {
	return len(p.written) == 0 && len(p.steps) > 0 && p.steps[0].expect == string(c)
}

// Close ends the conversation from the driver's side.
func (p *Port) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	p.cond.Broadcast()
	return nil
}

// Join is conversations one after the other.
func Join(parts ...[]Step) []Step { return slices.Concat(parts...) }

// Connect has a driver connect to a playback of the steps, and closes it when the test ends.
func Connect[C any, D io.Closer](t testing.TB, connect func(context.Context, io.ReadWriteCloser, C) (D, error), c C,
	steps []Step) D {
	t.Helper()
	d, err := connect(t.Context(), New(t, steps...), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}
