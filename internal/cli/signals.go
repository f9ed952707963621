package cli

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// ErrHungUp is why a command ends whose terminal was closed.
var ErrHungUp = errors.New("the terminal was closed")

// interruptible is a context that ends with Ctrl-C and SIGTERM, of which a second one kills the program; and with
// SIGHUP, the cause being ErrHungUp. Closing a terminal may send that more than once, and whoever cleans up must not
// die of it. SIGPIPE kills nobody: what cannot be written says so where it is written.
func interruptible() (ctx context.Context, end context.CancelCauseFunc, stop func()) {
	ctx, end = context.WithCancelCause(context.Background())
	arrived := make(chan os.Signal, 8)
	signal.Notify(arrived, os.Interrupt, syscall.SIGTERM, syscall.SIGPIPE)
	if !signal.Ignored(syscall.SIGHUP) { // nohup
		signal.Notify(arrived, syscall.SIGHUP)
	}
	go func() {
		for s := range arrived {
			switch s {
			case syscall.SIGPIPE:
			case syscall.SIGHUP:
				end(ErrHungUp)
			default:
				end(nil)
				signal.Reset(os.Interrupt, syscall.SIGTERM)
			}
		}
	}()
	return ctx, end, func() {
		signal.Stop(arrived)
		close(arrived)
		end(nil)
	}
}
