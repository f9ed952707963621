package cli

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// ErrHungUp is why a command ends whose terminal was closed.
var ErrHungUp = errors.New("the terminal was closed")

// ErrQuit is why a command ends that is to leave everything as it is: by Ctrl-\, or SIGABRT.
var ErrQuit = Asked("stopped at once")

// Moving is what a program moves that must not go on by itself when the program is stopped, or dies.
type Moving interface {
	// Suspend brings it to rest, calls stop, which returns when the program goes on, and lets it go on.
	Suspend(stop func())
	// Abort stops it without waiting.
	Abort()
}

// interruptible is a context that ends with Ctrl-C and SIGTERM, with Ctrl-\ and SIGABRT, the cause being ErrQuit, and
// with SIGHUP, the cause being ErrHungUp. Closing a terminal may send that more than once, and whoever cleans up must
// not die of it; a second one of the others ends the program at once, when what moves has been told to stop. SIGPIPE
// kills nobody: what cannot be written says so where it is written.
//
// Where something moves, Ctrl-Z stops the program when that is at rest. Reading and writing at a terminal in the
// background does not: see Keyboard.
func interruptible(within context.Context, moving Moving) (ctx context.Context, end context.CancelCauseFunc,
	stop func()) {
	ctx, end = context.WithCancelCause(within)
	arrived := make(chan os.Signal, 8)
	signal.Notify(arrived, os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT, syscall.SIGABRT, syscall.SIGPIPE)
	if !signal.Ignored(syscall.SIGHUP) { // nohup
		signal.Notify(arrived, syscall.SIGHUP)
	}
	if moving != nil {
		notifyOfKeys(arrived)
	}
	go obey(ctx, end, arrived, moving)
	return ctx, end, func() {
		signal.Stop(arrived)
		close(arrived)
		end(nil)
	}
}

// obey does what signals ask for.
func obey(ctx context.Context, end context.CancelCauseFunc, arrived <-chan os.Signal, moving Moving) {
	suspends := make(chan struct{}, 1)
	defer close(suspends)
	go func() {
		for range suspends {
			moving.Suspend(func() {
				if ctx.Err() == nil { // else it is about to end
					stopSelf()
				}
				select {
				case <-suspends: // the key was pressed once more meanwhile
				default:
				}
			})
		}
	}()
	asked := false
	for sig := range arrived {
		switch {
		case sig == syscall.SIGPIPE:
		case sig == syscall.SIGHUP:
			end(ErrHungUp)
		case isSuspend(sig):
			select {
			case suspends <- struct{}{}:
			default:
			}
		case asked:
			die(sig, moving)
		case sig == syscall.SIGQUIT, sig == syscall.SIGABRT:
			asked = true
			end(ErrQuit)
		default:
			asked = true
			end(nil)
		}
	}
}

// mostDying is how long what moves may take to be told to stop when the program is to end at once.
const mostDying = time.Second

// die ends the program with the status that shells give a signal, when what moves has been told to stop.
func die(sig os.Signal, moving Moving) {
	told := make(chan struct{})
	go func() {
		if moving != nil {
			moving.Abort()
		}
		close(told)
	}()
	select {
	case <-told:
	case <-time.After(mostDying):
	}
	number, _ := sig.(syscall.Signal)
	os.Exit(128 + int(number))
}
