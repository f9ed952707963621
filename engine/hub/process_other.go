//go:build !unix

package hub

import "os/exec"

func ownGroup(*exec.Cmd) {}

// killGroup kills a program alone: groups are different everywhere.
func killGroup(c *exec.Cmd) { _ = c.Process.Kill() }
