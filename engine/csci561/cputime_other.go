//go:build !unix

package csci561

import "time"

// CPUTime is the time since the process was started: a search on one thread uses no more.
func CPUTime() time.Duration { return time.Since(started) }
