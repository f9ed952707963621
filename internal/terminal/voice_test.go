package terminal

import (
	"bufio"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/text/language"

	"draughtsman/engine/checkers"
	"draughtsman/internal/config"
	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
	"draughtsman/internal/testkit/expect"
)

// listener is somebody who hears what a program says: a script that writes into a pipe, and does not end before it is
// let.
type listener struct {
	t     *testing.T
	hears *bufio.Reader
	lets  *os.File
	speak []string // the command
}

// newListener is one whose script goes on with some lines when it has spoken; what reads from the file "let" waits
// there until somebody lets it.
func newListener(t *testing.T, then string) *listener {
	t.Helper()
	folder := t.TempDir()
	var pipes []*os.File
	for _, name := range []string{"said", "let"} {
		path := filepath.Join(folder, name)
		expect.OK(t, syscall.Mkfifo(path, 0o600))
		pipe, err := os.OpenFile(path, os.O_RDWR, 0) // for both ends: nobody waits for the other one to be opened
		expect.OK(t, err)
		t.Cleanup(func() { pipe.Close() })
		pipes = append(pipes, pipe)
	}
	script := filepath.Join(folder, "speak")
	text := "#!/bin/sh\ncd " + folder + "\necho \"$1 $2\" >said\n" + then + "\n"
	expect.OK(t, os.WriteFile(script, []byte(text), 0o600))
	return &listener{t, bufio.NewReader(pipes[0]), pipes[1], []string{"/bin/sh", script, "{language}", "{text}"}}
}

// hear waits for the next sentence, which it returns with its language.
func (l *listener) hear() string {
	l.t.Helper()
	line, err := l.hears.ReadString('\n')
	expect.OK(l.t, err)
	return strings.TrimSuffix(line, "\n")
}

// let has the sentence that is being said end.
func (l *listener) let() {
	l.t.Helper()
	if _, err := l.lets.WriteString("\n"); err != nil {
		l.t.Fatal(err)
	}
}

const waits = "read line <let"

// written is a writer that passes on what is written.
type written chan string

func (w written) Write(p []byte) (int, error) {
	w <- string(p)
	return len(p), nil
}

// quiet is a terminal that nobody looks at.
func quiet(tag language.Tag) (*Screen, written) {
	out := make(written, 20)
	return &Screen{Out: out, Status: out, Language: tag}, out
}

// While a sentence is said nobody waits, and of those that come meanwhile the newest is next.
func TestNewestSentenceIsNext(t *testing.T) {
	l := newListener(t, waits)
	screen, _ := quiet(language.German)
	v := NewVoice(t.Context(), &config.Speech{Command: l.speak}, screen)
	defer v.Close()
	says := func(moves ...string) {
		for _, m := range moves {
			screen.Tell(robot.Event{Kind: robot.DrawNear, Text: sentence.Say("The robot plays %s.", m)})
		}
	}
	hears := func(want string) {
		t.Helper()
		if got := l.hear(); got != want {
			t.Fatalf("%q is said, want %q", got, want)
		}
	}
	says("1-5")
	hears("de Der Roboter zieht 1-5.")
	says("2-6", "3-7", "4-8")
	l.let()
	hears("de Der Roboter zieht 4-8.")
	l.let()
	says("5-9")
	hears("de Der Roboter zieht 5-9.")
}

// Who has been closed says nothing any more, and no program of theirs is left, nor what that has begun.
func TestVoiceEnds(t *testing.T) {
	l := newListener(t, "cat let >alive")
	alive := filepath.Join(filepath.Dir(l.speak[1]), "alive")
	expect.OK(t, syscall.Mkfifo(alive, 0o600))
	screen, out := quiet(language.English)
	v := NewVoice(t.Context(), &config.Speech{Command: l.speak}, screen)
	v.say("on and on")
	if said := l.hear(); said != "en on and on" {
		t.Errorf("%q is said", said)
	}
	begun, err := os.Open(alive) // when cat has
	expect.OK(t, err)
	defer begun.Close()
	v.Close()
	if text, err := io.ReadAll(begun); err != nil || len(text) > 0 { // ends when cat has
		t.Errorf("read %q: %v", text, err)
	}
	v.say("nothing")
	if len(out) > 0 {
		t.Errorf("it is told that %s", <-out)
	}
}

// What goes wrong is told once, and sentences are still said.
func TestVoiceFails(t *testing.T) {
	l := newListener(t, waits+"\nexit 3")
	screen, out := quiet(language.English)
	v := NewVoice(t.Context(), &config.Speech{Command: l.speak}, screen)
	for _, text := range []string{"one", "-two", "three"} { // no sentence is an option
		v.say(text)
		if got := l.hear(); got != "en "+strings.TrimPrefix(text, "-") {
			t.Errorf("%q is said", got)
		}
		l.let()
	}
	v.Close()
	if got := <-out; !strings.HasSuffix(got, "by speech.command of the table's description: exit status 3\n") {
		t.Errorf("it is told that %s", got)
	}
	if len(out) > 0 {
		t.Errorf("it is told again: %s", <-out)
	}
}

func TestVoiceCannotBegin(t *testing.T) {
	screen, out := quiet(language.English)
	nowhere := filepath.Join(t.TempDir(), "speak")
	v := NewVoice(t.Context(), &config.Speech{Command: []string{nowhere, "{text}"}}, screen)
	v.say("one")
	if got := <-out; !strings.HasSuffix(got, ": fork/exec "+nowhere+": no such file or directory\n") {
		t.Errorf("it is told that %s", got)
	}
	v.Close()
}

// Without a description of it nothing is said.
func TestNoVoice(t *testing.T) {
	screen, out := quiet(language.English)
	v := NewVoice(context.Background(), nil, screen)
	screen.Tell(robot.Event{Kind: robot.Paused, Text: sentence.Say("Nothing has moved.")})
	v.Close()
	if got := <-out; !strings.HasPrefix(got, "Nothing has moved") || screen.speaks != nil {
		t.Errorf("told: %q", got)
	}
}

// Only what matters to who does not look at a screen is said aloud.
func TestAloud(t *testing.T) {
	start := checkers.Start()
	hand := sentence.Say("Something is over the board.")
	for _, c := range []struct {
		event robot.Event
		want  string
	}{
		{robot.Turn(start, false), "Your turn: Black to move."},
		{robot.Turn(start, true), ""},
		{robot.Event{Kind: robot.Watching, Text: hand}, ""},
		{robot.Event{Kind: robot.Watching, Text: hand, Asks: true}, "Something is over the board."},
		{robot.Event{Kind: robot.WaitingForSetUp, Text: hand}, "Something is over the board."},
		{robot.Event{Kind: robot.Played, Text: hand, Position: start}, ""},
		{robot.Event{Kind: robot.GameOver, Text: hand}, "Something is over the board."},
		{robot.Event{Kind: robot.Repairing, Text: hand}, "Something is over the board."},
		{robot.Event{Kind: robot.Thinking}, ""},
	} {
		said := ""
		screen, _ := quiet(language.English)
		screen.speaks = func(text string) { said = text }
		if screen.Tell(c.event); said != c.want {
			t.Errorf("of %q %q is said, want %q", c.event.Kind, said, c.want)
		}
	}
}
