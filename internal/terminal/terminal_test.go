package terminal

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/text/language"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
	"draughtsman/internal/testkit/expect"
)

// shown is what a terminal of some columns has been sent of events.
func shown(t *testing.T, columns uint16, events ...robot.Event) string {
	t.Helper()
	screen, tty, err := pty.Open()
	expect.OK(t, err)
	defer screen.Close()
	defer tty.Close()
	expect.OK(t, pty.Setsize(tty, &pty.Winsize{Rows: 24, Cols: columns}))
	on := New(Streams{Out: tty, Err: tty})
	on.Tone = true
	for _, e := range events {
		on.Tell(e)
	}
	const end = "the end"
	if _, err := tty.WriteString(end); err != nil {
		t.Fatal(err)
	}
	var sent strings.Builder
	for chunk := make([]byte, 4096); !strings.HasSuffix(sent.String(), end); {
		if err := screen.SetReadDeadline(time.Now().Add(5 * time.Minute)); err != nil && !os.IsTimeout(err) {
			t.Log(err) // not every system has deadlines here
		}
		n, err := screen.Read(chunk)
		expect.OK(t, err)
		sent.Write(chunk[:n])
	}
	return strings.TrimSuffix(sent.String(), end)
}

// On a screen the last move and what it has captured are seen, unless NO_COLOR is set.
func TestColours(t *testing.T) {
	before, _, err := checkers.ReadFEN("W:W22:B18")
	expect.OK(t, err)
	move := before.Moves()[0]
	played := robot.Event{Kind: robot.Played, Text: sentence.Say("White plays %s.", move), Move: move,
		Position: before.Play(move)}
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "")
	got := shown(t, 80, played)
	for _, want := range []string{"\x1b[7m·\x1b[0m", "\x1b[31m×\x1b[0m", "\x1b[7mw\x1b[0m"} {
		if strings.Count(got, want) != 1 {
			t.Errorf("%q is not there once in %q", want, got)
		}
	}
	for name, value := range map[string]string{"NO_COLOR": "1", "TERM": "dumb"} {
		t.Run(name, func(t *testing.T) {
			t.Setenv(name, value)
			if got := shown(t, 80, played); strings.Contains(got, "\x1b") || !strings.Contains(got, "plays 22x15") {
				t.Errorf("it has colours: %q", got)
			}
		})
	}
}

// What the robot thought of its move stays on the screen.
func TestThoughtStays(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	start := checkers.Start()
	move := start.Moves()[0]
	said := sentence.Say("Black plays %s.", move)
	got := shown(t, 80, robot.Event{Kind: robot.Decided, Position: start,
		Thought: &robot.Thought{Result: search.Result{Depth: 9, Score: 12, Nodes: 1000, PV: []checkers.Move{move}}}},
		robot.Event{Kind: robot.Played, Text: said, Robots: true, Move: move, Position: start.Play(move)})
	want := said.String() + "\r\nDepth 9, +0.12 men: " + move.String() + "\r\n\r\n"
	if !strings.Contains(got, want) {
		t.Errorf("%q is not in %q", want, got)
	}
}

// A line of state is never wider than the terminal.
func TestNarrowTerminals(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	text := strings.Repeat("a long way ", 10)
	for columns, want := range map[uint16]string{
		20:  "a long way a long …",
		200: text,
	} {
		if got := shown(t, columns, robot.Event{Kind: robot.Watching, Text: sentence.Say("%s", text)}); got != want {
			t.Errorf("%d columns: %q, want %q", columns, got, want)
		}
	}
}

// A tone tells the human, and nobody else, that its turn begins; where no screen is there is none.
func TestTone(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	turn := robot.Turn(checkers.Start(), false)
	if got := shown(t, 80, turn); got != "Your turn: Black to move.\a" {
		t.Errorf("the human's turn is shown as %q", got)
	}
	if got := shown(t, 80, robot.Turn(checkers.Start(), true)); got != "The robot (Black) thinks." {
		t.Errorf("the robot's turn is shown as %q", got)
	}
	var out strings.Builder
	file := &Screen{Out: &out, Status: &out, Tone: true}
	file.Tell(turn)
	file.Tell(robot.Event{Kind: robot.Watching, Text: turn.Text}) // which says nothing new
	if got := out.String(); got != "Your turn: Black to move.\n" {
		t.Errorf("in a file the human's turn is %q", got)
	}
}

// What is for people is in their language, and what is for programs in English.
func TestTerminalInALanguage(t *testing.T) {
	start := checkers.Start()
	move := start.Moves()[0]
	var out, lines strings.Builder
	tell := (&Screen{Out: &out, Status: &out, Language: language.Russian}).Telling(&lines)
	for _, e := range []robot.Event{
		robot.Begins(checkers.White, "", start),
		{Kind: robot.Decided, Text: sentence.Say("The robot plays %s.", move),
			Thought: &robot.Thought{Result: search.Result{Depth: 9, Score: 12, Nodes: 1234, PV: []checkers.Move{move}}}},
		{Kind: robot.GameOver, Text: sentence.Say("%s.", robot.OutcomeText(checkers.Outcome{Winner: checkers.White,
			Reason: "Black has no legal move"}))},
	} {
		tell(e)
	}
	m := move.String()
	for _, want := range []string{"Новая партия: робот — белые, вы — чёрные.\n",
		"Робот ходит " + m + ". Глубина 9, +0,12 шашки: " + m,
		"\nБелые выиграли: чёрные больше не могут ходить.\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not shown:\n%s", want, &out)
		}
	}
	if want := "The robot plays " + m + "."; !strings.Contains(lines.String(), want) {
		t.Errorf("%q is not said to programs:\n%s", want, &lines)
	}
}

// Moves to the end are told where they are known, and not where they are those of one line alone.
func TestScore(t *testing.T) {
	for _, c := range []struct {
		score   int
		counted bool
		want    string
	}{
		{34, false, "+0.34 men"}, {search.Win - 5, true, "wins in 3 moves"}, {search.Win - 5, false, "wins"},
		{6 - search.Win, true, "loses in 3 moves"}, {6 - search.Win, false, "loses"},
	} {
		if got := score(search.Result{Score: c.score, Counted: c.counted}).String(); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}
