package ballots

import (
	"testing"

	"draughtsman/engine/checkers"
)

func TestDeck(t *testing.T) {
	ends := map[checkers.Position]bool{}
	for _, b := range Deck() {
		g := checkers.NewGame(checkers.Start())
		for _, m := range b {
			if err := g.Play(m); err != nil {
				t.Fatalf("%v: %v", b, err)
			}
		}
		if ends[g.Position()] {
			t.Errorf("%v leads to a position of another ballot", b)
		}
		ends[g.Position()] = true
	}
	if len(ends) != 156 {
		t.Errorf("%d ballots, want 156", len(ends))
	}
}

func TestDealt(t *testing.T) {
	size := len(Deck())
	seen := map[Ballot]int{}
	same, again := 0, 0
	for n := range 2 * size {
		b := Dealt(7, n)
		if seen[b] != n/size {
			t.Errorf("ballot %d, %v, was dealt %d times before", n, b, seen[b])
		}
		seen[b]++
		if b == Dealt(8, n) {
			same++
		}
		if n < size && b == Dealt(7, n+size) {
			again++
		}
	}
	if same > size/10 || again > size/10 {
		t.Errorf("another seed deals the same in %d places, and the deck comes again in its order in %d", same, again)
	}
}
