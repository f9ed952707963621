package cli_test

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"

	"draughtsman/internal/cli"
)

func (waitCommand) Help() string {
	return "It waits, and -v says for what.\n\n  abacus wait --for 2.5\n  .hidden %04d 'x'"
}

// about is what a program tells of itself.
func about(t *testing.T, args ...string) string {
	t.Helper()
	var n notebook
	var out, errs bytes.Buffer
	status := cli.Program{Name: "abacus", Description: "Counts.", With: []string{"beads 7"}}.Run(&commands{},
		func(_, _ io.Writer) any { return &n }, args, &out, &errs)
	if status != cli.Done || errs.Len() > 0 {
		t.Errorf("%q: status %d and %q", args, status, &errs)
	}
	return out.String()
}

func TestVersionNamesLibraries(t *testing.T) {
	if got := about(t, "--version"); !strings.HasSuffix(got, ", beads 7)\n") {
		t.Errorf("%q", got)
	}
}

// The manual page has every command with its examples as they are, and nothing in it is a request to troff.
func TestManualPage(t *testing.T) {
	page := about(t, "--man")
	for _, want := range []string{
		".TH ABACUS 1\n", "abacus \\- Counts.\n", ".SS add\nAdd two numbers.\n",
		".B <a>\n", ".SS wait\n", "It waits, and \\-v says for what.\n",
		".nf\n  abacus wait \\-\\-for 2.5\n  .hidden %04d 'x'\n.fi\n", ".B \\-\\-share=FLOAT\\-64\n",
		".SS sum\nKnow sums.\n.TP\n.B <number>\n\n.TP\n.B \\-\\-times=1\nHow often.\n.SS sum clear\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %q:\n%s", want, page)
		}
	}
}

// A shell is told whom to ask, and gets its answers.
func TestCompletion(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish"} {
		if script := about(t, "--completion", shell); !strings.Contains(script, "complete ") ||
			!strings.Contains(script, " abacus") {
			t.Errorf("%s: %q", shell, script)
		}
	}
	for line, want := range map[string]string{
		"abacus ":           "add\nsum\nwait\n",
		"abacus sum --t":    "--times\n",
		"abacus w":          "wait\n",
		"abacus wait --s":   "--seed\n--share\n",
		"abacus wait --for": "--for\n",
		"abacus add 1 ":     "",
	} {
		t.Setenv("COMP_LINE", line)
		lines := strings.SplitAfter(about(t), "\n")
		if got := sorted(lines); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

func sorted(lines []string) string {
	slices.Sort(lines)
	return strings.Join(lines, "")
}
