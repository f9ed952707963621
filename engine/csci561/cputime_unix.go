//go:build unix

package csci561

import (
	"syscall"
	"time"
)

// CPUTime is the CPU time that this process has used in all its threads since it was started, as the operating system
// accounts it.
func CPUTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return time.Since(started)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
