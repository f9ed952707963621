package main

import (
	"fmt"
	"io"
	"strings"
	"sync"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
	"draughtsman/internal/cli"
	"draughtsman/internal/robot"
)

// terminal shows a game to the person at the keyboard: boards and moves on one writer, what is going on on another.
// Where that is a screen, the state of affairs is a line that is written over.
type terminal struct {
	mu          sync.Mutex // of what is written: several goroutines say something
	out, status io.Writer
	live        bool   // status is a screen
	written     int    // columns of the status line
	thought     string // of the robot's for the move that is being made
}

func newTerminal(s *session) *terminal {
	return &terminal{out: s.out, status: s.err, live: cli.IsScreen(s.err)}
}

// tell shows an event.
func (t *terminal) tell(e robot.Event) {
	switch e := e.(type) {
	case robot.WaitingForSetUp:
		t.say("Waiting for the start position. " + e.Problem)
	case robot.GameStarted:
		t.print("\nA new game: the robot plays %s, the human %s.\n\n%s", e.Robot, e.Robot.Opponent(),
			t.board(e.Position, checkers.Move{}))
	case robot.TurnStarted:
		if e.Robots {
			t.show(e.Position.Turn.String()+" (robot) to move.", bold)
		} else {
			t.show(e.Position.Turn.String()+" (human) to move.", bold)
		}
	case robot.TimeIsShort:
		t.print("%s has %v left.\n", e.Side, e.Left)
	case robot.Paused:
		t.print("Nothing has moved for a while: the game pauses until something does.\n")
	case robot.TurnGoesOn: // and what is said of the table says the rest
	case robot.Watching:
		t.say(e.Message)
	case robot.Thinking:
		if t.live {
			t.say(fmt.Sprintf("Thinking: depth %d, %s, %s", e.Info.Depth, score(e.Info.Score), line(e.Info.PV)))
		}
	case robot.Decided:
		t.thought = fmt.Sprintf("Depth %d, %s: %s", e.Result.Depth, score(e.Result.Score), line(e.Result.PV))
		t.say(fmt.Sprintf("%s: depth %d, %s, %d positions in %.2f s; %.1f s to carry out.", e.Result.Move,
			e.Result.Depth, score(e.Result.Score), e.Result.Nodes, e.Result.Elapsed.Seconds(), e.Plan.Takes.Seconds()))
		for _, note := range e.Plan.Notes {
			t.say(note)
		}
	case robot.Carrying:
		t.say(fmt.Sprintf("Step %d of %d: %s.", e.Step, e.Steps, e.Transfer))
	case robot.Arranging:
		t.print("%s: %d transfers, %.0f s.\n", e.Plan.Task, len(e.Plan.Steps), e.Plan.Takes.Seconds())
		for _, note := range e.Plan.Notes {
			t.say(note)
		}
	case robot.Arranged:
		t.say("Done.")
	case robot.Asking:
		t.print("%s\n", e.Message)
	case robot.Repairing:
		t.print("%s\n", e.Message)
	case robot.Waiting:
		t.print("%s\n", e.Message)
	case robot.Recovering:
		t.print("The arm was interrupted (%v). It homes and goes on.\n", e.Err)
	case robot.Resumed:
		midway := ""
		if e.Midway {
			midway = " The robot's move is finished first."
		}
		t.print("The game goes on after %d moves: the robot plays %s.%s\n\n%s", len(e.Moves), e.Robot, midway,
			t.board(e.Position, checkers.Move{}))
	case robot.Played:
		who := "human"
		if e.Robots {
			who = "robot"
		}
		t.print("%s (%s) plays %s.\n%s\n%s", e.By, who, e.Move, t.lastThought(e.Robots), t.board(e.Position, e.Move))
	case robot.TakingBack:
		t.print("%s\n", e.Text())
	case robot.TakenBack:
		t.print("Taken back: %s.\n\n%s", line(e.Moves), t.board(e.Position, checkers.Move{}))
	case robot.Hinted:
		t.print("Hint: %s.\n", e.Move)
	case robot.DrawDeclined:
		t.print("The robot declines the draw. %s\n", e.Why)
	case robot.DrawNear:
		t.print("%s\n", e.Message)
	case robot.Commented:
		t.print("%s\n", e.Text)
	case robot.Shown:
		t.print("That was the game.\n")
	case robot.GameOver:
		t.print("%s.\n", e.Outcome)
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
		text = styled(text, style)
	}
	fmt.Fprint(t.status, text)
}

// Styles of text, which a terminal shows (ECMA-48, SGR).
const (
	bold     = "1"
	reversed = "7"
	red      = "31"
)

// styled is a text in a style; "" is none.
func styled(text, style string) string {
	if style == "" {
		return text
	}
	return "\x1b[" + style + "m" + text + "\x1b[0m"
}

// board draws a position. On a screen the squares of the last move, which may be the zero one, are reversed, and what
// it has captured is a red cross.
func (t *terminal) board(p checkers.Position, last checkers.Move) string {
	if !cli.Colours(t.out) {
		return board(p)
	}
	return drawn(p, func(s checkers.Square, text string) string {
		switch {
		case last.Captured().Has(s):
			return styled("×", red)
		case s == last.From() || s == last.To():
			return styled(text, reversed)
		}
		return text
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
func score(s int) string {
	if plies, decided := search.Distance(s); decided {
		word := "wins"
		if s < 0 {
			word = "loses"
		}
		return fmt.Sprintf("%s in %d moves", word, (plies+1)/2)
	}
	return fmt.Sprintf("%+.2f men", float64(s)/100)
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
