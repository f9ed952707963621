//go:build !unix

package cli

import "os"

func notifyOfKeys(chan<- os.Signal) {}

func isSuspend(os.Signal) bool { return false }

// Suspend does nothing: there is no Ctrl-Z here.
func Suspend() error { return nil }

func stopSelf() {}

// die ends the program, once what moves has been told to stop.
func (s *signals) die(os.Signal) {
	if s.moving != nil {
		s.moving.Abort()
	}
	os.Exit(Failed)
}

func awaitForeground() {}

type keyboard struct{ *os.File }
