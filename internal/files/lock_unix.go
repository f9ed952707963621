//go:build unix

package files

import (
	"errors"
	"os"
	"syscall"
)

// lock takes an open file for this program alone, as long as it stays open; taken: another one has it.
func lock(file *os.File) (taken bool, err error) {
	err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return true, nil
	}
	return false, err
}
