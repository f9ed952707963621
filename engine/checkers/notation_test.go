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

// A capture begins with any of the ways that come to the same.
func TestBegins(t *testing.T) {
	for _, c := range []struct {
		game      RuleSet
		fen, text string
		want      bool
	}{
		{English, "B:W18,26,27:B15", "15x22", true},
		{English, "B:W18,26,27:B15", "15-22", true},
		{English, "B:W18,26,27:B15", "15x22x31", false},
		{English, "B:W18,26,27:B15", "15x31", false},
		{English, Start().FEN(), "11-15", false},
		{English, Start().FEN(), "11", false},
		{Brazilian, "W:WKa1,c1:Bc7,g5,c3,h2", "a1xe5", true},
		{Brazilian, "W:WKa1,c1:Bc7,g5,c3,h2", "29:15", true},
		{Brazilian, "W:WKa1,c1:Bc7,g5,c3,h2", "a1xd4", false},
		{Russian, "W:WKg1:BKh6,Kb4,Kd4,Kf4,Kh4,Kb2,Kd2,Kf2", "g1:e3:c1:a3", true},
		{Russian, "W:WKg1:BKh6,Kb4,Kd4,Kf4,Kh4,Kb2,Kd2,Kf2", "g1:e3:c5:a3", true},
	} {
		p, err := c.game.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Begins(c.text); got != c.want {
			t.Errorf("%s %s: %s begins a capture that goes on: %v", c.game, c.fen, c.text, got)
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
