package endgame

import (
	"testing"

	"pgregory.net/rapid"

	"draughtsman/engine/checkers"
)

func TestEveryPositionHasANumberOfItsOwn(t *testing.T) {
	total := map[int]int{}
	for _, m := range upTo(3) {
		l := newLayout(checkers.English, m)
		total[m.Pieces()] += l.positions()
		g := newGroup(l)
		for i := range l.positions() {
			b := g.at(i)
			if b.material() != m || b.own&b.theirs != 0 || b.own&^b.kings&lastRow != 0 || b.theirs&^b.kings&firstRow != 0 {
				t.Fatalf("%s: number %d is %s", m, i, l.position(b).FEN())
			}
			if got := l.index(b); got != i {
				t.Fatalf("%s: number %d is %s, which has number %d", m, i, l.position(b).FEN(), got)
			}
		}
	}
	// All positions with Black to move and a piece on each side.
	if total[2] != 3488 || total[3] != 196032 {
		t.Errorf("%d positions of 2 and %d of 3 pieces, want 3488 and 196032", total[2], total[3])
	}
}

// All positions of so many pieces, of one side alone too, are as many as in J. Schaeffer's table, which
// M. VandeWettering counted again: https://brainwagon.org/2008/04/25/total-number-of-checkers-positions.
func TestAllPositionsAreThere(t *testing.T) {
	published := map[int]int{2: 6972, 3: 261224, 4: 7092774, 5: 148688232, 6: 2503611964}
	for pieces, want := range published {
		got := 0
		for _, m := range materials(pieces) {
			got += m.positions()
		}
		for men := range pieces + 1 {
			got += 2 * choose[field][men] * choose[32-men][pieces-men]
		}
		if got != want {
			t.Errorf("%d positions of %d pieces, want %d", got, pieces, want)
		}
	}
}

func TestNumbersOfManyPieces(t *testing.T) {
	all := upTo(MaxPieces)
	rapid.Check(t, func(t *rapid.T) {
		l := newLayout(checkers.English, rapid.SampledFrom(all).Draw(t, "material"))
		i := rapid.IntRange(0, l.positions()-1).Draw(t, "number")
		b := newGroup(l).at(i)
		if got := l.index(b); b.material() != l.Material || got != i {
			t.Errorf("%s: number %d is %s, which has number %d", l.Material, i, l.position(b).FEN(), got)
		}
	})
}

func TestPackAndUnpack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		places := rapid.Uint32().Draw(t, "places")
		set := places & rapid.Uint32().Draw(t, "set")
		if got := unpack(pack(set, places), places); got != set {
			t.Errorf("%#x in %#x comes back as %#x", set, places, got)
		}
	})
}
