//go:build linux && !mips && !mipsle && !mips64 && !mips64le && !ppc64 && !ppc64le

package v4l2

import (
	"errors"
	"unsafe"

	"golang.org/x/sys/unix"
)

// node is an open device file.
type node int

// open opens a device file without waiting for what may be behind it.
func open(path string) (Device, error) {
	for {
		fd, err := unix.Open(path, unix.O_RDWR|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
		if !errors.Is(err, unix.EINTR) {
			return node(fd), err
		}
	}
}

func (n node) Ioctl(request uint32, argument []byte) error {
	for {
		_, _, err := unix.Syscall(unix.SYS_IOCTL, uintptr(n), uintptr(request),
			uintptr(unsafe.Pointer(unsafe.SliceData(argument))))
		switch err {
		case 0:
			return nil
		case unix.EINTR:
		default:
			return err
		}
	}
}

func (n node) Close() error { return unix.Close(int(n)) }
