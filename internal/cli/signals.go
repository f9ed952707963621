package cli

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// ErrHungUp is why a command ends whose terminal was closed.
var ErrHungUp = errors.New("the terminal was closed")

// ErrQuit is why a command ends that is to leave everything as it is: by Ctrl-\, or SIGABRT.
var ErrQuit = errors.New("stopped at once")

// Moving is what a program moves that must not go on by itself when the program is stopped, or dies.
type Moving interface {
	// Suspend brings it to rest, calls stop, which returns when the program goes on, and lets it go on.
	Suspend(stop func())
	// Abort stops it without waiting.
	Abort()
}

// signals are those that a terminal's keys and others send.
type signals struct {
	moving  Moving // nil: nothing moves, and a terminal's keys stop the program as any other
	end     context.CancelCauseFunc
	arrived chan os.Signal

	mu       sync.Mutex
	consoles map[*console]bool
}

// console is a terminal whose settings a command has changed.
type console struct{ leave, enter func() }

type signalsKey struct{}

// interruptible is a context that ends with Ctrl-C and SIGTERM, with Ctrl-\ and SIGABRT, the cause being ErrQuit, and
// with SIGHUP, the cause being ErrHungUp. Closing a terminal may send that more than once, and whoever cleans up must
// not die of it; a second one of the others kills the program, once what moves has been told to stop. SIGPIPE kills
// nobody: what cannot be written says so where it is written.
//
// Where something moves, Ctrl-Z stops the program when that is at rest. Reading and writing at a terminal in the
// background does not: see Keyboard.
func interruptible(within context.Context, moving Moving) (ctx context.Context, end context.CancelCauseFunc,
	stop func()) {
	ctx, end = context.WithCancelCause(within)
	arrived := make(chan os.Signal, 8)
	s := &signals{moving: moving, end: end, arrived: arrived, consoles: map[*console]bool{}}
	signal.Notify(arrived, os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT, syscall.SIGABRT, syscall.SIGPIPE)
	if !signal.Ignored(syscall.SIGHUP) { // nohup
		signal.Notify(arrived, syscall.SIGHUP)
	}
	if moving != nil {
		notifyOfKeys(arrived)
	}
	ctx = context.WithValue(ctx, signalsKey{}, s)
	go s.obey(ctx)
	return ctx, end, func() {
		signal.Stop(arrived)
		close(arrived)
		end(nil)
	}
}

// obey does what signals ask for.
func (s *signals) obey(ctx context.Context) {
	suspending := make(chan struct{}, 1) // one at a time
	asked := false
	for sig := range s.arrived {
		switch {
		case sig == syscall.SIGPIPE:
		case sig == syscall.SIGHUP:
			s.end(ErrHungUp)
		case isSuspend(sig):
			select {
			case suspending <- struct{}{}:
				go func() {
					s.suspend(ctx)
					<-suspending
				}()
			default:
			}
		case asked:
			s.die(sig)
		case sig == syscall.SIGQUIT, sig == syscall.SIGABRT:
			asked = true
			s.end(ErrQuit)
		default:
			asked = true
			s.end(nil)
		}
	}
}

// suspend stops the program, unless it is about to end, and returns when it goes on.
func (s *signals) suspend(ctx context.Context) {
	s.moving.Suspend(func() {
		if ctx.Err() != nil {
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		for c := range s.consoles {
			c.leave()
		}
		stopSelf()
		for c := range s.consoles {
			awaitForeground()
			c.enter()
		}
	})
}

// AtConsole has a terminal whose settings a command has changed be given back by leave before the program is stopped,
// and taken again by enter when it goes on in the foreground. End ends that.
func AtConsole(ctx context.Context, leave, enter func()) (end func()) {
	s, _ := ctx.Value(signalsKey{}).(*signals)
	if s == nil {
		return func() {}
	}
	c := &console{leave, enter}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.consoles[c] = true
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.consoles, c)
	}
}
