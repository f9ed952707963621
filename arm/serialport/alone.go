package serialport

import (
	"errors"
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
	if user := (Device{Name: name}).User(); user != "" {
		return "another program is using it (" + user + ")"
	}
	return "another program is using it: sudo fuser -v " + name + " says which"
}

// User is the other program that has a port open, as of Holder.
func (d Device) User() string {
	device, err := filepath.EvalSymlinks(d.Name)
	if err != nil {
		return ""
	}
	return Holder(device)
}

// Holder is another program that has a file open, by what Linux calls that: /dev/ttyUSB0, socket:[4711]. It is
// "draughtsman serve, process 12" where it is one of ours, and otherwise "screen, process 12"; "" where Linux tells of
// none.
func Holder(file string) string {
	open, err := filepath.Glob("/proc/[0-9]*/fd/*")
	if err != nil {
		return ""
	}
	for _, link := range open {
		process := strings.Split(link, "/")[2]
		if to, err := os.Readlink(link); err != nil || to != file || process == strconv.Itoa(os.Getpid()) {
			continue
		}
		name, err := os.ReadFile(filepath.Join("/proc", process, "comm"))
		if err != nil {
			continue
		}
		command := strings.TrimSpace(string(name))
		line, err := os.ReadFile(filepath.Join("/proc", process, "cmdline"))
		if words := strings.Split(string(line), "\x00"); err == nil && command == ours && len(words) > 1 {
			command += " " + words[1]
		}
		return command + ", process " + process
	}
	return ""
}

// ours is the name of the program that drives arms.
const ours = "draughtsman"
