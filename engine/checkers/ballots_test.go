package checkers

import (
	"fmt"
	"testing"
)

// TestBallots plays the ballots: those of the deck, and those that are barred, lead to a position each.
func TestBallots(t *testing.T) {
	ends := map[Position]bool{}
	for _, b := range AllBallots() {
		g := NewGame(Start())
		for _, m := range b {
			if err := g.Play(m); err != nil {
				t.Fatalf("%v: %v", b, err)
			}
		}
		if g.Position() != b.Position() || ends[g.Position()] {
			t.Errorf("%v leads to a position of another ballot, or is said to lead elsewhere", b)
		}
		ends[g.Position()] = true
	}
	if deck := len(Ballots()); deck != 156 || len(ends) != 174 {
		t.Errorf("%d ballots, %d of them drawn by lot; want 174 and 156", len(ends), deck)
	}
	for _, b := range Ballots() {
		if text := fmt.Sprintf("%v", b); text == "[9-14 23-19 10-15]" {
			t.Errorf("%s is drawn, and is barred", text)
		}
	}
}

func TestDealtBallot(t *testing.T) {
	size := len(Ballots())
	seen := map[Ballot]int{}
	same, again := 0, 0
	for n := range 2 * size {
		b := DealtBallot(7, n)
		if seen[b] != n/size {
			t.Errorf("ballot %d, %v, was dealt %d times before", n, b, seen[b])
		}
		seen[b]++
		if b == DealtBallot(8, n) {
			same++
		}
		if n < size && b == DealtBallot(7, n+size) {
			again++
		}
	}
	if same > size/10 || again > size/10 {
		t.Errorf("another seed deals the same in %d places, and the deck comes again in its order in %d", same, again)
	}
}
