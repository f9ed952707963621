package checkers

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestParseFEN(t *testing.T) {
	start := Start().FEN()
	for _, c := range []struct{ text, want string }{
		{start, start},
		{"B:W21-32:B1-12", start},
		{"B:B1-12:W21-32.", start},
		{" b : w 21 , 22, k30 : b 1 , K5 ", "B:W21,22,K30:B1,K5"},
		{"W:WK1-3:BK32", "W:WK1,K2,K3:BK32"},
		{"W:W:B", "W:W:B"},
	} {
		p, err := ParseFEN(c.text)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := p.FEN(); got != c.want {
			t.Errorf("%q is read as %q, want %q", c.text, got, c.want)
		}
	}
}

func TestParseFENSaysWhatIsWrong(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "want the side to move"},
		{"B:W21", "want the side to move"},
		{"X:W21:B1", `"X" is not a side`},
		{"B:W21:1", `"1" is not a side`},
		{"B:W21:", "begin with B or W"},
		{"B:W21:W22", "squares of White are given twice"},
		{"B:W33:B1", `"33" is not a square`},
		{"B:W0:B1", `"0" is not a square`},
		{"B:W+1:B2", `"+1" is not a square`},
		{"B:W21,,22:B1", `"" is not a square`},
		{"B:W21,21:B1", "square 21 is given twice"},
		{"B:W21:B20-22", "square 21 is given twice"},
		{"B:W25-21:B1", `"25-21" runs backwards`},
		{"B:W1:B2", "White has a man on square 1"},
		{"B:W21:B32", "Black has a man on square 32"},
		{"B:W21:B1-13", "Black has 13 pieces"},
	} {
		p, err := ParseFEN(c.text)
		if err == nil {
			t.Errorf("%q is read as %q", c.text, p.FEN())
		} else if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %q does not say %q", c.text, err, c.want)
		}
	}
}

func TestValidate(t *testing.T) {
	for _, c := range []struct {
		p    Position
		want string
	}{
		{Start(), ""},
		{Position{}, ""},
		{Position{Black: 1, White: 1}, "square 1 holds both"},
		{Position{Kings: 2}, "square 2 is marked"},
		{NewPosition(2), "neither Black nor White"},
	} {
		err := c.p.Validate()
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.p, err, c.want)
		}
	}
}

func TestFENRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := anyPosition.Draw(t, "position")
		got, err := ParseFEN(want.FEN())
		if err != nil || got != want {
			t.Fatalf("%s comes back as %s, %v", want.FEN(), got.FEN(), err)
		}
	})
}
