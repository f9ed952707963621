package league

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestResults(t *testing.T) {
	setup := small("minimax:1", "random")
	l := newLeague(t, setup)
	records := run(t, l, nil, 0, &ear{})
	path := filepath.Join(t.TempDir(), "results.jsonl")
	file, err := CreateResults(path, setup)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		if err := file.Keep(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := CreateResults(path, setup); err == nil {
		t.Error("a file of results is begun anew")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}

	// However much of the file there is, whole lines count, and the rest can be written again.
	for length := len(text); length > 0; length -= 37 {
		if err := os.WriteFile(path, text[:length], 0o600); err != nil {
			t.Fatal(err)
		}
		lines := strings.Count(string(text[:length]), "\n")
		again, some, whole, err := ReadResults(path)
		if lines == 0 {
			if err == nil {
				t.Errorf("%d bytes are read", length)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(setup, again); diff != "" || len(some) != lines-1 {
			t.Errorf("%d records of %d lines; %s", len(some), lines, diff)
		}
		file, err := ContinueResults(path, whole)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range records[len(some):] {
			if err := file.Keep(r); err != nil {
				t.Fatal(err)
			}
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
		if now, err := os.ReadFile(path); err != nil || string(now) != string(text) {
			t.Fatalf("from %d bytes on: %v\n%s", length, err, now)
		}
	}
}

func TestResultsRefused(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "holds no results"},
		{"{\"players\":[]}\n{\"game\":1,\"winner\":2}\n", `line 2: json: unknown field "winner"`},
		{"[]\n", "line 1"},
		{"{}\nnonsense\n", "line 2"},
	} {
		path := filepath.Join(t.TempDir(), "results.jsonl")
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, _, err := ReadResults(path); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		}
	}
}
