package checkers

import (
	"encoding/json"
	"os"
	"testing"
)

// perft counts the lines of play of a length. buffers has room for the moves of every ply.
func perft(p Position, depth int, buffers [][]Move) int {
	moves := p.AppendMoves(buffers[depth][:0])
	buffers[depth] = moves
	if depth == 1 {
		return len(moves)
	}
	n := 0
	for _, m := range moves {
		n += perft(p.Play(m), depth-1, buffers)
	}
	return n
}

// perftUnique counts the same where captures with one result count once.
func perftUnique(p Position, depth int) int {
	results := map[Position]bool{}
	for _, m := range p.Moves() {
		results[p.Play(m)] = true
	}
	if depth == 1 {
		return len(results)
	}
	n := 0
	for next := range results {
		n += perftUnique(next, depth-1)
	}
	return n
}

func TestPerftFromTheStart(t *testing.T) {
	for i, want := range []int{7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680} {
		depth := i + 1
		if depth > 8 && testing.Short() {
			break
		}
		if got := perft(Start(), depth, make([][]Move, depth+1)); got != want {
			t.Errorf("depth %d: %d paths, want %d", depth, got, want)
		}
		if got := Start().Perft(depth); got != uint64(want) {
			t.Errorf("depth %d, the last ply counted: %d paths, want %d", depth, got, want)
		}
	}
}

// TestPerft compares with counts on which several move generators agree: testdata/perft.json, of capture paths and of
// resulting positions, from one ply on.
func TestPerft(t *testing.T) {
	text, err := os.ReadFile("testdata/perft.json")
	if err != nil {
		t.Fatal(err)
	}
	var suite []struct {
		FEN                  string
		Paths, UniqueResults []int
	}
	if err := json.Unmarshal(text, &suite); err != nil {
		t.Fatal(err)
	}
	for _, c := range suite {
		p, err := ParseFEN(c.FEN)
		if err != nil {
			t.Error(err)
			continue
		}
		for i := range c.Paths {
			depth := i + 1
			if got := perft(p, depth, make([][]Move, depth+1)); got != c.Paths[i] {
				t.Errorf("%s depth %d: %d paths, want %d", c.FEN, depth, got, c.Paths[i])
			}
			if got := p.Perft(depth); got != uint64(c.Paths[i]) {
				t.Errorf("%s depth %d, the last ply counted: %d paths, want %d", c.FEN, depth, got, c.Paths[i])
			}
			if got := perftUnique(p, depth); got != c.UniqueResults[i] {
				t.Errorf("%s depth %d: %d results, want %d", c.FEN, depth, got, c.UniqueResults[i])
			}
		}
	}
}

func TestMovesAllocateNothingInARoomyBuffer(t *testing.T) {
	p, err := ParseFEN("B:WK18,19,26,27:BK15,K6,11,2,K30")
	if err != nil {
		t.Fatal(err)
	}
	buffer := make([]Move, 0, 32)
	if n := testing.AllocsPerRun(100, func() { buffer = p.AppendMoves(buffer[:0]) }); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}
