package checkers

import "testing"

func perft(p Position, depth int) int {
	if depth == 0 {
		return 1
	}
	n := 0
	for _, m := range p.Moves() {
		n += perft(p.Play(m), depth-1)
	}
	return n
}

func TestPerftFromTheStart(t *testing.T) {
	for i, want := range []int{7, 49, 302, 1469, 7361, 36768, 179740, 845931} {
		if got := perft(Start(), i+1); got != want {
			t.Errorf("depth %d: %d paths, want %d", i+1, got, want)
		}
	}
}
