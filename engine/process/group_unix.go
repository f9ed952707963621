//go:build unix

package process

import (
	"os/exec"
	"syscall"
)

// isolate makes a program the leader of a process group of its own, which what it starts belongs to as well.
func isolate(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// stop ends every process of a group and returns the CPU time that they have used, as far as it is known; 0 where
// there is none any more.
func stop(leader int) CPUTime {
	if err := syscall.Kill(-leader, 0); err != nil {
		return CPUTime{}
	}
	used := lookAt(leader).used
	// It fails where the last one has ended by itself in the meantime.
	_ = syscall.Kill(-leader, syscall.SIGKILL)
	return used
}
