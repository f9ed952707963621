package v4l2

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// notPermitted says which group may use a device.
func (h Host) notPermitted(path string) error {
	group := "video"
	if info, err := os.Stat(h.at(path)); err == nil {
		if id, ok := groupOf(info); ok {
			if name := h.group(id); name != "" && name != "root" {
				group = name
			}
		}
		if info.Mode().Perm()&0o060 != 0o060 {
			return fmt.Errorf("you may not use it, and neither may a group (%w): install the udev rules as docs/arms.md says, "+
				"then plug it in again", fs.ErrPermission)
		}
	}
	return fmt.Errorf("you may not use it (%w): sudo usermod -aG %s $USER, then log in again", fs.ErrPermission, group)
}

// group is the name of a group, or nothing.
func (h Host) group(id uint32) string {
	data, err := os.ReadFile(h.at("/etc/group"))
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(data)) {
		if fields := strings.Split(line, ":"); len(fields) > 2 && fields[2] == strconv.FormatUint(uint64(id), 10) {
			return fields[0]
		}
	}
	return ""
}

// busy names who has a camera.
func (h Host) busy(path string) error {
	if users := h.users(path); len(users) > 0 {
		return fmt.Errorf("%s uses it (%w): close that first", strings.Join(users, " and "), syscall.EBUSY)
	}
	return fmt.Errorf("another program uses it (%w): sudo fuser -v %s says which; close that first", syscall.EBUSY, path)
}

// users are the programs that have a device open, as far as we may know: those of other users are hidden.
func (h Host) users(path string) []string {
	files, err := filepath.Glob(h.at("/proc/[0-9]*/fd/*"))
	if err != nil {
		return nil
	}
	var users []string
	for _, file := range files {
		target, err := os.Readlink(file)
		if err != nil || target != path {
			continue
		}
		process := filepath.Dir(filepath.Dir(file))
		id := filepath.Base(process)
		if id == strconv.Itoa(os.Getpid()) {
			continue
		}
		name, err := os.ReadFile(filepath.Join(process, "comm"))
		if err != nil {
			continue // it has ended
		}
		users = append(users, fmt.Sprintf("%s (process %s)", strings.TrimSpace(string(name)), id))
	}
	slices.Sort(users)
	return slices.Compact(users)
}
