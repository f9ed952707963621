//go:build unix

package serialport

import (
	"os"
	"os/user"
	"strconv"
	"syscall"
)

// groupOf is the name of the group that a port belongs to, or nothing.
func groupOf(name string) string {
	info, err := os.Stat(name)
	if err != nil {
		return ""
	}
	about, ok := info.Sys().(*syscall.Stat_t)
	if !ok || info.Mode().Perm()&0o060 != 0o060 {
		return ""
	}
	group, err := user.LookupGroupId(strconv.FormatUint(uint64(about.Gid), 10))
	if err != nil || group.Name == "root" {
		return ""
	}
	return group.Name
}
