package hub

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"draughtsman/engine/variant"
)

func TestPositions(t *testing.T) {
	for _, c := range []struct {
		name  string
		rules variant.Rules
		size  int
		want  string
	}{
		{"black moves first", variant.English(), 8, "B" + strings.Repeat("b", 12) + strings.Repeat("e", 8) +
			strings.Repeat("w", 12)},
		{"white moves first", variant.League(), 6, "Wwwwwwweeeeeebbbbbb"},
		{"the bot is black", variant.CheckersBot(), 4, "Wwweeeebb"},
		{"a small board", variant.CSC242(), 4, "Bbbeeeeww"},
	} {
		p, err := c.rules.Start(c.size)
		if err != nil {
			t.Fatal(err)
		}
		if got := FormatPosition(c.rules, p); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if got, err := ParsePosition(c.rules, c.want); got != p || err != nil {
			t.Errorf("%s: %s is read as\n%v, %v", c.name, c.want, got, err)
		}
	}
}

func TestPositionsRefused(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "squares make no board"},
		{"B", "squares make no board"},
		{"Beee", "squares make no board"},
		{strings.Repeat("B", 34), "33 squares make no board"},
		{"b" + strings.Repeat("e", 32), "not a side to move"},
		{"Xeeeeeeee", "not a side to move"},
		{"Beeeexeee", "square 5"},
		{"Bweeeeeee", "king row"},
	} {
		if p, err := ParsePosition(variant.English(), c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v %v, want %q", c.text, p, err, c.want)
		}
	}
}

func TestMoves(t *testing.T) {
	at := func(text string) variant.Position {
		p, err := ParsePosition(variant.English(), text)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	// A man on 9 can take on 14 and 23, or on 14 and 22.
	jumps := at("B" + "eeeeeeee" + "beeee" + "w" + "eeeeeee" + "ww" + "eeeeeeeee")
	// A king on 10 can go round either way.
	round := at("B" + "eeeeeeeeeB" + "eee" + "ww" + "eeeeee" + "ww" + "eeeeeeeee")
	for _, c := range []struct {
		p          variant.Position
		text, want string
	}{
		{at("B" + strings.Repeat("b", 12) + strings.Repeat("e", 8) + strings.Repeat("w", 12)), "11-15", "11-15"},
		{jumps, "9x27x14x23", "9x27x14x23"},
		{jumps, "9x27x23x14", "9x27x14x23"},
		{jumps, "9x27", "9x27x14x23"},
		{jumps, "9x25x14x22", "9x25x14x22"},
		{jumps, "9-25", "is not a legal move; legal: "},
		{jumps, "9x25x14", "is not a legal move; legal: "},
		{round, "10x10", "10x10x"},
		{round, "10x10x14x15x22x23", "10x10x"},
		{round, "10x10x14x15x22", "is not a legal move"},
		{round, "19", "is not a move"},
		{round, "1xx19", "is not a move"},
		{round, "1-99999999999999999999", "is not a move"},
	} {
		m, err := ParseMove(variant.English(), c.p, c.text)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = FormatMove(variant.English(), 8, m)
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
}

// TestNotationRoundTrip writes and reads positions and moves of random games.
func TestNotationRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := rapid.SampledFrom(variant.All()).Draw(t, "rules")
		rules.KingRun = 0 // which a position as a message has it does not tell
		p, err := rules.Start(2 * rapid.IntRange(2, 6).Draw(t, "half the size"))
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(0, 60).Draw(t, "plies") {
			moves := rules.Moves(p)
			if len(moves) == 0 {
				break
			}
			m := rapid.SampledFrom(moves).Draw(t, "move")
			got, err := ParseMove(rules, p, FormatMove(rules, p.Size(), m))
			if err != nil || rules.Play(p, got) != rules.Play(p, m) {
				t.Fatalf("%s is read as %s, %v", m, got, err)
			}
			p = rules.Play(p, m)
			if got, err := ParsePosition(rules, FormatPosition(rules, p)); got != p || err != nil {
				t.Fatalf("%s is read as %s, %v", p, got, err)
			}
		}
	})
}
