//go:build linux

package main

import (
	"io"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// TestLargeFileInLittleMemory has the program check 24 MB of games as they come in.
func TestLargeFileInLittleMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("24 MB take some seconds")
	}
	const megabytes, most = 24, 64
	check := exec.Command(buildChecker(t), "pdn", "check", "-")
	in, err := check.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	game := "[Event \"One of many\"]\n[Result \"1/2-1/2\"]\n1. 11-15 23-19 {as usual} 2. 8-11 22-17 3. 11-16 24-20 " +
		"(3... 17-13)\n" +
		"4. 16x23 27x11 5. 7x16 20x11 1/2-1/2\n\n"
	go func() {
		defer in.Close()
		for n := 0; n < megabytes<<20; n += len(game) {
			if _, err := io.WriteString(in, game); err != nil {
				return // the program says what was wrong
			}
		}
	}()
	said, err := check.CombinedOutput()
	if err != nil || !strings.Contains(string(said), ", 0 faults") {
		t.Fatalf("%v: %s", err, said)
	}
	usage, ok := check.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		t.Fatal("the memory used is not known")
	}
	t.Logf("%s%d MB of memory, %v", said, usage.Maxrss>>10, check.ProcessState.UserTime())
	if usage.Maxrss>>10 > most { // kilobytes
		t.Errorf("%d MB of memory, want at most %d", usage.Maxrss>>10, most)
	}
}
