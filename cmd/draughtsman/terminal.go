package main

import (
	"fmt"
	"io"
	"strings"
	"sync"

	"golang.org/x/text/language"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
	"draughtsman/internal/app"
	"draughtsman/internal/cli"
	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
	"draughtsman/internal/simulation"
	"draughtsman/planner"
)

// terminal shows a game to the person at the keyboard: boards and moves on one writer, what is going on on another.
// Where that is a screen, the state of affairs is a line that is written over.
type terminal struct {
	mu          sync.Mutex // of what is written: several goroutines say something
	out, status io.Writer
	live        bool   // status is a screen
	written     int    // columns of the status line
	said        string // last, as the state of affairs, where status is no screen
	thought     string // of the robot's for the move that is being made

	language language.Tag // of what is for people; the zero value is English
	speaks   func(string) // says aloud; nil: nobody does
	tone     bool         // there is a tone when the human's turn begins
}

func newTerminal(s *session) *terminal {
	return &terminal{out: s.out, status: s.err, live: cli.IsScreen(s.err)}
}

// told is where a simulated table says what becomes of it.
func (t *terminal) told(s *session) simulation.Told {
	return simulation.Told{Progress: t.say, Warns: s.err, Log: s.log}
}

// client is the person at the keyboard, at a table.
func (t *terminal) client(s *session) app.Client {
	return app.Client{
		Tell: t.tell, Note: t.note, Progress: t.say, Warns: s.err, Log: s.log, Language: t.language,
		Says: func(said sentence.Text, stays bool) {
			if stays {
				t.note(said)
			} else {
				t.state(said)
			}
		},
		Carry: func(said string) error {
			t.speak(said)
			_, err := fmt.Fprintf(t.above(), "\n%s\n", said)
			return err
		},
	}
}

// in is a text in the language of the person at the keyboard.
func (t *terminal) in(text sentence.Text) string { return text.In(t.language) }

// speak says a text aloud where somebody listens.
func (t *terminal) speak(text string) {
	if t.speaks != nil && text != "" {
		t.speaks(text)
	}
}

// note writes a text that stays.
func (t *terminal) note(text sentence.Text) { t.print("%s\n", t.in(text)) }

// state shows a text as the state of affairs.
func (t *terminal) state(text sentence.Text) { t.say(t.in(text)) }

// tell shows an event, and says it aloud where somebody listens.
func (t *terminal) tell(e robot.Event) {
	text := t.in(e.Text)
	if e.Asks || e.Kind.Is(robot.Aloud) {
		t.speak(text)
	}
	switch {
	case e.Thought != nil:
		t.think(e)
	case e.Step > 0:
		t.state(sentence.Say("Step %d of %d: %s.", e.Step, e.Steps, e.Text))
	case text == "":
	case e.Kind.Is(robot.Drawn):
		t.print("%s\n%s\n%s", text, t.lastThought(e.Robots), t.board(e.Position, e.Move))
	case e.Kind.Is(robot.Stays):
		t.note(e.Text)
	case e.Kind == robot.TurnStarted:
		t.turn(text, e.Asks)
	default:
		t.state(e.Text)
	}
	if e.Plan != nil {
		t.notes(*e.Plan)
	}
}

// turn shows whose turn it is, with a tone when it is the human's.
func (t *terminal) turn(text string, humans bool) {
	t.show(text, cli.Bold)
	if humans && t.live && t.tone {
		t.mu.Lock()
		defer t.mu.Unlock()
		fmt.Fprint(t.status, bell)
	}
}

// notes show what a person should know of a plan.
func (t *terminal) notes(plan planner.Plan) {
	for _, note := range robot.NoteTexts(plan) {
		t.state(note)
	}
}

// lastThought is the line of the robot's thought, for a screen, where the state of affairs is written over that told
// it; elsewhere it stands there already.
func (t *terminal) lastThought(robots bool) string {
	if !robots || t.thought == "" || !cli.IsScreen(t.out) {
		return ""
	}
	return t.thought + "\n"
}

// above is where others write lines that stay above the one that changes.
func (t *terminal) above() io.Writer { return clearing{t} }

