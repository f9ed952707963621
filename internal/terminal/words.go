package terminal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"golang.org/x/text/language"

	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
	"draughtsman/internal/service"
)

// word is something that can be typed while a game is played.
type word struct {
	short, long string
	takes       string // what may follow
	does        sentence.Text
	command     service.Command
}

// words are all of them, in the order in which they are listed.
func words() []word {
	return []word{
		{"h", "hint", "", sentence.Say("the arm points at a good move"), robot.Hint{}},
		{"b", "back", " 2", sentence.Say("the arm takes the last 2 moves back (or 1 to 9)"), robot.TakeBack{Plies: 2}},
		{"", "hand", " 2", sentence.Say("you take the last moves back by hand"), robot.TakeBack{Plies: 2, ByHand: true}},
		{"", "teach", "", sentence.Say("before it answers, the robot says what your move loses"), service.Teach{On: true}},
		{"", "silent", "", sentence.Say("the robot no longer says what your moves lose"), service.Teach{}},
		{"d", "draw", "", sentence.Say("offer a draw"), robot.OfferDraw{}},
		{"", "resign", "", sentence.Say("give the game up"), robot.Resign{}},
		{"p", "pause", "", sentence.Say("the clock stands until you go on, or until something moves on the board"),
			robot.Pause{}},
		{"c", "continue", "", sentence.Say("the game goes on after a pause"), service.Continue{}},
		{"t", "tidy", "", sentence.Say("the arm takes off what you have captured and left on the board"), robot.Tidy{}},
		{"s", "straighten", "", sentence.Say("the arm straightens pieces that stand askew"), robot.Straighten{}},
		{"m", "mine", "", sentence.Say("what is taken for a hand is the robot's own arm: it goes on"), robot.OwnArm{}},
		{"n", "next", "", sentence.Say("the next move of the recorded game"), robot.NextMove{}},
	}
}

// errNoWord is for a line that asks for nothing.
var errNoWord = errors.New("nothing of that name can be asked for: ? lists what can be said")

// parseWord is the command that a typed line asks for.
func parseWord(line string) (service.Command, error) {
	fields := strings.Fields(strings.ToLower(line))
	if len(fields) == 0 {
		return nil, errNoWord
	}
	all := words()
	i := slices.IndexFunc(all, func(w word) bool { return fields[0] == w.long || fields[0] == w.short })
	if i < 0 {
		return nil, errNoWord
	}
	back, counts := all[i].command.(robot.TakeBack)
	if !counts {
		if len(fields) > 1 {
			return nil, &robot.Refusal{Why: sentence.Say("%q stands alone", all[i].long)}
		}
		return all[i].command, nil
	}
	if len(fields) > 1 {
		n, err := strconv.Atoi(fields[1])
		if err != nil || n < 1 || len(fields) > 2 {
			return nil, &robot.Refusal{Why: sentence.Say("after %[1]q comes how many moves to take back, such as %[1]s 2",
				fields[0])}
		}
		back.Plies = n
	}
	return back, nil
}

// listWords says what can be said now, in a language.
func listWords(out io.Writer, now service.Snapshot, tag language.Tag) {
	listed := slices.DeleteFunc(words(), func(w word) bool {
		return !slices.Contains(now.Commands, service.NameOf(w.command))
	})
	writeWords(out, listed, tag)
	if len(listed) == 0 {
		fmt.Fprintln(out, "  "+sentence.Say("Nothing can be asked for now: %s", now.Sentence).In(tag))
	}
}

// writeWords writes what words do, a line each, in a language.
func writeWords(out io.Writer, words []word, tag language.Tag) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, word := range words {
		name := word.long
		if word.short != "" {
			name = word.short + ", " + name
		}
		fmt.Fprintf(w, "  %s%s\t%s\n", name, word.takes, word.does.In(tag))
	}
	_ = w.Flush() // as with fmt, what a person does not get to read cannot be said otherwise
}

// Talker has typed lines done, and says why not where they are refused. It reports false for a line that asks for
// nothing. It does not wait until something is done.
type Talker func(line string) bool

// Talks is a talker with the service of a table.
func Talks(ctx context.Context, screen *Screen, owner *service.Service) Talker {
	return func(line string) bool {
		if strings.TrimSpace(line) == "?" {
			screen.list(owner.Snapshot())
			return true
		}
		command, err := parseWord(line)
		switch {
		case errors.Is(err, errNoWord):
			return false
		case err != nil:
			screen.Print("%s\n", service.ErrorIn(err, screen.Language))
		default:
			go func() {
				if err := owner.Do(ctx, command); err != nil && ctx.Err() == nil {
					screen.Print("%s\n", service.ErrorIn(err, screen.Language))
				}
			}()
		}
		return true
	}
}

// list says what can be asked for now.
func (t *Screen) list(now service.Snapshot) {
	var text strings.Builder
	listWords(&text, now, t.Language)
	t.Print("%s", text.String())
}
