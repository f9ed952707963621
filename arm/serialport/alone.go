package serialport

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// errBusy is a port that another program has open for itself.
var errBusy = errors.New("port busy")

// alone keeps a port for this program until what it returns is closed. That the system refuses a second opening
// (TIOCEXCL, which the library sets) does not hold for root; a lock on the device (flock), as terminal programs take
// it, holds for all who ask for it.
func alone(name string) (io.Closer, error) {
	file, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NOCTTY|syscall.O_NONBLOCK, 0)
	if err != nil {
		var opening *fs.PathError
		switch {
		case errors.Is(err, syscall.EBUSY):
			return nil, errBusy
		case errors.As(err, &opening): // the name is said already
			return nil, opening.Err
		}
		return nil, err
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); errors.Is(err, syscall.EWOULDBLOCK) {
		_ = file.Close() // the first error tells more
		return nil, errBusy
	}
	return file, nil // where a device cannot be locked, the library's way has to do
}

// userOf says which other program has a port open, as far as Linux tells, or how to find out.
func userOf(name string) string {
	anybody := "another program is using it: sudo fuser -v " + name + " says which"
	device, err := filepath.EvalSymlinks(name)
	if err != nil {
		return anybody
	}
	open, err := filepath.Glob("/proc/[0-9]*/fd/*")
	if err != nil {
		return anybody
	}
	for _, link := range open {
		if to, err := os.Readlink(link); err != nil || to != device {
			continue
		}
		process := strings.Split(link, "/")[2]
		if process == strconv.Itoa(os.Getpid()) {
			continue
		}
		command, err := os.ReadFile(filepath.Join("/proc", process, "comm"))
		if err != nil {
			continue
		}
		return fmt.Sprintf("another program is using it (%s, process %s)", strings.TrimSpace(string(command)), process)
	}
	return anybody
}
