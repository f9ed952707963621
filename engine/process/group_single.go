//go:build !unix

package process

import (
	"os"
	"os/exec"
)

// isolate does nothing: there are no process groups here.
func isolate(*exec.Cmd) {}

// stop ends a process; what it started goes on.
func stop(leader int) CPUTime {
	if process, err := os.FindProcess(leader); err == nil {
		// It fails where the process has ended by itself.
		_ = process.Kill()
	}
	return CPUTime{}
}
