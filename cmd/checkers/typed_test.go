package main

import (
	"io"
	"strings"
	"testing"

	"draughtsman/internal/cli"
)

// FuzzTyped types anything at the two games: they end well with the input,
// whatever it was.
func FuzzTyped(f *testing.F) {
	f.Add("a2-b1\nb1-c2\n?\n")
	f.Add("d0 c1\n?\nd2 c3\nquit")
	f.Add("A2xB1xC2x\n\x00\xff\n9999999999999999999-1\n")
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(strings.ToLower(text), "save") {
			t.Skip("files stay as they are")
		}
		for _, args := range [][]string{
			{"console", "--size", "4", "--opponent", "random", "--seed", "1", "--colour", "black"},
			{"console"},
			{"bot", "--layout", "4", "--depth", "1", "--time", "0"},
		} {
			var errs strings.Builder
			if strings.Contains(text, "5") && len(args) == 1 {
				continue // the engine would take its time
			}
			if status := run(args, strings.NewReader(text), io.Discard, &errs); status != cli.Done && len(text) < 1<<16 {
				t.Errorf("%v: status %d, %s", args, status, &errs)
			}
		}
	})
}
