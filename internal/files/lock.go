package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// Lock is the right to use a file alone.
type Lock struct{ file *os.File } // nil: nothing is held

// InUse is an error about a file that another program uses.
type InUse struct {
	Path string
	PID  int // 0: it did not say
}

func (e *InUse) Error() string {
	who := "another program"
	if e.PID > 0 {
		who += fmt.Sprintf(" (process %d)", e.PID)
	}
	return fmt.Sprintf("%s is in use by %s: wait until that has ended, or end it", e.Path, who)
}

// Take takes a lock on a file, which need not exist, until Release or the end of the program, whatever it dies of. It
// lies in a file beside it that says who has it, and has its name with ".lock" behind it; a symbolic link to a file and
// the file itself have one. If somebody else has it, the error is an InUse. Where nothing may be written beside the
// file there is nothing to be had alone: no lock is taken.
func Take(path string) (*Lock, error) {
	name := Real(path) + ".lock"
	for {
		file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
		switch {
		case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
			return &Lock{}, nil
		case err != nil:
			return nil, fmt.Errorf("%s cannot be locked: %w", path, err)
		}
		taken, err := lock(file)
		switch {
		case taken:
			err = &InUse{Path: path, PID: holder(name)}
		case err != nil:
			err = fmt.Errorf("%s cannot be locked: %w", path, err)
		}
		if err != nil {
			_ = file.Close() // the first error tells more
			return nil, err
		}
		// Whoever had it before may have removed the file in the meantime.
		if there, err := os.Stat(name); err == nil {
			if ours, err := file.Stat(); err == nil && os.SameFile(there, ours) {
				return &Lock{file}, sign(file)
			}
		}
		if err := file.Close(); err != nil {
			return nil, err
		}
	}
}

// sign writes into a lock's file who has it.
func sign(file *os.File) error {
	err := file.Truncate(0)
	if err == nil {
		_, err = file.WriteAt(fmt.Appendf(nil, "%d\n", os.Getpid()), 0)
	}
	return err
}

// holder is the process that has a lock; 0 if it has not said so.
func holder(name string) int {
	text, err := os.ReadFile(name)
	if err != nil {
		return 0
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		return 0
	}
	return pid
}

// Release gives the lock back and removes its file. It may be called twice, and on nil.
func (l *Lock) Release() error {
	if l == nil || l.file == nil {
		return nil
	}
	name := l.file.Name()
	err := os.Remove(name)
	closed := l.file.Close()
	l.file = nil
	if err != nil { // Windows removes no open file
		err = os.Remove(name)
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return errors.Join(err, closed)
}
