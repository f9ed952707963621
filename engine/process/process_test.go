package process

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// TestMain makes the tests' program one of those that are run where it is started as one.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 {
		switch os.Args[1] {
		case "burn":
			for { //nolint:revive,staticcheck // it is what it is for
			}
		case "wait":
			<-time.After(time.Hour)
		case "echo":
			_, _ = io.Copy(os.Stdout, os.Stdin)
			os.Exit(0)
		case "fail":
			fmt.Fprintln(os.Stderr, "no idea\nat all")
			os.Exit(3)
		case "parent": // of one that goes on, and holds the output open
			child := exec.Command(os.Args[0], "wait")
			child.Stdout, child.Stderr = os.Stdout, os.Stderr
			if err := child.Start(); err != nil {
				os.Exit(1)
			}
			fmt.Fprintln(os.Stdout, child.Process.Pid)
			os.Exit(0)
		}
	}
	os.Exit(m.Run())
}

func command(t *testing.T, behaviour string) []string {
	t.Helper()
	t.Setenv("GORACE", "atexit_sleep_ms=0") // or each would wait for a second at its end
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return []string{self, behaviour}
}

func TestRun(t *testing.T) {
	for _, test := range []struct {
		behaviour string
		patience  time.Duration
		want      End
		words     string
	}{
		{"burn", time.Minute, OverTime, ""},
		{"wait", 300 * time.Millisecond, Idle, ""},
		{"echo", time.Minute, Exited, ""},
		{"parent", time.Minute, Exited, ""},
		{"fail", time.Minute, Crashed, "exit status 3: no idea at all"},
	} {
		usage, err := Run(t.Context(), command(t, test.behaviour), t.TempDir(),
			Limits{CPU: 200 * time.Millisecond, Patience: test.patience})
		if err != nil || usage.End != test.want || usage.Words != test.words {
			t.Errorf("%s: %+v, %v; want %v, %q", test.behaviour, usage, err, test.want, test.words)
		}
		if test.want == OverTime && (usage.CPU < 200*time.Millisecond || usage.CPU > 2*time.Second) {
			t.Errorf("%s: stopped after %v", test.behaviour, usage.CPU)
		}
	}
}

// TestCountUser has programs use the two kinds of CPU time. The one that keeps the operating system busy is none of
// Go's: the race detector would look at each block that it reads, for longer than reading it takes.
func TestCountUser(t *testing.T) {
	const limit = 200 * time.Millisecond
	for _, test := range []struct {
		name    string
		command []string
		own     bool // it uses user time
	}{
		{"in the program", command(t, "burn"), true},
		{"in the system", []string{"dd", "if=/dev/zero", "of=/dev/null", "bs=1048576"}, false},
	} {
		usage, err := Run(t.Context(), test.command, t.TempDir(),
			Limits{CPU: limit, Count: CountUser, Patience: time.Minute})
		if err != nil || usage.End != OverTime || usage.CPU != usage.Used.User || usage.CPU >= limit != test.own {
			t.Errorf("%s: %+v, %v", test.name, usage, err)
		}
	}
}

// TestStarvedIsNotIdle has a program that the machine does not let do anything for longer than its patience, as far
// as one can see.
func TestStarvedIsNotIdle(t *testing.T) {
	limits := Limits{CPU: time.Second, Patience: 100 * time.Millisecond}
	for _, busy := range []bool{true, false} {
		looks := 0
		usage, err := run(t.Context(), command(t, "wait"), t.TempDir(), limits, func(int) glance {
			seen := glance{busy: busy, known: true}
			if looks++; looks > 4*int(limits.Patience/minCheckInterval) {
				seen.used.User = limits.CPU
			}
			return seen
		})
		want := Idle
		if busy {
			want = OverTime
		}
		if err != nil || usage.End != want {
			t.Errorf("busy is %v: %+v, %v; want %v", busy, usage, err, want)
		}
	}
}

func TestRunEndsWithContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := Run(ctx, command(t, "wait"), t.TempDir(), Limits{CPU: time.Hour, Patience: time.Hour})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
}

func TestNothingToRun(t *testing.T) {
	if _, err := Run(t.Context(), []string{"/nowhere/at/all"}, t.TempDir(), Limits{}); err == nil ||
		!strings.HasPrefix(err.Error(), "start /nowhere/at/all: ") {
		t.Errorf("run: %v", err)
	}
	for _, command := range [][]string{nil, {"/nowhere/at/all"}} {
		if _, err := Start(command); err == nil || !strings.HasPrefix(err.Error(), "start ") {
			t.Errorf("start %q: %v", command, err)
		}
	}
}

func TestTalk(t *testing.T) {
	p, err := Start(command(t, "echo"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(p.In, "hub\n"); err != nil {
		t.Fatal(err)
	}
	out := bufio.NewReader(p.Out)
	if line, err := out.ReadString('\n'); line != "hub\n" || err != nil {
		t.Errorf("%q, %v", line, err)
	}
	if err := p.In.Close(); err != nil {
		t.Error(err)
	}
	if rest, err := io.ReadAll(out); len(rest) > 0 || err != nil {
		t.Errorf("%q, %v", rest, err)
	}
	if err := p.Wait(); err == nil || !strings.HasSuffix(err.Error(), ": it ended") {
		t.Errorf("%v", err)
	}
}

func TestTalkFails(t *testing.T) {
	p, err := Start(command(t, "fail"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(p.Out); err != nil {
		t.Error(err)
	}
	if err := p.Wait(); err == nil || !strings.HasSuffix(err.Error(), ": it ended with exit status 3: no idea at all") {
		t.Errorf("%v", err)
	}
}

// TestKill ends a program that is waiting, and one that a program which has ended had started.
func TestKill(t *testing.T) {
	for _, behaviour := range []string{"wait", "parent"} {
		p, err := Start(command(t, behaviour))
		if err != nil {
			t.Fatal(err)
		}
		if behaviour == "parent" {
			if _, err := bufio.NewReader(p.Out).ReadString('\n'); err != nil {
				t.Fatal(err)
			}
		}
		p.Kill()
		if err := p.Wait(); err == nil {
			t.Errorf("%s: it ended without an error", behaviour)
		}
		// Nobody here waits for what a program had started: its entry is in the list until the system has taken it out.
		left := stop(p.cmd.Process.Pid)
		for over := time.Now().Add(time.Minute); left != (CPUTime{}) && time.Now().Before(over); {
			left = stop(p.cmd.Process.Pid)
		}
		if left != (CPUTime{}) {
			t.Errorf("%s: something of it goes on", behaviour)
		}
	}
}
