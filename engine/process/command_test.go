package process

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseCommand(t *testing.T) {
	for line, want := range map[string][]string{
		"homework":                          {"homework"},
		"  checkers\tagent minimax  ":       {"checkers", "agent", "minimax"},
		`python3 "my agent/homework.py" ''`: {"python3", "my agent/homework.py", ""},
		`a\ b 'c\d' "e\"f" g"h i"j`:         {"a b", `c\d`, `e"f`, "gh ij"},
		`$HOME *.py ; x`:                    {"$HOME", "*.py", ";", "x"},
	} {
		got, err := ParseCommand(line)
		if err != nil {
			t.Errorf("%s: %v", line, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", line, diff)
		}
	}
	for _, line := range []string{"", "  ", `a "b`, "a 'b", `a\`, `'' a`} {
		if got, err := ParseCommand(line); err == nil {
			t.Errorf("%q is read as %q", line, got)
		}
	}
}

func TestFind(t *testing.T) {
	beside := t.TempDir()
	program := filepath.Join(beside, "an-agent-of-nobody")
	if err := os.WriteFile(program, []byte("#!/bin/sh\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	if got, err := Find("an-agent-of-nobody", beside); err != nil || got != program {
		t.Errorf("beside: %s, %v", got, err)
	}
	if got, err := Find(program, "nowhere"); err != nil || got != program {
		t.Errorf("by its path: %s, %v", got, err)
	}
	t.Setenv("PATH", beside)
	if got, err := Find("an-agent-of-nobody", "nowhere"); err != nil || got != program {
		t.Errorf("on the PATH: %s, %v", got, err)
	}
	if got, err := Find("another-agent-of-nobody", beside); err == nil {
		t.Errorf("found %s, which is not there", got)
	}
}
