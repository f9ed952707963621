package league

import (
	"testing"
	"time"

	"draughtsman/engine/book"
	"draughtsman/engine/variant"
)

// TestPlayersByTheBook has players of different seeds open games.
func TestPlayersByTheBook(t *testing.T) {
	start := newGame(t, variant.English(), 8)
	on8, _ := variant.English().Checkers(start.Position())
	known := map[variant.Move]bool{}
	for _, c := range book.Shipped().Choices(on8) {
		known[variant.English().FromCheckersMove(c.Move)] = true
	}
	played := map[variant.Move]bool{}
	for seed := range uint64(40) {
		p := sit(t, "engine:nodes=1+book", variant.English(), 8, variant.First, seed)
		m, err := p.Choose(t.Context(), start, time.Minute)
		if err != nil || !known[m] {
			t.Fatalf("seed %d: %v, %v: it is not in the book", seed, m, err)
		}
		played[m] = true
	}
	if len(played) != len(known) {
		t.Errorf("of %d moves in the book %d were played", len(known), len(played))
	}
}

// TestBookIsForEnglishDraughtsOn8x8 asks for the start of every rule set.
func TestBookIsForEnglishDraughtsOn8x8(t *testing.T) {
	for _, r := range variant.All() {
		for _, size := range []int{6, 8} {
			start, err := r.Start(size)
			if err != nil {
				t.Fatal(err)
			}
			_, known := FromBook(book.Shipped(), r, start, 1)
			if want := r.Name == "english" && size == 8; known != want {
				t.Errorf("%s on %d×%d: known %v, want %v", r.Name, size, size, known, want)
			}
			if _, known := FromBook(nil, r, start, 1); known {
				t.Errorf("no book knows the start of %s", r.Name)
			}
		}
	}
}
