package pdn

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// anyVariations draws variations of a game, with comments, and inside each other so deep.
func anyVariations(t *rapid.T, g Game, depth int) map[int][]Game {
	if len(g.Moves) == 0 || depth == 0 {
		return nil
	}
	all := map[int][]Game{}
	branches := rapid.SliceOfN(rapid.IntRange(0, len(g.Moves)-1), 0, 2)
	for _, ply := range branches.Draw(t, "branches") {
		p := g.Start
		for _, m := range g.Moves[:ply] {
			p = p.Play(m)
		}
		v := Game{Start: p}
		for range rapid.IntRange(1, 6).Draw(t, "plies") {
			moves := p.Moves()
			if len(moves) == 0 {
				break
			}
			v.Moves = append(v.Moves, rapid.SampledFrom(moves).Draw(t, "move"))
			p = p.Play(v.Moves[len(v.Moves)-1])
		}
		if after := rapid.IntRange(-2, len(v.Moves)-1).Draw(t, "commented"); after >= -1 {
			v.Comments = map[int]string{after: anyWord.Draw(t, "word")}
		}
		v.Variations = anyVariations(t, v, depth-1)
		all[ply] = append(all[ply], v)
	}
	return all
}

// TestVariations reads moves with variations, and writes what it has read; hints are behind it, with their lines.
func TestVariations(t *testing.T) {
	const noMoveBefore = "\n1: a variation is left out: no move stands before it that it could replace"
	for _, c := range []struct{ name, text, want string }{
		{"inside each other", "1. 11-15 22-18 (1... 23-19 2. 8-11 {solid [%clk 0:05:00]} (2. 9-14)) 2. 15x22 25x18 *",
			"1. 11-15 22-18 (1... 23-19 2. 8-11 {solid [%clk 0:05:00]} (2. 9-14)) 2. 15x22\n25x18 *"},
		{"in place of the first move, and of the last behind the result",
			"1. 11-15 (9-13 22-18)({or} 10-15) 22-18 0-1 (22-17)",
			"1. 11-15 (1. 9-13 22-18) ({or} 1. 10-15) 1... 22-18 (1... 22-17) 0-1"},
		{"from a position in which White begins", "[FEN \"W:W18:BK32,1\"] 18-14 (18-15 32-28) 32-28 (1-5) *",
			"1... 18-14 (1... 18-15 2. 32-28) 2. 32-28 (2. 1-5) *"},
		{"a capture told jump by jump", "[FEN \"B:W16,18,26:B12,15\"] 12x19 (15x22 {one} 22x31 16-11) 18x11 *",
			"1. 12x19 (1. 15x31 {one} 16-11) 1... 18x11 *"},
		{"on the way of a capture", "[FEN \"B:W18,26:B15,8\"] 15x22 (15-22 22-31) 22x31 *", "1. 15x31 (1. 15x31) *"},
		{"where a later move decides a capture", fork + "10x26 23-19 (32-28 1-5) 1-5 (1-6) *",
			"1. 10x17x26 23-19 (1... 32-28 2. 1-5) 2. 1-5 (2. 1-6) *"},
		{"a capture that a move within decides", fork + "10x17x26 (10x26 22-18) 23-19 (10x26) *",
			"1. 10x17x26 (1. 10x19x26 22-18) 1... 23-19 *\n2: in a variation, move 1: " +
				"10x26 is not a legal move for White; legal: 15-10, 15-11, 23-18, 23-19, 32-27, 32-28; the variation ends " +
				"before it"},
		{"letters, White at the bottom", "1. f6-e5 c3-d4 (c3-b4 b6-a5) 2. e5xc3 *",
			"1. 11-15 22-18 (1... 22-17 2. 9-13) 2. 15x22 *"},
		{"letters among numbers", "1. 11-15 22-18 (1... c3-b4 2. b6-a5) *", "1. 11-15 22-18 (1... 22-17 2. 9-13) *"},
		{"a result in one", "1. 11-15 22-18 (22-17 1-0 2. 15-18 and more *) 2. 15x22 *",
			"1. 11-15 22-18 (1... 22-17 2. 15-18) 2. 15x22 *\n1: in a variation: \"and\" is neither a move nor a result"},
		{"an illegal move", "1. 11-15 22-18 (22-17 {a}\n2. 15x8 {b} 17-14 (no)) 2. 15x22 *",
			"1. 11-15 22-18 (1... 22-17 {a}) 2. 15x22 *\n2: in a variation, move 2: 15x8 is not a legal move for Black; " +
				"legal: 7-11, 8-11, 9-13, 9-14, 10-14, 12-16, 15-18, 15-19; the variation ends before it"},
		{"no moves", "1. 11-15 (see page 5) (1) () 22-18 (22-l7) 2. 15x22 (15-22 {yes}) *",
			"1. 11-15 22-18 2. 15x22 (2. 15x22 {yes}) *\n1: in a variation: \"see\" is neither a move nor a result\n" +
				"1: in a variation, move 1: move \"22-l7\": \"l7\" is not a square: squares are numbered 1 to 32; the variation " +
				"ends before it"},
		{"before the first move", "{a} (9-13) 1. (10-15) 11-15 *", "{a} 1. 11-15 *" + noMoveBefore + noMoveBefore},
		{"a game that ends early", "1. 11-15 (9-13) 22-17 (22-18) 15x1 (15-18) 17-14 (17-13) *",
			"1. 11-15 (1. 9-13) 1... 22-17 (1... 22-18) *\ngame 1, line 1, move 2: 15x1 is not a legal move for Black; " +
				"legal: 7-11, 8-11, 9-13, 9-14, 10-14, 12-16, 15-18, 15-19"},
	} {
		var got strings.Builder
		for g, err := range Read(strings.NewReader(c.text)) {
			var b strings.Builder
			if err := Write(&b, g); err != nil {
				t.Fatal(err)
			}
			_, moves, _ := strings.Cut(b.String(), "\n\n")
			got.WriteString(strings.TrimSpace(moves))
			for _, h := range g.Hints {
				fmt.Fprintf(&got, "\n%d: %v", h.Line, h.Err)
			}
			if err != nil {
				fmt.Fprint(&got, "\n", err)
			}
		}
		if diff := cmp.Diff(c.want, got.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// A game keeps 128 kB of variations, each of which counts for 256 bytes more, and ten inside each other.
func TestTooManyVariations(t *testing.T) {
	var count func(list map[int][]Game) int
	count = func(list map[int][]Game) (n int) {
		for _, v := range list[0] {
			n += 1 + count(v.Variations)
		}
		return n
	}
	for _, c := range []struct {
		name, text string
		want, told int
	}{
		{"many", strings.Repeat("(9-13)", 504), 504, 0},
		{"one more", strings.Repeat("(9-13)", 505), 504, 1},
		{"a long one", "(9-13 {" + strings.Repeat("x ", 1<<16) + "}) (9-14)", 1, 1},
		{"deep", strings.Repeat("(9-13 ", 10) + strings.Repeat(")", 10), 10, 0},
		{"deeper", strings.Repeat("(9-13 ", 12) + strings.Repeat(")", 12), 10, 1},
	} {
		for g, err := range Read(strings.NewReader("11-15 " + c.text + " 22-18 *")) {
			if n := count(g.Variations); n != c.want || len(g.Hints) != c.told || err != nil || len(g.Moves) != 2 {
				t.Errorf("%s: %d variations, want %d, %d moves, told %v, %v", c.name, n, c.want, len(g.Moves), g.Hints, err)
			}
		}
	}
}

func TestWriteRefusesVariations(t *testing.T) {
	g := Of(played(t, "W:W18:BK32,1", "18-14"))
	g.Variations = map[int][]Game{0: {{Start: g.Start.Play(g.Moves[0]), Moves: g.Moves}}}
	var b strings.Builder
	if err := Write(&b, g); err == nil || !strings.Contains(err.Error(), "a variation: move 1: 18-14 is not legal in B:") {
		t.Errorf("%v, and it writes %q", err, b.String())
	}
}
