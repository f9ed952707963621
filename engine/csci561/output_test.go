package csci561

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"draughtsman/engine/checkers"
)

func TestSquareNames(t *testing.T) {
	for s, want := range map[checkers.Square]string{1: "b8", 4: "h8", 5: "a7", 29: "a1", 32: "g1"} {
		if got := squareName(s); got != want {
			t.Errorf("square %d is %s, want %s", s, got, want)
		}
	}
	for s := range checkers.Board8.All().All() {
		if got := parseSquare(squareName(s)); got != s {
			t.Errorf("square %d is read again as %d", s, got)
		}
	}
}

func TestMovesAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		for _, m := range p.Moves() {
			text := FormatMove(m)
			for _, form := range []string{text, strings.ReplaceAll(text, "\n", " \r\n"), strings.TrimSpace(text)} {
				if got, err := ParseMove(p, form, Strict); err != nil || got != m {
					t.Fatalf("%q is read as %v, %v; want %v", form, got, err, m)
				}
			}
		}
	})
}

func TestParseMoveErrors(t *testing.T) {
	jumps, err := ParseInput(examples[1].input)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, text, want string
		illegal          bool
	}{
		{"empty", "", "the file is empty", false},
		{"a word", "hello", "line 1", false},
		{"lower case", "j f6 d4", "line 1", false},
		{"no kind", "f6 d4", "line 1", false},
		{"a square too many", "J f6 d4 f2", "line 1", false},
		{"two blanks", "J f6  d4", "line 1", false},
		{"upper case", "J F6 D4", "dark squares", false},
		{"off the board", "J f6 d9", "dark squares", false},
		{"a light square", "J f6 d5", "dark squares", false},
		{"cut short", "J f6 d", "dark squares", false},
		{"jumps that do not join", "J f6 d4\nJ d2 f4", "line 2", false},
		{"two steps", "E c5 d4\nE d4 e3", "line 2", false},
		{"a step after a jump", "J f6 d4\nE d4 c3", "line 2", false},
		{"unfinished", "J f6 d4", "J f6 d4 is not a legal move for Black; legal: J f6 d4; J d4 f2", true},
		{"a step instead", "E b6 a5", "not a legal move", true},
		{"a jump called a step", "E f6 d4", "not a legal move", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			m, err := ParseMove(jumps.Position, test.text, Strict)
			if err == nil {
				t.Fatalf("read as %v", m)
			}
			var illegal *IllegalError
			if got := errors.As(err, &illegal); got != test.illegal {
				t.Errorf("a legal form is %v, want %v", got, test.illegal)
			}
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %q, want %q in it", err, test.want)
			}
		})
	}
}

// TestLenient reads moves of the position in which TestParseMoveErrors refuses them.
func TestLenient(t *testing.T) {
	jumps, err := ParseInput(examples[1].input)
	if err != nil {
		t.Fatal(err)
	}
	want, err := ParseMove(jumps.Position, "J f6 d4\nJ d4 f2", Strict)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"lower case":        "j f6 d4\nj d4 f2",
		"upper case":        "J F6 D4\nJ D4 F2\n",
		"tabs and blanks":   "\tJ  f6\td4 \n J d4   f2",
		"empty lines":       "\n\nJ f6 d4\n \t\nJ d4 f2\n\n",
		"E for a jump":      "E f6 d4\nE d4 f2",
		"E for one of them": "J f6 d4\ne d4 f2",
		"a byte order mark": "\ufeffJ f6 d4\r\nJ d4 f2",
	} {
		if got, err := ParseMove(jumps.Position, text, Lenient); err != nil || got != want {
			t.Errorf("%s: %v, %v; want %v", name, got, err, want)
		}
		if got, err := ParseMove(jumps.Position, text, Strict); err == nil {
			t.Errorf("%s: read as %v where the form is strict", name, got)
		}
	}
	for text, want := range map[string]string{
		" \n\t\n":              "the file is empty",
		"11-15":                `line 1: "11-15"; want E c3 b4`,
		"\n\nE f6":             `line 3: "E f6"; want E c3 b4`,
		"J f6 d9":              "want two dark squares",
		"\nJ f6 d4\n\nJ d2 f4": `line 4: "J d2 f4"; the jump before it ended on d4`,
		"e b6 a5":              "e b6 a5 is not a legal move",
		"J b6 a5":              "J b6 a5 is not a legal move",
		"e f6 d4":              "e f6 d4 is not a legal move",
	} {
		if got, err := ParseMove(jumps.Position, text, Lenient); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v; want %q in the error", text, got, err, want)
		}
	}
}
