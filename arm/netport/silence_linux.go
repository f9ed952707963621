package netport

import (
	"fmt"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// giveUpAfter makes the system end a connection on which what was sent is not acknowledged for so long
// (TCP_USER_TIMEOUT, tcp(7)); by itself it tries again for a quarter of an hour.
func giveUpAfter(c syscall.RawConn, silence time.Duration) error {
	var failed error
	err := c.Control(func(fd uintptr) {
		failed = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(silence.Milliseconds()))
	})
	if err == nil {
		err = failed
	}
	if err != nil {
		return fmt.Errorf("bound the silence of a connection: %w", err)
	}
	return nil
}
