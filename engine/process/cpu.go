package process

import "time"

// CPUTime is processor time as the operating system accounts it, in all threads together.
type CPUTime struct {
	User   time.Duration // in the program itself
	System time.Duration // in the operating system, on the program's behalf: reading files, starting, waiting for memory
}

// Total is both.
func (t CPUTime) Total() time.Duration { return t.User + t.System }

func (t CPUTime) plus(u CPUTime) CPUTime { return CPUTime{t.User + u.User, t.System + u.System} }

// atLeast is the greater of two accounts of the same program, of which each may know more of one kind.
func (t CPUTime) atLeast(u CPUTime) CPUTime {
	return CPUTime{max(t.User, u.User), max(t.System, u.System)}
}

// Counting says which CPU time counts for a program.
type Counting uint8

// The ways of counting.
const (
	CountTotal Counting = iota // user and system time
	CountUser                  // user time alone: the line "user" of time(1)
)

// Of is what counts of a time.
func (c Counting) Of(t CPUTime) time.Duration {
	if c == CountUser {
		return t.User
	}
	return t.Total()
}

// reached reports whether a program has used its limit up. One that counts user time alone and never leaves the
// system is stopped when its system time comes to the limit.
func (c Counting) reached(t CPUTime, limit time.Duration) bool {
	return c.Of(t) >= limit || t.System >= limit
}
