package variant

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"

	"draughtsman/engine/checkers"

	"pgregory.net/rapid"
)

// perft counts the lines of play of a length.
func perft[P, M any](board Board[P, M], p P, depth int) int {
	buffers := make([][]M, depth+1) // room for the moves of every ply
	var count func(P, int) int
	count = func(p P, depth int) int {
		moves := board.AppendMoves(p, buffers[depth][:0])
		buffers[depth] = moves
		if depth == 1 {
			return len(moves)
		}
		n := 0
		for _, m := range moves {
			n += count(board.Play(p, m), depth-1)
		}
		return n
	}
	return count(p, depth)
}

func anyPerft(r Rules, p Position, depth int) int {
	return perft[Position, Move](Model{r, Material()}, p, depth)
}

// fastPerft is of a position of size 8.
func fastPerft(r Rules, p Position, depth int) int {
	return perft[checkers.Position, checkers.Move](NewFast(r, p.Size(), Material()), fastForm(r).in(p), depth)
}

func mustStart(t testing.TB, r Rules, size int) Position {
	t.Helper()
	p, err := r.Start(size)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestPerftFromTheStart has the counts of English, Russian and international draughts that several programs agree on,
// and those of other programs to five plies of Brazilian, Italian and Frisian. The others are this program's; those up
// to six plies, and the first 20 000, are counted a second way, all that have a faster board on that one, too.
func TestPerftFromTheStart(t *testing.T) {
	for _, c := range []struct {
		rules Rules
		size  int
		want  []int
		ways  map[int]int // at a depth that there are more of than moves
	}{
		{English(), 4, []int{3, 9, 12, 16, 22, 26, 40, 59, 105}, nil},
		{English(), 6, []int{5, 25, 106, 369, 1271, 4104, 12495}, nil},
		{English(), 8, []int{7, 49, 302, 1469, 7361, 36768, 179740, 845931}, nil},
		{English(), 10, []int{9, 81, 658, 4265, 26875, 164406}, nil},
		{English(), 12, []int{11, 121, 1222, 10053, 78629}, nil},
		{English(), 26, []int{25, 625, 15026}, nil},
		{CSCI561(), 4, []int{3, 9, 12, 16, 22, 26, 40, 59, 105}, nil},
		{CSCI561(), 8, []int{7, 49, 302, 1469, 7361, 36768, 179740, 845931}, nil},
		{CSC242(), 4, []int{3, 9, 12, 16, 22, 26, 40, 59, 105}, nil},
		{CSC242(), 6, []int{5, 25, 106, 369, 1271, 4031, 12225}, nil},
		{CSC242(), 8, []int{7, 49, 302, 1469, 7361, 36473, 177532, 828783}, nil},
		{CSC242(), 10, []int{9, 81, 658, 4265, 26875, 163555}, nil},
		{League(), 6, []int{5, 25, 106, 369, 1273, 4258, 13177}, nil},
		{League(), 8, []int{7, 49, 302, 1469, 7361, 37205, 182906, 873348}, nil},
		{League(), 10, []int{9, 81, 658, 4265, 26875, 165609}, nil},
		{CheckersBot(), 4, []int{3, 9, 16, 29, 47, 74, 136, 272, 583}, nil},
		{CheckersBot(), 6, []int{5, 25, 141, 770, 4222, 22223, 114649}, nil},
		{CheckersBot(), 8, []int{7, 49, 379, 2872, 23582, 189143, 1583148}, nil},
		{CheckersBot(), 10, []int{9, 81, 793, 7654, 79010}, nil},
		{CheckersBot(), 12, []int{11, 121, 1431, 16748}, nil},
		{Russian(), 8, []int{7, 49, 302, 1469, 7482, 37986, 190146, 929899}, map[int]int{8: 6}},
		{Brazilian(), 8, []int{7, 49, 302, 1469, 7473, 37628}, nil},
		{Italian(), 8, []int{7, 49, 302, 1469, 7361, 36473}, nil},
		{Pool(), 8, []int{7, 49, 302, 1469, 7482, 37986}, nil},
		{Spanish(), 8, []int{7, 49, 302, 1469, 7361, 36473}, nil},
		{Czech(), 8, []int{7, 49, 302, 1469, 7361, 36768}, nil},
		{International(), 10, []int{9, 81, 658, 4265, 27117, 167140, 1049442, 6483961}, map[int]int{8: 10}},
		{Frisian(), 10, []int{9, 81, 658, 3874, 21265, 102431, 540126}, map[int]int{4: 6, 5: 80, 6: 1153, 7: 10188}},
	} {
		t.Run(fmt.Sprintf("%s %d", c.rules.Name, c.size), func(t *testing.T) {
			start := mustStart(t, c.rules, c.size)
			for i, want := range c.want {
				depth := i + 1
				if c.rules.IsFast(c.size) {
					if got := fastPerft(c.rules, start, depth); got != want {
						t.Errorf("depth %d, on the faster board: %d paths, want %d", depth, got, want)
					}
					fast, ways := NewFast(c.rules, c.size, Material()), uint64(want+c.ways[depth])
					if got := fast.Perft(fastForm(c.rules).in(start), depth); got != ways {
						t.Errorf("depth %d, counted by the faster board: %d ways, want %d", depth, got, ways)
					}
				}
				if testing.Short() && want > 200_000 {
					continue
				}
				if got := anyPerft(c.rules, start, depth); got != want {
					t.Errorf("depth %d: %d paths, want %d", depth, got, want)
				}
				if got, all := c.rules.Perft(start, depth); got != uint64(want+c.ways[depth]) || !all {
					t.Errorf("depth %d: %d ways, want %d and %d more", depth, got, want, c.ways[depth])
				}
				if want > 20_000 && (depth > 6 || testing.Short() || c.rules.Style == Spaced) {
					continue
				}
				if got := bruteOf(start).perft(c.rules, depth); got != want {
					t.Errorf("depth %d, counted simply: %d paths, want %d", depth, got, want)
				}
			}
		})
	}
}

// TestPerftOfPositions compares with counts on which several move generators agree.
func TestPerftOfPositions(t *testing.T) {
	text, err := os.ReadFile("../checkers/testdata/perft.json")
	if err != nil {
		t.Fatal(err)
	}
	var suite []struct {
		FEN   string
		Paths []int
	}
	if err := json.Unmarshal(text, &suite); err != nil {
		t.Fatal(err)
	}
	for _, c := range suite {
		for _, r := range []Rules{English(), CSCI561()} {
			p, err := r.ParseFEN(checkers.Board8.Size(), c.FEN)
			if err != nil {
				t.Error(err)
				continue
			}
			for i, want := range c.Paths {
				depth := i + 1
				if got := anyPerft(r, p, depth); got != want {
					t.Errorf("%s %s depth %d: %d paths, want %d", r.Name, c.FEN, depth, got, want)
				}
				if got := fastPerft(r, p, depth); got != want {
					t.Errorf("%s %s depth %d, on the faster board: %d paths, want %d", r.Name, c.FEN, depth, got, want)
				}
			}
		}
	}
}

// TestAgreesWithCheckers plays a few plies of random positions both ways.
func TestAgreesWithCheckers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.SampledFrom([]Rules{English(), CSCI561()}).Draw(t, "rules")
		p := positionOf(t, checkers.Board8.Size())
		fast, _ := r.Checkers(p)
		agree(t, r, p, fast, 3)
	})
}

