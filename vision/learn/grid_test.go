package learn_test

import (
	"strings"
	"testing"

	"draughtsman/calibration"
	"draughtsman/vision/learn"
)

func TestParseGrid(t *testing.T) {
	grid, err := learn.ParseGrid(".l/D?")
	if err != nil || strings.Join(grid, "|") != ".l|D?" {
		t.Errorf("%q, %v", grid, err)
	}
	for text, says := range map[string]string{
		"":       "row 1 of the grid has 0 squares",
		".l/D":   "row 2 of the grid has 1 squares and there are 2 rows",
		".l/.x":  `row 2 of the grid has "x"`,
		".l/../": "row 1 of the grid has 2 squares and there are 3 rows",
	} {
		if _, err := learn.ParseGrid(text); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want …%s…", text, err, says)
		}
	}
}

func TestGuessBlackEdge(t *testing.T) {
	for _, c := range []struct {
		grid     []string
		mirrored bool
		want     calibration.Edge
	}{
		{[]string{".d.d", "....", "....", "l.l."}, false, calibration.Top},
		{[]string{".l.l", "....", "....", "d.d."}, false, calibration.Bottom},
		{[]string{"....", "....", "....", "...."}, false, calibration.Top},
		{[]string{"l...", "...d", "l...", "...d"}, false, calibration.Right},
		{[]string{"d...", "...l", "d...", "...l"}, false, calibration.Left},
		{[]string{"d.d.", "....", "....", ".l.l"}, true, calibration.Top},
		{[]string{"...d", "l...", "...d", "l..."}, true, calibration.Right},
	} {
		if got := learn.GuessBlackEdge(c.grid, c.mirrored); got != c.want {
			t.Errorf("%q, mirrored %t: black at the %v, want %v", c.grid, c.mirrored, got, c.want)
		}
	}
}
