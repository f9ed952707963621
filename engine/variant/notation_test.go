package variant

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var styles = []Style{Numbers, Algebraic, Lettered, Spaced, Chess, Shashki}

func TestParseMove(t *testing.T) {
	const kings = "B:WK18,19,26,27:BK15"
	for _, c := range []struct {
		notation        Notation
		size            int
		fen, text, want string
	}{
		{English().Notation(), 8, "", "11-15", "11-15"},
		{English().Notation(), 8, "", "11x15", "11-15"},
		{English().Notation(), 8, "", " 11 15 ", "11-15"},
		{English().Notation(), 8, kings, "15x22x31x24x15", "15x22x31x24x15"},
		{English().Notation(), 8, kings, "15X24-31:15", "15x24x31x22x15"},
		{English().Notation(), 8, kings, "15 x 15", "15x22x31x24x15"}, // the same either way round
		{CSCI561().Notation(), 8, "", "d6 e5", "d6 e5"},
		{CSCI561().Notation(), 8, "W:W17:B13", "B4 C5", "b4 c5"},
		{CSCI561().Notation(), 8, "B:W18,26:B15", "E5 e1", "e5 c3 e1"},
		{CSC242().Notation(), 8, "", "c2-d3", "C2-D3"},
		{CSC242().Notation(), 8, "W:W28:B16,24", "g8xe6xc8", "G8xE6xC8"},
		{CSC242().Notation(), 4, "B:W5:B4", "B3xD1", "B3xD1"},
		{CheckersBot().Notation(), 10, "", "g3 f4", "G3 F4"},
		{CheckersBot().Notation(), 6, "W:B7,14:W4", "e5 c3 a1", "E5 C3 A1"},
		{CheckersBot().Notation(), 6, "W:B7,14:W4", "E5 A1", "E5 C3 A1"},
		{CSC242().Notation(), 26, "B:WK1:BK325", "y26-z25", "Y26-Z25"},
		{CSC242().Notation(), 26, "B:WK1:BK305", "x11xy12", "X11-Y12"},
		{CSC242().Notation(), 26, "B:WK1:BK318", "y12 x11", "Y12-X11"},
		{Notation{League(), Lettered}, 8, "", "C2-D3", "C2-D3"},
		{Russian().Notation(), 8, "", "C3-d4", "c3-d4"},
		{Brazilian().Notation(), 8, "W:WKb8:Bd6,g3", "b8xf4xh2", "b8xe5xh2"}, // another way to the same
		{Brazilian().Notation(), 8, "W:WKb8:Bd6,g3", "b8:h2", "b8xe5xh2"},
		{International().Notation(), 10, "", "32-28", "32-28"},
		{International().Notation(), 10, "B:W28:B23", "23x32", "23x32"},
		{Notation{League(), Numbers}, 8, "W:B18,26:W15", "15x22", "15x22"},
		{Notation{League(), Numbers}, 8, "W:B18,26:W15", "15x31", "15x22x31"},
	} {
		p := mustStart(t, c.notation.Rules, c.size)
		if c.fen != "" {
			p = mustParse(t, c.notation.Rules, c.size, c.fen)
		}
		m, err := c.notation.Parse(p, c.text)
		if err != nil {
			t.Errorf("%v\n%s", err, p)
		} else if c.notation.Format(p, m) != c.want {
			t.Errorf("%s is read as %s, want %s", c.text, c.notation.Format(p, m), c.want)
		}
	}
}

