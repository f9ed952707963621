package checkers

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestParseMove(t *testing.T) {
	for _, c := range []struct{ fen, text, want string }{
		{Start().FEN(), "11-15", "11-15"},
		{Start().FEN(), "11x15", "11-15"},
		{"B:W18,26,27:B15", "15x22x31", "15x22x31"},
		{"B:W18,26,27:B15", "15X31", "15x22x31"},
		{"B:W18,26,27:B15", "15-31", "15x22x31"},
		{"B:WK18,19,26,27:BK15", "15x22x31x24x15", "15x22x31x24x15"},
		{"B:WK18,19,26,27:BK15", "15x24x15", "15x22x31x24x15"},
		{"B:WK18,19,26,27:BK15", "15x24x31x15", "15x24x31x22x15"},
		// The same pieces are taken either way round.
		{"B:WK18,19,26,27:BK15", "15x15", "15x22x31x24x15"},
		{"B:W6,7,14,15,22,23:BK2", "2x9x25", "2x9x18x25"},
	} {
		m, err := mustParse(t, c.fen).ParseMove(c.text)
		if err != nil {
			t.Error(err)
		} else if m.String() != c.want {
			t.Errorf("%s is read as %s, want %s", c.text, m, c.want)
		}
	}
}

func TestParseMoveSaysWhatIsWrong(t *testing.T) {
	for _, c := range []struct{ fen, text, want string }{
		{Start().FEN(), "11-18", "11-18 is not a legal move for Black; legal: 9-13, 9-14, 10-14, 10-15, 11-15, 11-16, 12-16"},
		{Start().FEN(), "", "is not a move"},
		{Start().FEN(), "11", "is not a move"},
		{Start().FEN(), "-11-15", "is not a move"},
		{Start().FEN(), "11--15", "is not a move"},
		{Start().FEN(), "11-33", `"33" is not a square`},
		{Start().FEN(), "11 15", `"11 15" is not a square`},
		{"B:W21:B", "11-15", "Black has no legal move"},
		{"B:W6,7,14,15,22,23:BK2", "2x25", "may mean 2x9x18x25, 2x11x18x25"},
		{"B:W18,26,27:B15", "15x22", "legal: 15x22x31"},
	} {
		m, err := mustParse(t, c.fen).ParseMove(c.text)
		if err == nil {
			t.Errorf("%q is read as %s", c.text, m)
		} else if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %q does not say %q", c.text, err, c.want)
		}
	}
}

func TestMoveTextRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPosition.Draw(t, "position")
		for _, want := range p.Moves() {
			got, err := p.ParseMove(want.String())
			if err != nil || got != want {
				t.Fatalf("%s comes back as %s, %v", want, got, err)
			}
			ends := want.From().String() + "x" + want.To().String()
			if got, err := p.ParseMove(ends); err == nil && p.Play(got) != p.Play(want) {
				t.Fatalf("%s is read as %s, but may mean %s", ends, got, want)
			}
		}
	})
}
