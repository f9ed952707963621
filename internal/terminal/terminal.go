package terminal

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

// Screen shows a game to the person at the keyboard: boards and moves on one writer, what is going on on another.
// Where that is a screen, the state of affairs is a line that is written over.
type Screen struct {
	mu          sync.Mutex // of what is written: several goroutines say something
	Out, Status io.Writer
	streams     Streams // where they come from
	live        bool    // status is a screen
	written     int     // columns of the status line
	said        string  // last, as the state of affairs, where status is no screen
	thought     string  // of the robot's for the move that is being made

	Language language.Tag // of what is for people; the zero value is English
	speaks   func(string) // says aloud; nil: nobody does
	Tone     bool         // there is a tone when the human's turn begins
}

// New is a screen on which nothing stands.
func New(s Streams) *Screen {
	return &Screen{Out: s.Out, Status: s.Err, streams: s, live: cli.IsScreen(s.Err)}
}

// Told is where a simulated table says what becomes of it.
func (t *Screen) Told() simulation.Told {
	return simulation.Told{Progress: t.Say, Warns: t.streams.Err, Log: t.streams.Log}
}

// Client is the person at the keyboard, at a table.
func (t *Screen) Client() app.Client {
	return app.Client{
		Tell: t.Tell, Note: t.note, Progress: t.Say, Warns: t.streams.Err, Log: t.streams.Log, Language: t.Language,
		Says: func(said sentence.Text, stays bool) {
			if stays {
				t.note(said)
			} else {
				t.State(said)
			}
		},
		Carry: func(said string) error {
			t.speak(said)
			_, err := fmt.Fprintf(t.Above(), "\n%s\n", said)
			return err
		},
	}
}

// In is a text in the language of the person at the keyboard.
func (t *Screen) In(text sentence.Text) string { return text.In(t.Language) }

// speak says a text aloud where somebody listens.
func (t *Screen) speak(text string) {
	if t.speaks != nil && text != "" {
		t.speaks(text)
	}
}

// note writes a text that stays.
func (t *Screen) note(text sentence.Text) { t.Print("%s\n", t.In(text)) }

// State shows a text as the state of affairs.
func (t *Screen) State(text sentence.Text) { t.Say(t.In(text)) }

// Tell shows an event, and says it aloud where somebody listens.
func (t *Screen) Tell(e robot.Event) {
	text := t.In(e.Text)
	if e.Asks || e.Kind.Is(robot.Aloud) {
		t.speak(text)
	}
	switch {
	case e.Thought != nil:
		t.think(e)
	case e.Step > 0:
		t.State(sentence.Say("Step %d of %d: %s.", e.Step, e.Steps, e.Text))
	case text == "":
	case e.Kind.Is(robot.Drawn):
		t.Print("%s\n%s\n%s", text, t.lastThought(e.Robots), t.Board(e.Position, e.Move))
	case e.Kind.Is(robot.Stays):
		t.note(e.Text)
	case e.Kind == robot.TurnStarted:
		t.turn(text, e.Asks)
	default:
		t.State(e.Text)
	}
	if e.Plan != nil {
		t.notes(*e.Plan)
	}
}

// turn shows whose turn it is, with a tone when it is the human's.
func (t *Screen) turn(text string, humans bool) {
	t.show(text, cli.Bold)
	if humans && t.live && t.Tone {
		t.mu.Lock()
		defer t.mu.Unlock()
		fmt.Fprint(t.Status, bell)
	}
}

// notes show what a person should know of a plan.
func (t *Screen) notes(plan planner.Plan) {
	for _, note := range robot.NoteTexts(plan) {
		t.State(note)
	}
}

// lastThought is the line of the robot's thought, for a screen, where the state of affairs is written over that told
// it; elsewhere it stands there already.
func (t *Screen) lastThought(robots bool) string {
	if !robots || t.thought == "" || !cli.IsScreen(t.Out) {
		return ""
	}
	return t.thought + "\n"
}