// clearing takes the status line away before what is written.
type clearing struct{ *terminal }

func (c clearing) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wipe()
	return c.out.Write(p)
}

// print writes lines that stay.
func (t *terminal) print(format string, args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.wipe()
	fmt.Fprintf(t.out, format, args...)
}

// say shows the state of affairs.
func (t *terminal) say(text string) { t.show(text, "") }

// show is say in a style. What is longer than a screen is wide is cut off, since it could not be written over.
func (t *terminal) show(text, style string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.live {
		if text != t.said {
			fmt.Fprintln(t.status, text)
		}
		t.said = text
		return
	}
	t.wipe()
	if line, width := []rune(text), cli.Width(t.status); width > 1 && len(line) >= width {
		text = string(line[:width-2]) + "…"
	}
	t.written = len([]rune(text))
	if cli.Colours(t.status) {
		text = cli.Styled(text, style)
	}
	fmt.Fprint(t.status, text)
}

// bell is what a terminal makes a tone of (ECMA-48, BEL).
const bell = "\a"

// board draws a position. On a screen the squares of the last move, which may be the zero one, are reversed, and what
// it has captured is a red cross.
func (t *terminal) board(p checkers.Position, last checkers.Move) string {
	if !cli.Colours(t.out) {
		return board(p)
	}
	return drawn(p, func(s checkers.Square, text string) string {
		return cli.Marked(text, last.Captured().Has(s), s == last.From() || s == last.To())
	})
}

// clear takes the status line away.
func (t *terminal) clear() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.wipe()
}

// wipe is clear for who holds the lock.
func (t *terminal) wipe() {
	if t.written > 0 {
		fmt.Fprintf(t.status, "\r%s\r", strings.Repeat(" ", t.written))
		t.written = 0
	}
}

// board draws a position as a person at White's side sees it, with the numbers of the playable squares in the margins.
func board(p checkers.Position) string {
	return drawn(p, func(_ checkers.Square, text string) string { return text })
}

// drawn is a board whose playable squares are shown in a style.
func drawn(p checkers.Position, style func(checkers.Square, string) string) string {
	var b strings.Builder
	for row := range checkers.Size {
		first := checkers.SquareAt(row, (row+1)%2)
		fmt.Fprintf(&b, "  %2d │", first)
		for column := range checkers.Size {
			s := checkers.SquareAt(row, column)
			switch {
			case s == 0:
				b.WriteString("  ")
			case p.At(s) == checkers.Empty:
				b.WriteString(" " + style(s, "·"))
			default:
				b.WriteString(" " + style(s, p.At(s).String()))
			}
		}
		fmt.Fprintf(&b, " │ %d\n", first+checkers.Size/2-1)
	}
	b.WriteByte('\n')
	return b.String()
}

// score is an engine's score in men, or the moves to the end.
func score(s int) sentence.Text {
	plies, decided := search.Distance(s)
	switch {
	case !decided:
		return sentence.Say("%+.2f men", float64(s)/100)
	case s < 0:
		return sentence.Say("loses in %d moves", (plies+1)/2)
	}
	return sentence.Say("wins in %d moves", (plies+1)/2)
}

// line is the first moves of a line of play.
func line(moves []checkers.Move) string {
	const maxShownMoves = 6
	var texts []string
	for _, m := range moves[:min(len(moves), maxShownMoves)] {
		texts = append(texts, m.String())
	}
	return strings.Join(texts, " ")
}

// think shows what the robot thinks, while it does on a screen alone, and with what it plays.
func (t *terminal) think(e robot.Event) {
	r, thought := *e.Thought, sentence.Text{}
	switch {
	case robot.ByBook(r):
		thought = sentence.Say("By the book, %s: %s", score(r.Score), line(r.PV))
	case len(r.PV) > 0:
		thought = sentence.Say("Depth %d, %s: %s", r.Depth, score(r.Score), line(r.PV))
	}
	if e.Kind == robot.Decided {
		t.thought = t.in(thought)
		t.say(strings.TrimSpace(t.in(e.Text) + " " + t.thought))
	} else if t.live {
		t.state(thought)
	}
}
