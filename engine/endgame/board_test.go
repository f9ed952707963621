package endgame

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"draughtsman/engine/checkers"
)

func TestMovesAreThoseOfTheGame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := DrawPosition(t, 2, 12)
		var got, want []string
		for _, b := range boardOf(p).appendMoves(nil) {
			after := b.position()
			if p.Turn == checkers.Black { // then White is to move, whose view is turned
				after = b.turned().position()
				after.Turn = checkers.White
			}
			got = append(got, after.FEN())
		}
		for _, m := range p.Moves() {
			want = append(want, p.Play(m).FEN())
		}
		slices.Sort(got)
		slices.Sort(want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-game +board)\n%s", p.FEN(), diff)
		}
		if got, want := boardOf(p).captures(), p.Jumpers() != 0; got != want {
			t.Errorf("%s: captures %t, want %t", p.FEN(), got, want)
		}
	})
}

func TestWholeBoardsMoves(t *testing.T) {
	for _, text := range []string{
		"B:W18,26,27:B15",            // two ways round
		"W:WK10:B6,7,14,15",          // a king comes back to where it began
		"B:W6,7,14,15,22,23:BK2,K11", // long captures
		"W:W11:B8,K4,7,3",            // crowned in the middle of a capture
	} {
		p, err := checkers.ParseFEN(text)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := len(boardOf(p).appendMoves(nil)), len(p.Moves()); got != want {
			t.Errorf("%s: %d moves, want %d", text, got, want)
		}
	}
}

func TestMaterialIsWrittenAndRead(t *testing.T) {
	seen := map[Material]bool{}
	for _, m := range upTo(MaxPieces) {
		var read Material
		if err := read.UnmarshalText([]byte(m.String())); err != nil || read != m {
			t.Errorf("%s is read as %s: %v", m, read, err)
		}
		if seen[m] {
			t.Errorf("%s comes twice", m)
		}
		seen[m] = true
		for _, before := range leadsTo(m) {
			if !seen[before] && !seen[before.swapped()] {
				t.Errorf("%s comes before %s, which it leads to", m, before)
			}
		}
	}
	for _, text := range []string{"", "1m1k", "1m1k-1m1k ", "01m1k-1m1k", "1m1k-1m-1k", "1m300k-1m1k"} {
		if err := new(Material).UnmarshalText([]byte(text)); err == nil || !strings.Contains(err.Error(), "2m1k-1m2k") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// leadsTo is what one crowning or one capture of a piece leads to while there are pieces on both sides.
func leadsTo(m Material) (all []Material) {
	if m.Men > 0 {
		crowned := m
		crowned.Men, crowned.Kings = m.Men-1, m.Kings+1
		all = append(all, crowned)
	}
	for _, taken := range []Material{{TheirMen: 1}, {TheirKings: 1}} {
		if m.TheirMen < taken.TheirMen || m.TheirKings < taken.TheirKings || m.TheirMen+m.TheirKings == 1 {
			continue
		}
		all = append(all, Material{m.Men, m.Kings, m.TheirMen - taken.TheirMen, m.TheirKings - taken.TheirKings})
	}
	return all
}
