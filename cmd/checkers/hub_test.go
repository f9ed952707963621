package main

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"draughtsman/engine/hub"
	"draughtsman/engine/variant"
)

// buildChecker is the path of the program, built as people have it.
func buildChecker(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "checkers")
	if said, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, said)
	}
	return program
}

// TestStopIsAnsweredAtOnce stops searches that would go on for ever, on small boards and large ones, and sees how
// long the answers take in the middle of several.
func TestStopIsAnsweredAtOnce(t *testing.T) {
	const within, times = 50 * time.Millisecond, 9
	program := buildChecker(t)
	for _, c := range []struct {
		rules variant.Rules
		size  int
		mode  string
	}{
		{variant.English(), 8, "analyze"}, //nolint:misspell // the protocol's own word
		{variant.League(), 10, "think"},
		{variant.CSC242(), variant.MaxSize, "ponder"},
	} {
		engine := exec.Command(program, "hub")
		in, err := engine.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := engine.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := engine.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		lines.Buffer(nil, 1<<20)
		await := func(word string) {
			for lines.Scan() {
				if strings.HasPrefix(lines.Text(), word) {
					return
				}
			}
			t.Fatalf("no %s: %v", word, lines.Err())
		}
		say := func(text string) {
			if _, err := io.WriteString(in, text+"\n"); err != nil {
				t.Fatal(err)
			}
		}
		start, err := c.rules.Start(c.size)
		if err != nil {
			t.Fatal(err)
		}
		say("hub")
		await("wait")
		say("set-param name=variant value=" + c.rules.Name + "\ninit")
		await("ready")
		var took []time.Duration
		for range times {
			say(fmt.Sprintf("pos pos=%s\nlevel infinite\ngo %s", hub.FormatPosition(c.rules, start), c.mode))
			await("info depth=3")
			began := time.Now()
			say("stop")
			await("done move=")
			took = append(took, time.Since(began))
		}
		slices.Sort(took)
		t.Logf("%s on a board of size %d: %v to %v", c.rules.Name, c.size, took[0], took[times-1])
		if took[times/2] > within {
			t.Errorf("%s on a board of size %d: stops are answered after %v, want %v", c.rules.Name, c.size, took[times/2],
				within)
		}
		say("quit")
		if err := engine.Wait(); err != nil {
			t.Error(err)
		}
	}
}