func TestParseMoveSaysWhatIsWrong(t *testing.T) {
	const two = "B:W6,7,14,15,22,23:BK2"
	for _, c := range []struct {
		notation        Notation
		fen, text, want string
	}{
		{English().Notation(), "", "11-18",
			"11-18 is not a legal move for Black; legal: 9-13, 9-14, 10-14, 10-15, 11-15, 11-16, 12-16"},
		{English().Notation(), "", "", `"" is not a move: want squares, as in one of 9-13`},
		{English().Notation(), "", "11", "is not a move"},
		{English().Notation(), "", "11-15-", "is not a move"},
		{English().Notation(), "", "11--15", "is not a move"},
		{English().Notation(), "", "c2-d3", "is not a move"},
		{English().Notation(), "", "11-33", `"33" is not a square to play on: they are written like 1 to 32`},
		{English().Notation(), two, "2x25", "may mean 2x9x18x25, 2x11x18x25; write the squares on the way"},
		{English().Notation(), "W:W:B1", "1-5", "1-5 cannot be played: White has no legal move"},
		{CSC242().Notation(), "", "c3-d4", `"c3" is not a square to play on: they are written like A2 to H7`},
		{CSC242().Notation(), "", "c2-d2", `"d2" is not a square`},
		{CSC242().Notation(), "", "c2d3", "is not a move"},
		{CSC242().Notation(), "", "i1-h2", `"i1" is not a square`},
		{CSC242().Notation(), "", "a99-b1", `"a99" is not a square`},
		{CSC242().Notation(), "", "?", "is not a move"},
		{CSCI561().Notation(), "", "a1 b2", "legal: b6 a5, b6 c5"},
		{CheckersBot().Notation(), "", "f0 e2", `"e2" is not a square to play on: they are written like A1 to H6`},
		{CheckersBot().Notation(), "", "f0 f2", "F0 E1"},
	} {
		p := mustStart(t, c.notation.Rules, 8)
		if c.fen != "" {
			p = mustParse(t, c.notation.Rules, 8, c.fen)
		}
		m, err := c.notation.Parse(p, c.text)
		if err == nil {
			t.Errorf("%q is read as %s", c.text, m)
		} else if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %q does not say %q", c.text, err, c.want)
		}
	}
}

func TestCellsRoundTrip(t *testing.T) {
	for _, r := range All() {
		for _, style := range styles {
			n := Notation{r, style}
			for size := MinSize; size <= MaxSize; size += 2 {
				seen := map[string]bool{}
				for s := range square(size * size / 2) {
					want := boards[size/2].cell(s)
					text := n.FormatCell(size, want)
					if seen[text] {
						t.Fatalf("%s size %d: two squares are called %s", r.Name, size, text)
					}
					seen[text] = true
					if got, err := n.ParseCell(size, strings.ToLower(text)); err != nil || got != want {
						t.Fatalf("%s size %d: %v is written %s and read as %v, %v", r.Name, size, want, text, got, err)
					}
				}
			}
		}
	}
}

func TestMovesRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := Notation{anyRules.Draw(t, "rules"), rapid.SampledFrom(styles).Draw(t, "style")}
		p := positionOf(t, rapid.SampledFrom([]int{4, 6, 8, 10, 12, 26}).Draw(t, "size"))
		if n.Rules.Validate(p) != nil {
			return
		}
		for _, want := range n.Rules.Moves(p) {
			text := n.Format(p, want)
			if rapid.Bool().Draw(t, "lower case") {
				text = strings.ToLower(text)
			}
			got, err := n.Parse(p, text)
			if err != nil || got != want {
				t.Fatalf("%s comes back as %s, %v", text, n.Format(p, got), err)
			}
		}
	})
}

// TestSortedMoves has all moves, each before those whose squares come after.
func TestSortedMoves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, p := anyRules.Draw(t, "rules"), anyPosition.Draw(t, "position")
		moves, sorted := r.Moves(p), r.SortedMoves(p)
		if len(sorted) != len(moves) {
			t.Fatalf("%d moves, want %d", len(sorted), len(moves))
		}
		for i, m := range sorted {
			if !slices.Contains(moves, m) || i > 0 && slices.Compare(sorted[i-1].squares(), m.squares()) >= 0 {
				t.Fatalf("%v of %v", sorted, moves)
			}
		}
	})
}
