package csci561

import "time"

// Clock tells the CPU time used since the agent was started.
type Clock func() time.Duration

// started is about when the process was.
var started = time.Now()

// now is the clock as a search reads it; only differences mean anything.
func (c Clock) now() time.Time { return time.Time{}.Add(c()) }
