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

// Numbers are those of the board, whatever its size.
func TestNumber(t *testing.T) {
	for size := 4; size <= 12; size += 2 {
		board := calibration.Board{Squares: size, SquareMM: 1}
		played := 0
		for row := range size {
			for column := range size {
				number := learn.Number(size, row, column)
				if number == 0 {
					continue
				}
				played++
				if at, err := board.Square(number); err != nil || at != board.Centre(row, column) {
					t.Errorf("%d×%d: square %d lies at %v (%v) and not in row %d, column %d", size, size, number, at, err, row, column)
				}
			}
		}
		if played != size*size/2 {
			t.Errorf("%d×%d: %d squares are played on", size, size, played)
		}
	}
}

func TestGuessBlackEdge(t *testing.T) {
	for _, c := range []struct {
		grid []string
		want calibration.Edge
	}{
		{[]string{".d.d", "....", "....", "l.l."}, calibration.Top},
		{[]string{".l.l", "....", "....", "d.d."}, calibration.Bottom},
		{[]string{"....", "....", "....", "...."}, calibration.Top},
		{[]string{"l...", "...d", "l...", "...d"}, calibration.Right},
		{[]string{"d...", "...l", "d...", "...l"}, calibration.Left},
	} {
		if got := learn.GuessBlackEdge(c.grid); got != c.want {
			t.Errorf("%q: black at the %v, want %v", c.grid, got, c.want)
		}
	}
}
