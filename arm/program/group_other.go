//go:build !unix

package program

import (
	"os"
	"os/exec"
)

func isolate(*exec.Cmd) {}

// terminate ends a program. It fails where it has ended.
func terminate(leader *os.Process) { _ = leader.Kill() }

// killGroup ends a program. It fails where it has ended.
func killGroup(leader *os.Process) { _ = leader.Kill() }
