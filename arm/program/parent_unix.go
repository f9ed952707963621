//go:build unix && !linux

package program

import "syscall"

// dieWithParent does nothing where no signal tells of a parent's death.
func dieWithParent(*syscall.SysProcAttr) {}
