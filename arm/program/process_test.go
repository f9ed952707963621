package program_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/program"
	"draughtsman/internal/testkit/expect"
)

// python is the interpreter that runs the examples; the test is skipped where there is none.
func python(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("python3")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("python3 is not installed, and runs the programs that this test starts")
		}
		t.Skip("python3 is not installed, and runs the programs that this test starts")
	}
	return path
}

// examples is the folder of the programs that the page about the protocol shows.
const examples = "../../docs/examples/arm"

// reference is the reference program, which does as its arguments say.
func reference(t *testing.T, arguments ...string) program.Config {
	t.Helper()
	return program.Config{
		Command: append([]string{python(t), "-B", "simulated_arm.py"}, arguments...), Folder: examples,
		Limits: limits, GripSettle: time.Millisecond, ReleaseSettle: time.Millisecond,
		Answer: 20 * time.Second, Grace: 300 * time.Millisecond,
	}
}

// started is an arm that a program drives.
func started(t *testing.T, cfg program.Config) full {
	t.Helper()
	a, err := program.Start(t.Context(), cfg)
	expect.OK(t, err)
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a.(full)
}

func TestReferenceProgram(t *testing.T) {
	a := started(t, reference(t, "--finds", "--fault", "move:1=more"))
	if got, want := a.String(), "the reference arm 1.0 (protocol 1), which offers hold, feel, position"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	expect.OK(t, a.Home(t.Context()))
	began := time.Now()
	near := arm.Point{X: 100, Z: 90}
	expect.OK(t, a.Move(t.Context(), near, 200))
	if took := time.Since(began); took < 450*time.Millisecond {
		t.Errorf("100 mm at 200 mm/s took %v", took)
	}
	expect.OK(t, a.Grip(t.Context()))
	if holds, err := a.Holding(t.Context()); !holds || err != nil {
		t.Error(holds, err)
	}
	moved := expect.Later(func() error { return a.Move(t.Context(), there, 100) })
	first := passes(t, a, near, there, nil)
	expect.OK(t, a.Hold(t.Context()))
	held := passes(t, a, near, there, &first)
	if again, err := a.Position(t.Context()); again != held || err != nil {
		t.Errorf("held at %v it is at %v, %v", held, again, err)
	}
	if len(moved) > 0 {
		t.Fatal("the motion has ended while it was held")
	}
	expect.OK(t, a.Resume(t.Context()))
	expect.OK(t, <-moved)
	moved = expect.Later(func() error { return a.Move(t.Context(), near, 100) })
	passes(t, a, there, near, nil)
	expect.OK(t, a.Stop(t.Context()))
	if err := <-moved; !errors.Is(err, arm.ErrStopped) {
		t.Error(err)
	}
	if err := a.Home(t.Context()); err != nil {
		t.Error(err)
	}
	if err := a.Release(t.Context()); err != nil {
		t.Error(err)
	}
}

// passes waits until the arm is well on its way between two places, and further than some other place, and returns
// where it is.
func passes(t *testing.T, a full, from, to arm.Point, beyond *arm.Point) arm.Point {
	t.Helper()
	for {
		at, err := a.Position(t.Context())
		expect.OK(t, err)
		if d := at.Distance(from); d > 10 && (beyond == nil || d >= beyond.Distance(from)) {
			if off := d + at.Distance(to) - from.Distance(to); off > 0.01 {
				t.Errorf("at %v it is off its way", at)
			}
			return at
		}
	}
}

