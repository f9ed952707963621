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
	return simulation.Told{Say: t.say, Warns: s.err, Log: s.log}
}

// client is the person at the keyboard, at a table.
func (t *terminal) client(s *session) app.Client {
	return app.Client{
		Tell: t.tell, Note: t.note, Say: t.say, Warns: s.err, Log: s.log, Language: t.language,
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
	t.speak(t.in(aloud(e)))
	switch e := e.(type) {
	case robot.WaitingForSetUp:
		t.state(sentence.Say("Waiting for the start position. %s", e.Problem))
	case robot.GameStarted:
		t.print("\n%s\n\n%s", t.in(newGame(e)), t.board(e.Position, checkers.Move{}))
	case robot.TurnStarted:
		t.turn(e)
	case robot.TimeIsShort:
		t.note(sentence.Say("%s has %v left.", robot.SideText(e.Side), e.Left))
	case robot.Paused:
		t.note(e.Text())
	case robot.TurnGoesOn: // and what is said of the table says the rest
	case robot.Watching:
		t.state(e.Message)
	case robot.Thinking:
		if t.live {
			t.state(sentence.Say("Thinking: depth %d, %s, %s", e.Info.Depth, score(e.Info.Score), line(e.Info.PV)))
		}
	case robot.Decided:
		t.decided(e)
	case robot.Carrying:
		t.state(sentence.Say("Step %d of %d: %s.", e.Step, e.Steps, robot.TransferText(e.Transfer)))
	case robot.Arranging:
		t.note(sentence.Say("%s: %d transfers, %.0f s.", e.Task, len(e.Plan.Steps), e.Plan.Takes.Seconds()))
		t.notes(e.Plan)
	case robot.Arranged:
		t.state(sentence.Say("Done."))
	case robot.Asking:
		t.note(e.Message)
	case robot.Repairing:
		t.note(e.Message)
	case robot.Waiting:
		t.note(e.Message)
	case robot.Recovering:
		t.note(interrupted(e))
	case robot.Resumed:
		t.print("%s\n\n%s", t.in(resumed(e)), t.board(e.Position, checkers.Move{}))
	case robot.Played:
		t.print("%s\n%s\n%s", t.in(played(e)), t.lastThought(e.Robots), t.board(e.Position, e.Move))
	case robot.TakingBack:
		t.note(e.Text())
	case robot.TakenBack:
		t.print("%s\n\n%s", t.in(sentence.Say("Taken back: %s.", line(e.Moves))), t.board(e.Position, checkers.Move{}))
	case robot.Hinted:
		t.note(sentence.Say("Hint: %s.", e.Move))
	case robot.DrawDeclined:
		t.note(sentence.Say("The robot declines the draw. %s", e.Why))
	case robot.DrawNear:
		t.note(e.Message)
	case robot.Keeping:
		t.note(e.Message)
	case robot.Commented:
		t.print("%s\n", e.Text)
	case robot.Shown:
		t.note(sentence.Say("That was the game."))
	case robot.GameOver:
		t.note(sentence.Say("%s.", robot.OutcomeText(e.Outcome)))
	}
}

// turn shows whose turn it is, with a tone when it is the human's.
func (t *terminal) turn(e robot.TurnStarted) {
	side := robot.SideText(e.Position.Turn)
	if e.Robots {
		t.show(t.in(sentence.Say("%s (robot) to move.", side)), cli.Bold)
		return
	}
	t.show(t.in(sentence.Say("%s (human) to move.", side)), cli.Bold)
	if t.live && t.tone {
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
		fmt.Fprintln(t.status, text)
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

// decided shows what the robot plays, and what it thinks of it.
func (t *terminal) decided(e robot.Decided) {
	r := e.Result
	if robot.ByBook(r) {
		t.thought = t.in(sentence.Say("By the book, %s: %s", score(r.Score), line(r.PV)))
		t.state(sentence.Say("%s: by the book, %s; %.1f s to carry out.", r.Move, score(r.Score), e.Plan.Takes.Seconds()))
	} else {
		t.thought = t.in(sentence.Say("Depth %d, %s: %s", r.Depth, score(r.Score), line(r.PV)))
		t.state(sentence.Say("%s: depth %d, %s, %d positions in %.2f s; %.1f s to carry out.", r.Move, r.Depth,
			score(r.Score), r.Nodes, r.Elapsed.Seconds(), e.Plan.Takes.Seconds()))
	}
	t.notes(e.Plan)
}