func agree(t *rapid.T, r Rules, p Position, fast checkers.Position, depth int) {
	if FromCheckers(fast) != p {
		t.Fatalf("%s is\n%s", fast.FEN(), p)
	}
	if got, ok := r.Checkers(p); !ok || got != fast {
		t.Fatalf("%s comes back as %s", fast.FEN(), got.FEN())
	}
	if depth == 0 {
		return
	}
	got, want := r.Moves(p), fast.Moves()
	if !slices.EqualFunc(got, want, func(m Move, f checkers.Move) bool { return m == r.FromCheckersMove(f) }) {
		t.Fatalf("%s has the moves %v, want %v", fast.FEN(), got, want)
	}
	for i, m := range got {
		agree(t, r, r.Play(p, m), fast.Play(want[i]), depth-1)
	}
}

func TestMovesAllocateNothingInARoomyBuffer(t *testing.T) {
	r := CSC242()
	p, err := r.ParseFEN(8, "B:WK18,19,26,27:BK15,K6,11,2,K30")
	if err != nil {
		t.Fatal(err)
	}
	buffer := make([]Move, 0, 32)
	if n := testing.AllocsPerRun(100, func() { buffer = r.AppendMoves(p, buffer[:0]) }); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

// BenchmarkPerft counts from the start on both kinds of board.
func BenchmarkPerft(b *testing.B) {
	const depth = 7
	for _, r := range All() {
		if !r.IsFast(8) {
			continue
		}
		start := mustStart(b, r, 8)
		leaves := float64(fastPerft(r, start, depth))
		for _, board := range []struct {
			name  string
			count func(Rules, Position, int) int
		}{{"any", anyPerft}, {"fast", fastPerft}} {
			b.Run(r.Name+"/"+board.name, func(b *testing.B) {
				for b.Loop() {
					board.count(r, start, depth)
				}
				b.ReportMetric(leaves*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
			})
		}
	}
}
