//go:build unix

package program

import (
	"os"
	"os/exec"
	"syscall"
)

// isolate makes a program the leader of a process group of its own, which what it starts belongs to as well, and
// which Ctrl-C at the terminal does not reach.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	dieWithParent(cmd.SysProcAttr)
}

// terminate asks every process of a group to end. It fails where none is left.
func terminate(leader *os.Process) { _ = syscall.Kill(-leader.Pid, syscall.SIGTERM) }

// killGroup ends every process of a group. It fails where none is left.
func killGroup(leader *os.Process) { _ = syscall.Kill(-leader.Pid, syscall.SIGKILL) }
