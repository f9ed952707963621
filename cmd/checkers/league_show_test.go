package main

import (
	"io"
	"os"
	"strings"
	"testing"

	"github.com/creack/pty"
)

// TestLeagueInATerminal has a pseudo-terminal for standard error: a bar goes there, or the board of a game.
func TestLeagueInATerminal(t *testing.T) {
	for _, c := range []struct {
		flags       []string
		want, never string
	}{
		{[]string{"--jobs=2"}, "(1/2)", "game 1:"},
		{[]string{"--jobs=1", "--watch"}, erase + "0 of 2 games played. Game 1: minimax:1 (w) - random (b)", "(1/2)"},
	} {
		terminal, errs, err := pty.Open()
		if err != nil {
			t.Skipf("no pseudo-terminal: %v", err)
		}
		read := make(chan string)
		go func() {
			text, _ := io.ReadAll(terminal) // it ends with an error where the other end is closed
			read <- string(text)
		}()
		var out strings.Builder
		args := []string{"league", "--players=minimax:1,random", "--size=4", "--time=1h", "--pace=1ms"}
		status := run(append(args, c.flags...), os.Stdin, &out, errs)
		if err := errs.Close(); err != nil {
			t.Error(err)
		}
		text := <-read
		if err := terminal.Close(); err != nil {
			t.Error(err)
		}
		if status != 0 || !strings.Contains(out.String(), "points") {
			t.Errorf("%s: status %d\n%s", c.flags, status, out.String())
		}
		if !strings.Contains(text, c.want) || strings.Contains(text, c.never) {
			t.Errorf("%s: %q in the terminal", c.flags, text)
		}
	}
}
