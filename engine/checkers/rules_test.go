package checkers

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func mustParse(t testing.TB, fen string) Position {
	t.Helper()
	p, err := ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// anyPosition draws a position that passes Validate.
var anyPosition = rapid.Custom(func(t *rapid.T) Position {
	p := NewPosition(rapid.SampledFrom([]Side{Black, White}).Draw(t, "turn"))
	squares := rapid.Permutation(slices.Collect(Board8.All().All())).Draw(t, "squares")
	black := rapid.IntRange(0, 12).Draw(t, "black")
	white := rapid.IntRange(0, 12).Draw(t, "white")
	for i, s := range squares[:black+white] {
		side := Black
		if i >= black {
			side = White
		}
		piece := Man(side)
		if grids[Board8].kingRow[side].Has(s) || rapid.IntRange(0, 2).Draw(t, "king") == 0 {
			piece = King(side)
		}
		p = p.Put(s, piece)
	}
	return p
})

func TestMoves(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		want      []string
	}{
		{"a capture is compulsory", "B:W18,32:B15,1", []string{"15x22"}},
		{"any capture will do, the longest need not be taken", "B:W7,18,26:B3,15", []string{"3x10", "15x22x31"}},
		{"a capture is finished, and a man that reaches the king row stops", "B:W18,26,27:B15", []string{"15x22x31"}},
		{"a king comes back to where it began over its own square", "B:W18,19,26,27:BK15",
			[]string{"15x22x31x24x15", "15x24x31x22x15"}},
		{"a capture may branch", "B:W14,15,22,23:BK9", []string{"9x18x25", "9x18x27", "9x18x11"}},
		{"a piece is not jumped twice", "B:W6,7,14,15:BK2", []string{"2x9x18x11x2", "2x11x18x9x2"}},
		{"a surrounded king has no move", "W:WK15:B6,7,8,10,11,18,19,20,22,23,24", nil},
		{"men go forward only", "W:W18:BK32", []string{"18-14", "18-15"}},
		{"kings go everywhere", "B:W32:BK18", []string{"18-22", "18-23", "18-14", "18-15"}},
		{"no piece, no move", "B:W21:B", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, m := range mustParse(t, c.fen).Moves() {
				got = append(got, m.String())
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", c.fen, diff)
			}
		})
	}
}

// TestPlay lets a whole move happen at once: the captured leave, the man is crowned, the other side is to move.
func TestPlay(t *testing.T) {
	for _, c := range []struct{ fen, move, want string }{
		{"B:W18,26,27:B15", "15x22x31", "W:W27:BK31"},
		{"B:WK18,19,26,27:BK15", "15x22x31x24x15", "W:W:BK15"},
		{"W:W7,32:B12", "7-2", "B:WK2,32:B12"},
		{"W:WK7:B12", "7-2", "B:WK2:B12"},
		{"W:W32:BK1,27", "32x23", "B:W23:BK1"},
	} {
		p := mustParse(t, c.fen)
		m, err := p.ParseMove(c.move)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := p.Play(m).FEN(); got != c.want {
			t.Errorf("%s %s = %s, want %s", c.fen, c.move, got, c.want)
		}
	}
}
