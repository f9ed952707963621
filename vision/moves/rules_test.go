package moves_test

import (
	"strings"
	"testing"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/testkit/expect"
	"draughtsman/vision/moves"
)

// A capture that the rules forbid for the sake of another one is explained by the rule.
func TestCapturesThatGoBeforeOthers(t *testing.T) {
	for _, c := range []struct {
		game       checkers.RuleSet
		fen, made  string
		says, then string
	}{
		{checkers.Brazilian, "W:Wc3,a5:Bd4,f6,b6", "a5xc7",
			"That is not a legal move: a5xc7 takes fewer than c3xe5xg7, and the most must be taken. " +
				"Put the board back as it was.",
			"White (light) moved c3xe5xg7."},
		{checkers.Czech, "W:Wc3,Kh2:Bd4,f4", "c3xe5",
			"That is not a legal move: c3xe5 is made by a man, and a king must capture: h2xe5, h2xd6, h2xc7 or h2xb8. " +
				"Put the board back as it was.", ""},
	} {
		p, err := c.game.ParseFEN(c.fen)
		expect.OK(t, err)
		free := p
		free.Rules &^= checkers.Demands
		made, err := free.ParseMove(c.made)
		expect.OK(t, err)
		table, recorder := newTable(p, 1), moves.NewRecorder(p, moves.Options{Game: c.game})
		lastSaid(recorder, table, 10)
		table.picture = moves.PictureOf(free.Play(made), calibration.Dark)
		if v := lastSaid(recorder, table, 20); v.Kind != moves.Illegal || v.Text.String() != c.says {
			t.Errorf("%s in %s: %s, %q; want %q", c.made, c.fen, v.Kind, v.Text, c.says)
		}
		if c.then == "" {
			continue
		}
		table.picture = moves.PictureOf(p.Play(p.Moves()[0]), calibration.Dark)
		if v := lastSaid(recorder, table, 20); !strings.Contains(v.Text.String(), c.then) {
			t.Errorf("then: %q, want %q", v.Text, c.then)
		}
	}
}
