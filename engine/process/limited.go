package process

import (
	"context"
	"fmt"
	"runtime"
	"time"
)

// Limits bound what a program may take.
type Limits struct {
	CPU   time.Duration // of the program and all that it starts
	Count Counting      // what of it counts
	// Patience is how long the program may go on without doing anything to speak of: a hundredth of that in CPU time.
	// Other than a limit on the whole time, this is fair on a busy machine; where the system tells, a program that
	// has something to do and is not let is not taken for idle.
	Patience time.Duration
}

// Usage is what a program took and how it ended.
type Usage struct {
	Used  CPUTime       // by the program and all that it started
	CPU   time.Duration // what counts of that
	End   End
	Words string // how it crashed, with the last that it wrote to standard error
}

// End is how a program came to its end.
type End uint8

// The ends of a program.
const (
	Exited   End = iota // with status 0
	Crashed             // with another status, or by a signal
	OverTime            // stopped, its CPU time used up
	Idle                // stopped since it did nothing
)

const (
	// minCheckInterval is the shortest time between two looks at what a program has used.
	minCheckInterval = 20 * time.Millisecond
	// stderrGrace is how long processes that outlive the program may keep its standard error open.
	stderrGrace = 100 * time.Millisecond
)

// Run runs a program, given by its path and its arguments, in a directory, until it exits or a limit is met; then
// nothing that it started goes on. What it writes to standard output is dropped. An error means that it could not be
// started, or that the context ended.
func Run(ctx context.Context, command []string, directory string, limits Limits) (Usage, error) {
	return run(ctx, command, directory, limits, lookAt)
}

// glance is what is seen of a group of processes.
type glance struct {
	used  CPUTime
	busy  bool // one of them runs, or would if it were let
	known bool // the system tells
}

func run(ctx context.Context, command []string, directory string, limits Limits, lookAt func(leader int) glance) (Usage,
	error) {
	cmd, said := prepare(command, stderrGrace)
	cmd.Dir = directory
	if err := cmd.Start(); err != nil {
		return Usage{}, fmt.Errorf("start %s: %w", command[0], err)
	}
	exited := make(chan error, 1)
	go func() { exited <- cmd.Wait() }()

	seen, end, err := watch(ctx, cmd.Process.Pid, limits, exited, lookAt)
	exit := <-exited
	used := CPUTime{User: cmd.ProcessState.UserTime(), System: cmd.ProcessState.SystemTime()}
	if left := stop(cmd.Process.Pid); end == Exited {
		used = used.plus(left) // by processes that outlived it
	}
	used = used.atLeast(seen)
	usage := Usage{Used: used, CPU: limits.Count.Of(used), End: end}
	if how := ending(exit, said); end == Exited && how != "" {
		usage.End, usage.Words = Crashed, how
	}
	return usage, err
}

// watch waits until a process has exited or has to be stopped, with its group, which it does. It returns the time
// used until then, if the process was stopped, and why.
func watch(
	ctx context.Context, pid int, limits Limits, exited chan error, lookAt func(int) glance,
) (CPUTime, End, error) {
	look := time.NewTimer(minCheckInterval)
	defer look.Stop()
	began := time.Now()
	awake, then := began, time.Duration(0) // when it was last seen to do something
	for {
		select {
		case exit := <-exited:
			exited <- exit
			return CPUTime{}, Exited, nil
		case <-ctx.Done():
			return stop(pid), Exited, ctx.Err()
		case now := <-look.C:
			seen := lookAt(pid)
			used := seen.used
			if !seen.known { // a program on one thread uses no more
				used = CPUTime{User: now.Sub(began)}
			}
			if used.Total()-then >= limits.Patience/100 || seen.busy {
				awake, then = now, used.Total()
			}
			switch {
			case limits.Count.reached(used, limits.CPU):
				return used.atLeast(stop(pid)), OverTime, nil
			case now.Sub(awake) >= limits.Patience:
				return stop(pid), Idle, nil
			}
			// On so many processors the limit is not met any sooner.
			soonest := (limits.CPU - limits.Count.Of(used)) / time.Duration(runtime.NumCPU())
			look.Reset(max(minCheckInterval, min(soonest, limits.Patience-now.Sub(awake))))
		}
	}
}
