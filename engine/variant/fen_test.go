package variant

import (
	"strings"
	"testing"

	"draughtsman/engine/checkers"

	"pgregory.net/rapid"
)

func TestParseFEN(t *testing.T) {
	for _, c := range []struct {
		rules      Rules
		size       int
		text, want string
	}{
		{English(), 8, checkers.Start().FEN(), checkers.Start().FEN()},
		{English(), 8, "B:B1-12:W21-32.", checkers.Start().FEN()},
		{CSC242(), 4, "b:w7,8:b1,2", "B:W7,8:B1,2"},
		{League(), 4, "W:W1-2:B7-8", "W:W1,2:B7,8"},
		{CheckersBot(), 4, "W:B7-8:W1-2", "W:W1,2:B7,8"},
		{English(), 26, "W:WK1-3:BK338", "W:WK1,K2,K3:BK338"},
		{English(), 10, "W:W:B", "W:W:B"},
	} {
		p, err := c.rules.ParseFEN(c.size, c.text)
		if err != nil {
			t.Error(err)
		} else if got := c.rules.FEN(p); got != c.want {
			t.Errorf("%q is read as %q, want %q", c.text, got, c.want)
		}
	}
}

func TestStartFEN(t *testing.T) {
	for _, c := range []struct {
		rules Rules
		want  string
	}{
		{English(), "B:W7,8:B1,2"},
		{League(), "W:W1,2:B7,8"},
		{CheckersBot(), "W:W1,2:B7,8"},
	} {
		if got := c.rules.FEN(mustStart(t, c.rules, 4)); got != c.want {
			t.Errorf("%s: %s, want %s", c.rules.Name, got, c.want)
		}
	}
}

func TestParseFENSaysWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		size       int
		text, want string
	}{
		{7, "B:W21:B1", "a board of size 7: want an even number from 4 to 26"},
		{8, "", "want the side to move"},
		{8, "B:W21", "want the side to move"},
		{8, "X:W21:B1", `"X" is not a side`},
		{8, "B:W21:1", `"1" is not a side`},
		{8, "B:W21:", "begin with B or W"},
		{8, "B:W21:W22", "squares of W are given twice"},
		{8, "B:W33:B1", `"33" is not a square: squares are numbered 1 to 32`},
		{4, "B:W9:B1", `"9" is not a square: squares are numbered 1 to 8`},
		{8, "B:W21,,22:B1", `"" is not a square`},
		{8, "B:W21,21:B1", "square 21 is given twice"},
		{8, "B:W21:B20-22", "square 21 is given twice"},
		{8, "B:W25-21:B1", `"25-21" runs backwards`},
		{8, "B:W1:B2", "a man on square 1, its king row"},
		{10, "B:W21:B46", "a man on square 46, its king row"},
	} {
		p, err := English().ParseFEN(c.size, c.text)
		if err == nil {
			t.Errorf("%q is read as\n%s", c.text, p)
		} else if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %q does not say %q", c.text, err, c.want)
		}
	}
}

func TestFENRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, want := anyRules.Draw(t, "rules"), anyPosition.Draw(t, "position")
		if r.Validate(want) != nil {
			return
		}
		text := r.FEN(want)
		got, err := r.ParseFEN(want.Size(), text)
		if err != nil || got != want {
			t.Fatalf("%s comes back as %s, %v", text, r.FEN(got), err)
		}
	})
}

// TestFENIsThatOfCheckers compares the two on the board that both have.
func TestFENIsThatOfCheckers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := positionOf(t, checkers.Board8.Size())
		fast, _ := English().Checkers(p)
		if got, want := English().FEN(p), fast.FEN(); got != want {
			t.Fatalf("%s, want %s", got, want)
		}
	})
}
