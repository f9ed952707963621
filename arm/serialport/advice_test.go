//go:build linux

package serialport

import (
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"draughtsman/internal/testkit/expect"
)

// A port that may not be used names the group that may.
func TestAdvice(t *testing.T) {
	port := filepath.Join(t.TempDir(), "ttyUSB0")
	expect.OK(t, os.WriteFile(port, nil, 0o600))
	for name, change := range map[string]func() error{
		"dialout": func() error { return nil }, // nobody's group may use it: the usual one
		"video": func() error {
			video, err := user.LookupGroup("video")
			if err != nil {
				return err
			}
			id, err := strconv.Atoi(video.Gid)
			if err != nil {
				return err
			}
			if err := os.Chown(port, -1, id); err != nil {
				return err
			}
			return os.Chmod(port, 0o660)
		},
	} {
		if err := change(); err != nil {
			t.Logf("%s: %v", name, err)
			continue
		}
		err := openError(port, syscall.EACCES)
		if want := "sudo usermod -aG " + name + " $USER"; !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want …%s…", err, want)
		}
		expect.OK(t, os.Chmod(port, 0o600))
	}
}
