//go:build unix

package cli

import (
	"errors"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// foregroundInterval is how often it is looked whether the program is in the foreground again.
const foregroundInterval = 200 * time.Millisecond

// notifyOfKeys has the keys that stop a program be heard, and its terminal not stop it in the background.
func notifyOfKeys(arrived chan<- os.Signal) {
	if !signal.Ignored(syscall.SIGTSTP) {
		signal.Notify(arrived, syscall.SIGTSTP)
	}
	signal.Ignore(syscall.SIGTTIN, syscall.SIGTTOU)
}

func isSuspend(s os.Signal) bool { return s == syscall.SIGTSTP }

// stopSelf stops the program, and returns when it is continued. Where nobody could do that it stops nothing, as the
// system does with Ctrl-Z: in a session without a shell, or as a shell's only process group. (To raise SIGTSTP would
// not do: os/signal keeps its handler.)
func stopSelf() {
	session, err := unix.Getsid(0)
	if parents, gone := unix.Getsid(os.Getppid()); err != nil || gone != nil || parents != session ||
		unix.Getpgrp() == session {
		return
	}
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, syscall.SIGCONT)
	defer signal.Stop(continued)
	if syscall.Kill(os.Getpid(), syscall.SIGSTOP) == nil {
		<-continued
	}
}

// foreground reports whether the program's process group is that of its terminal; none is an error.
func foreground(file *os.File) (bool, error) {
	group, err := unix.IoctlGetInt(int(file.Fd()), unix.TIOCGPGRP)
	return group == unix.Getpgrp(), err
}

// keyboard is a terminal that is read only in the foreground.
type keyboard struct{ *os.File }

// Read waits until the program is in the foreground: a shell's bg leaves it without a keyboard, and fg gives it back.
func (k keyboard) Read(p []byte) (int, error) {
	for {
		n, err := k.File.Read(p)
		if n > 0 || !errors.Is(err, syscall.EIO) {
			return n, err
		}
		if in, gone := foreground(k.File); in || gone != nil {
			return n, err
		}
		<-time.After(foregroundInterval)
	}
}
