package book

import (
	"bytes"
	"strings"
	"testing"

	"draughtsman/engine/checkers"
)

func position(t testing.TB, moves string) checkers.Position {
	t.Helper()
	p := checkers.Start()
	for _, text := range strings.Fields(moves) {
		p = p.Play(move(t, p, text))
	}
	return p
}

func move(t testing.TB, p checkers.Position, text string) checkers.Move {
	t.Helper()
	m, err := p.ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestPickFollowsWeights draws from the same position by many seeds.
func TestPickFollowsWeights(t *testing.T) {
	p := checkers.Start()
	b := &Book{positions: map[checkers.Position][]Choice{p: {
		{Scored{move(t, p, "11-15"), 5}, 75}, {Scored{move(t, p, "9-14"), 1}, 25},
	}}}
	count := map[string]int{}
	for seed := range uint64(2000) {
		first, known := b.Pick(p, seed)
		again, _ := b.Pick(p, seed)
		if !known || first != again {
			t.Fatalf("seed %d: %v and %v, %v", seed, first, again, known)
		}
		count[first.Move.String()]++
	}
	if n := count["11-15"]; n < 1400 || n > 1600 || count["9-14"] != 2000-n {
		t.Errorf("drawn of 2000: %v, want about three to one", count)
	}
	if _, known := b.Pick(position(t, "11-15"), 1); known {
		t.Error("a position that is not in the book is known")
	}
	if _, known := (*Book)(nil).Pick(p, 1); known {
		t.Error("no book knows something")
	}
}

func TestShippedBook(t *testing.T) {
	b := Shipped()
	if b.Settings != Usual() {
		t.Errorf("made with %+v, not the usual settings %+v", b.Settings, Usual())
	}
	if len(english) > 1<<20 {
		t.Errorf("%d bytes, want less than a megabyte", len(english))
	}
	for _, moves := range []string{"", "11-15", "11-16", "9-14", "9-13", "10-15", "10-14", "12-16"} {
		if len(b.Choices(position(t, moves))) == 0 {
			t.Errorf("it does not know what to play after %q", moves)
		}
	}
	for _, ballot := range checkers.AllBallots() {
		if p := ballot.Position(); len(b.Choices(p)) == 0 {
			t.Errorf("it does not know the ballot %s", p.FEN())
		}
	}
	var file bytes.Buffer
	if err := b.Write(&file); err != nil || !bytes.Equal(file.Bytes(), english) {
		t.Errorf("written again it is another file: %v", err)
	}
}
