//go:build unix

package v4l2

import (
	"io/fs"
	"syscall"
)

// groupOf is the number of the group that a file belongs to.
func groupOf(info fs.FileInfo) (uint32, bool) {
	about, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return about.Gid, true
}
