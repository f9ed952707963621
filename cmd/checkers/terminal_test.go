//go:build unix

package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"

	"draughtsman/engine/league"
	"draughtsman/engine/variant"
	"draughtsman/internal/cli"
)

// TestAtATerminal plays as a person does, who reads each prompt before answering it, and leaves with Ctrl-D.
func TestAtATerminal(t *testing.T) {
	for _, c := range []struct {
		name   string
		args   []string
		dialog [][2]string // what has to be on the screen last, and what is typed then
		last   string
	}{
		{
			"console", []string{"console"}, [][2]string{
				{"Your choice? ", "1\n"},
				{"Your choice? ", "3\n"},
				{"WHITE (w)? ", "w\n"},
				{"Your move (? for help): ", "d3xb1\n"},
				{"Try again!\r\nYour move (? for help): ", "d1-c2\n"},
				{"Your move (? for help): ", "\x04"},
			}, "There is nothing more to read: the game ends here.\r\nTotal time:",
		},
		{
			"bot", []string{"bot", "--layout", "4", "--depth", "3", "--time", "0"}, [][2]string{
				{"Your move (? for help): ", "d0 c1\n"},
				{"Your move (? for help): ", "\x04"},
			}, "There is nothing more to read: the game ends here.\r\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			screen, keys := terminal(t)
			status := make(chan int, 1)
			go func() { status <- run(c.args, keys, keys, keys) }()
			var seen strings.Builder
			for _, d := range c.dialog {
				seen.Reset()
				for !strings.HasSuffix(seen.String(), d[0]) {
					seen.WriteString(read(t, screen, seen.String()))
				}
				if _, err := screen.WriteString(d[1]); err != nil {
					t.Fatal(err)
				}
			}
			for !strings.Contains(seen.String(), c.last) {
				seen.WriteString(read(t, screen, seen.String()))
			}
			select {
			case got := <-status:
				if got != cli.Done {
					t.Errorf("status %d after\n%s", got, &seen)
				}
			case <-time.After(10 * time.Second):
				t.Fatalf("the game goes on after\n%s", &seen)
			}
			if typed := strings.TrimSpace(c.dialog[len(c.dialog)-2][1]); strings.Count(seen.String(), typed+"\r\n") > 1 {
				t.Errorf("%q stands twice in\n%s", typed, &seen)
			}
		})
	}
}

// The last move is marked on a board, where a screen has colours: the squares that the piece left and came to, and a
// cross for what it took.
func TestLastMoveMarked(t *testing.T) {
	_, keys := terminal(t)
	rules := variant.English()
	start, err := rules.ParseFEN(8, "W:W22:B18")
	if err != nil {
		t.Fatal(err)
	}
	game := variant.NewGame(rules, start)
	move := rules.Moves(start)[0]
	if err := game.Play(move); err != nil {
		t.Fatal(err)
	}
	boards := map[string]func() string{
		"bot":     (&botGame{game: game, out: keys}).board,
		"console": (&consoleGame{game: game, out: keys}).board,
		"league":  func() string { return league.Board(rules, game.Position(), lastMove(keys, []variant.Move{move})) },
	}
	t.Setenv("TERM", "xterm")
	for name, board := range boards {
		t.Setenv("NO_COLOR", "")
		if got := board(); strings.Count(got, "\x1b[7m") != 2 || strings.Count(got, "\x1b[31m×") != 1 {
			t.Errorf("%s: it is marked as %q", name, got)
		}
		t.Setenv("NO_COLOR", "1")
		if got := board(); strings.Contains(got, "\x1b") {
			t.Errorf("%s: it has colours: %q", name, got)
		}
	}
}

// terminal is a pseudo-terminal: the side of the person, and that of the program.
func terminal(t *testing.T) (screen, keys *os.File) {
	screen, keys, err := pty.Open()
	if err != nil {
		t.Skipf("no pseudo-terminal: %v", err)
	}
	t.Cleanup(func() {
		_ = keys.Close()
		_ = screen.Close()
	})
	return screen, keys
}

// read is what appears on the screen next.
func read(t *testing.T, screen *os.File, soFar string) string {
	t.Helper()
	if err := screen.SetReadDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	buffer := make([]byte, 4096)
	n, err := screen.Read(buffer)
	if err != nil {
		t.Fatalf("%v after\n%s", err, soFar)
	}
	return string(bytes.Clone(buffer[:n]))
}