// Whatever a program does but answer is a lost cable. Its process ends, and another one that is started has to be
// homed.
func TestMisbehaviour(t *testing.T) {
	if testing.Short() {
		t.Skip("starts some twenty programs")
	}
	for fault, want := range map[string]string{
		"move=crash":    "it ended with exit status 3, and said last: I was told to crash",
		"move=quit":     "it ended by itself",
		"move=mute":     "it has not answered move for",
		"move=deaf":     "it has not answered",
		"move=close":    "it closed its standard output",
		"move=garbage":  `it wrote "Traceback (most recent call last):" to its standard output`,
		"move=long":     "it wrote a line of more than 65536 bytes",
		"move=twice":    "a second time",
		"move=wrong id": "and no such request was made",
		// Answers to questions that are none.
		"position:2=no number": "it wrote",
		"position:2=empty":     "a place was asked for",
		"position:2=mute":      "it has not answered position for",
		"feel=empty":           "whether the tool holds something was asked for",
	} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			child := filepath.Join(t.TempDir(), "child")
			arguments := []string{"--hurry", "20", "--fault", fault}
			if fault != "move=close" { // which a child would keep open
				arguments = append(arguments, "--child", child)
			}
			cfg := reference(t, arguments...)
			if strings.Contains(want, "has not answered") {
				cfg.Answer = 2 * time.Second
			}
			a := started(t, cfg)
			expect.OK(t, a.Home(t.Context()))
			near := arm.Point{X: 50, Z: 90}
			var err error
			for err == nil { // one who answers twice is found out at what comes next
				if err = a.Move(t.Context(), near, 200); err == nil {
					_, err = a.Holding(t.Context())
				}
			}
			if !errors.Is(err, arm.ErrDisconnected) || !strings.Contains(err.Error(), want) {
				t.Errorf("%v; want %s", err, want)
			}
			for _, again := range []error{a.Home(t.Context()), a.Move(t.Context(), near, 200), a.Grip(t.Context())} {
				if !errors.Is(again, arm.ErrDisconnected) {
					t.Errorf("it goes on: %v", again)
				}
			}
			if err := a.Close(); err != nil {
				t.Error(err)
			}
			if fault != "move=close" {
				gone(t, child)
			}
		})
	}
}

// gone fails unless the processes whose ids are in a file have ended.
func gone(t *testing.T, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	expect.OK(t, err)
	var child, parent int
	if _, err := fmt.Sscan(string(text), &child, &parent); err != nil {
		t.Fatal(err)
	}
	for _, id := range []int{child, parent} {
		over := time.After(10 * time.Second)
		for alive(id) {
			select {
			case <-over:
				t.Fatalf("process %d lives on", id)
			case <-time.After(5 * time.Millisecond):
			}
		}
	}
}

// alive tells whether a process runs; one that nobody has waited for yet does not.
func alive(id int) bool {
	if syscall.Kill(id, 0) != nil {
		return false
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", id))
	return err != nil || !strings.Contains(string(status), ") Z ")
}

// What does not start is an error that says why.
func TestNoProgram(t *testing.T) {
	interpreter := python(t)
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "broken.py"), []byte("import lerobot_that_is_not_there\n"), 0o600); err !=
		nil {
		t.Fatal(err)
	}
	expect.OK(t, os.WriteFile(filepath.Join(folder, "quiet.py"), []byte("pass\n"), 0o600))
	for _, c := range []struct {
		command []string
		want    string
	}{
		{nil, "no command is given"},
		{[]string{"no-such-program-here"}, "executable file not found"},
		{[]string{"./no-such-program-here"}, "no such file or directory"},
		{[]string{interpreter, "broken.py"},
			"exit status 1, and said last: ModuleNotFoundError: No module named 'lerobot_that_is_not_there'"},
		{[]string{interpreter, "quiet.py"}, "it ended by itself"},
		{[]string{interpreter, "there_is_none.py"}, "said last:"},
	} {
		_, err := program.Start(t.Context(), program.Config{Command: c.command, Folder: folder, Limits: limits})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v; want %s", c.command, err, c.want)
		}
	}
}

// However this process ends, the program does too, and so does what it has started.
func TestNoOrphans(t *testing.T) {
	cfg := reference(t)
	if file := os.Getenv("ARM_OF_A_DYING_PROCESS"); file != "" {
		a, err := program.Start(context.Background(), reference(t, "--child", file))
		expect.OK(t, err)
		if _, err := fmt.Fprintln(os.Stdout, a); err != nil {
			t.Fatal(err)
		}
		select {} // until it is killed
	}
	file := filepath.Join(t.TempDir(), "child")
	dying := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestNoOrphans$")
	dying.Env = append(os.Environ(), "ARM_OF_A_DYING_PROCESS="+file)
	out, err := dying.StdoutPipe()
	if err == nil {
		err = dying.Start()
	}
	expect.OK(t, err)
	if n, err := out.Read(make([]byte, 100)); n == 0 {
		t.Fatal(err)
	}
	expect.OK(t, dying.Process.Kill())
	_ = dying.Wait() // which says that it was killed
	text, err := os.ReadFile(file)
	expect.OK(t, err)
	var child, parent int
	if _, err := fmt.Sscan(string(text), &child, &parent); err != nil {
		t.Fatal(err)
	}
	over := time.After(10 * time.Second)
	for alive(parent) {
		select {
		case <-over:
			t.Fatalf("the program of %v, process %d, lives on", cfg.Command, parent)
		case <-time.After(5 * time.Millisecond):
		}
	}
	_ = syscall.Kill(child, syscall.SIGKILL) // which the test's program leaves behind
}
