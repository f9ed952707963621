package variant

import (
	"testing"

	"draughtsman/engine/checkers"
)

func perft(r Rules, p Position, depth int, buffers [][]Move) int {
	moves := r.AppendMoves(p, buffers[depth][:0])
	buffers[depth] = moves
	if depth == 1 {
		return len(moves)
	}
	n := 0
	for _, m := range moves {
		n += perft(r, r.Play(p, m), depth-1, buffers)
	}
	return n
}

func TestPerftFromTheStart(t *testing.T) {
	for _, r := range []Rules{English(), CSCI561()} {
		start, err := r.Start(checkers.Size)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []int{7, 49, 302, 1469, 7361, 36768, 179740, 845931} {
			depth := i + 1
			if got := perft(r, start, depth, make([][]Move, depth+1)); got != want {
				t.Errorf("%s depth %d: %d paths, want %d", r.Name, depth, got, want)
			}
		}
	}
}

func BenchmarkPerft(b *testing.B) {
	start, err := English().Start(8)
	if err != nil {
		b.Fatal(err)
	}
	const depth, leaves = 8, 845931
	buffers := make([][]Move, depth+1)
	for b.Loop() {
		if n := perft(English(), start, depth, buffers); n != leaves {
			b.Fatalf("%d paths, want %d", n, leaves)
		}
	}
	b.ReportMetric(leaves*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
}
