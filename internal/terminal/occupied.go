package terminal

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"syscall"

	"draughtsman/arm/serialport"
)

// occupied is why an address cannot be listened at, with who does so already, as far as Linux tells.
func occupied(address string, err error) error {
	if !errors.Is(err, syscall.EADDRINUSE) {
		return err
	}
	if inode := listenerAt(address); inode != "" {
		if who := serialport.Holder("socket:[" + inode + "]"); who != "" {
			return fmt.Errorf("another program answers there (%s): end it, or choose another address", who)
		}
	}
	return errors.New("another program answers there (sudo ss -ltnp says which): end it, or choose another address")
}

// listenerAt is the inode of the socket that listens at the port of an address; "": none is known.
func listenerAt(address string) (inode string) {
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		return ""
	}
	number, err := net.LookupPort("tcp", port)
	if err != nil {
		return ""
	}
	for _, name := range []string{"/proc/net/tcp", "/proc/net/tcp6"} { // man 5 proc
		file, err := os.Open(name)
		if err != nil {
			continue
		}
		for lines := bufio.NewScanner(file); lines.Scan() && inode == ""; {
			const local, state, node, listens = 1, 3, 9, "0A"
			fields := strings.Fields(lines.Text())
			if len(fields) <= node || fields[state] != listens {
				continue
			}
			_, at, _ := strings.Cut(fields[local], ":")
			if here, err := strconv.ParseUint(at, 16, 16); err == nil && int(here) == number {
				inode = fields[node]
			}
		}
		_ = file.Close() // it is only read
	}
	return inode
}