// Above is where others write lines that stay above the one that changes.
func (t *Screen) Above() io.Writer { return clearing{t} }

// clearing takes the status line away before what is written.
type clearing struct{ *Screen }

func (c clearing) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wipe()
	return c.Out.Write(p)
}

// Print writes lines that stay.
func (t *Screen) Print(format string, args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.wipe()
	fmt.Fprintf(t.Out, format, args...)
}

// Say shows the state of affairs.
func (t *Screen) Say(text string) { t.show(text, "") }

// show is say in a style. What is longer than a screen is wide is cut off, since it could not be written over.
func (t *Screen) show(text, style string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.live {
		if text != t.said {
			fmt.Fprintln(t.Status, text)
		}
		t.said = text
		return
	}
	t.wipe()
	if line, width := []rune(text), cli.Width(t.Status); width > 1 && len(line) >= width {
		text = string(line[:width-2]) + "…"
	}
	t.written = len([]rune(text))
	if cli.Colours(t.Status) {
		text = cli.Styled(text, style)
	}
	fmt.Fprint(t.Status, text)
}

// bell is what a terminal makes a tone of (ECMA-48, BEL).
const bell = "\a"

// Board draws a position. On a screen the squares of the last move, which may be the zero one, are reversed, and what
// it has captured is a red cross.
func (t *Screen) Board(p checkers.Position, last checkers.Move) string {
	if !cli.Colours(t.Out) {
		return board(p)
	}
	return drawn(p, func(s checkers.Square, text string) string {
		return cli.Marked(text, last.Captured().Has(s), s == last.From() || s == last.To())
	})
}

// Clear takes the status line away.
func (t *Screen) Clear() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.wipe()
}

// wipe is clear for who holds the lock.
func (t *Screen) wipe() {
	if t.written > 0 {
		fmt.Fprintf(t.Status, "\r%s\r", strings.Repeat(" ", t.written))
		t.written = 0
	}
}

// board draws a position as a person at White's side sees it, with the first and the last playable square of each
// row in the margins.
func board(p checkers.Position) string {
	return drawn(p, func(_ checkers.Square, text string) string { return text })
}

// drawn is a board whose playable squares are shown in a style.
func drawn(p checkers.Position, style func(checkers.Square, string) string) string {
	var b strings.Builder
	on := p.Set.Board()
	inRow := on.Size() / 2
	for row := range on.Size() {
		first := checkers.Square(row*inRow + 1)
		fmt.Fprintf(&b, "  %2s │", p.Set.Name(first))
		for column := range on.Size() {
			s := on.At(row, column)
			switch {
			case s == 0:
				b.WriteString("  ")
			case p.At(s) == checkers.Empty:
				b.WriteString(" " + style(s, "·"))
			default:
				b.WriteString(" " + style(s, p.At(s).String()))
			}
		}
		fmt.Fprintf(&b, " │ %s\n", p.Set.Name(first+checkers.Square(inRow-1)))
	}
	b.WriteByte('\n')
	return b.String()
}

// score is an engine's score in men, or the moves to the end where they are known.
func score(r search.Result) sentence.Text {
	plies, decided := search.Distance(r.Score)
	switch {
	case !decided:
		return sentence.Say("%+.2f men", float64(r.Score)/100)
	case r.Score < 0 && !r.Counted:
		return sentence.Say("loses")
	case !r.Counted:
		return sentence.Say("wins")
	case r.Score < 0:
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
func (t *Screen) think(e robot.Event) {
	r, thought := *e.Thought, sentence.Text{}
	switch {
	case r.ByBook():
		thought = sentence.Say("By the book, %s: %s", score(r.Result), line(r.PV))
	case len(r.PV) > 0:
		thought = sentence.Say("Depth %d, %s: %s", r.Depth, score(r.Result), line(r.PV))
	}
	if e.Kind == robot.Decided {
		t.thought = t.In(thought)
		t.Say(strings.TrimSpace(t.In(e.Text) + " " + t.thought))
	} else if t.live {
		t.State(thought)
	}
}
