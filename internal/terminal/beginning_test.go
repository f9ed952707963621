package terminal

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/text/language"

	"draughtsman/engine/checkers"
	"draughtsman/internal/app"
	"draughtsman/internal/sentence"
	"draughtsman/internal/testkit/expect"
)

// lostGameAtClub is the record of a game that the human lost at level club.
const lostGameAtClub = "[Black \"Draughtsman\"]\n[White \"Human\"]\n[Level \"club\"]\n\n1. 11-15 22-17 1-0\n"

// A question is answered by a word, in short or in full, or by Enter alone; what is no answer is asked again.
func TestAnswer(t *testing.T) {
	q := sideQuestion(checkers.English)
	for _, c := range []struct {
		typed, want string
		prompts     int
	}{
		{"\n", "black", 1},
		{"w\n", "white", 1},
		{"  Black \n", "black", 1},
		{"?\n?\nwhite\n", "white", 3},
		{"red\n21\n\n", "black", 3},
		{"w", "", 1}, // the input ends before the line does
	} {
		var out strings.Builder
		got, err := q.answer(t.Context(), Streams{In: strings.NewReader(c.typed), Err: &out}, language.English)
		if got != c.want || (err == nil) != (c.want != "") || err != nil && !errors.Is(err, ErrNoAnswer) {
			t.Errorf("%q is %q (%v), want %q", c.typed, got, err, c.want)
		}
		if got := strings.Count(out.String(), "Your answer ("); got != c.prompts {
			t.Errorf("after %q it is asked %d times, want %d", c.typed, got, c.prompts)
		}
	}
}

// Every question can be answered as Enter alone does, and a level by every name that --level takes.
func TestQuestions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.pdn")
	for _, c := range []struct {
		pdn, kept, byEnter string
		first              bool
	}{
		{"", "", "club", true},
		{path, "", "adapt", true},
		{path, lostGameAtClub, "club", false},
		{path, strings.Replace(lostGameAtClub, "\n\n", "\n[LevelChoice \"adapt\"]\n\n", 1), "adapt", false},
	} {
		expect.OK(t, os.WriteFile(path, []byte(c.kept), 0o600))
		level, first, err := levelQuestion(c.pdn)
		if first != c.first {
			t.Errorf("with %q kept the first game is %t", c.kept, first)
		}
		if err != nil || level.byEnter != c.byEnter {
			t.Errorf("with %q kept in %q Enter alone takes %s (%v), want %s", c.kept, c.pdn, level.byEnter, err, c.byEnter)
		}
		for _, q := range []question{sideQuestion(checkers.English), sideQuestion(checkers.Russian), level, skillQuestion(),
			setUpQuestion()} {
			found := false
			for _, name := range names(q.answers) {
				found = found || name == q.byEnter
			}
			if !found || len(q.more) == 0 {
				t.Errorf("%v: %s is not among %v, or nothing explains it", q.text, q.byEnter, names(q.answers))
			}
		}
		for _, name := range names(level.answers) {
			if err := (app.Options{Level: name, PDN: c.pdn}).CheckLevel(); err != nil {
				t.Error(err)
			}
		}
	}
	for _, name := range names(skillQuestion().answers) {
		if err := (app.Options{Level: "adapt:" + skills[name], PDN: path}).CheckLevel(); err != nil {
			t.Error(err)
		}
	}
	if _, _, err := levelQuestion(filepath.Dir(path)); err == nil {
		t.Error("a folder is read as a file of games")
	}
}

// Every level is told of by its own words.
func TestLevelTexts(t *testing.T) {
	level, _, err := levelQuestion("")
	expect.OK(t, err)
	for _, tag := range sentence.Languages() {
		told := map[string]string{}
		for _, w := range level.answers {
			text := w.does.In(tag)
			if other, again := told[text]; again || strings.Contains(text, "%!") {
				t.Errorf("%v: %s is told of as %s: %s", tag, w.long, other, text)
			}
			told[text] = w.long
		}
	}
}
