package variant

import (
	"context"
	"testing"

	"draughtsman/engine/search/zerosum"

	"pgregory.net/rapid"
)

// TestSearchesAgree compares a look ahead that leaves nothing out with its faster forms, for every rule set and several
// sizes.
func TestSearchesAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := anyRules.Draw(t, "rules")
		scoring := rapid.SampledFrom(Scorings()).Draw(t, "scoring")
		scoring.tables = nil // what Model and Fast do not know
		p := positionOf(t, rapid.SampledFrom([]int{4, 6, 8}).Draw(t, "size"))
		m := Model{r, scoring}
		if len(m.AppendMoves(p, nil)) < 2 {
			return
		}
		const depth = 3
		plain, err := zerosum.LookAhead(context.Background(), m, p, zerosum.Method{Depth: depth, Estimate: true})
		if err != nil {
			t.Fatal(err)
		}
		want, best := plain.Score, plain.Move
		for _, method := range []zerosum.Method{
			{Depth: depth, Estimate: true, Prune: true},
			{Depth: depth, Estimate: true, Prune: true, Remember: true},
		} {
			a, err := zerosum.LookAhead(context.Background(), m, p, method)
			if err != nil || a.Score != want || a.Move != best {
				t.Fatalf("%+v: %s for %d, %v; want %s for %d", method, a.Move, a.Score, err, best, want)
			}
		}
		s := NewSearcher(r, p.Size(), scoring, zerosum.Options{TableMB: 1, NoQuiescence: true,
			NoReduction: true})
		a, err := s.Search(context.Background(), zerosum.Request[Position]{Position: p, Depth: depth}, nil)
		if err != nil || a.Score != want {
			t.Fatalf("the searcher has %d, %v; want %d", a.Score, err, want)
		}
	})
}

// TestSearcherPlaysEverything lets the searcher look at starts of all rule sets and sizes.
func TestSearcherPlaysEverything(t *testing.T) {
	for _, r := range All() {
		for size := MinSize; size <= MaxSize; size += 2 {
			p := mustStart(t, r, size)
			s := NewSearcher(r, size, Positional(), zerosum.Options{TableMB: 1})
			a, err := s.Search(context.Background(), zerosum.Request[Position]{Position: p, Nodes: 3000}, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range a.PV {
				legal := false
				for _, l := range r.Moves(p) {
					legal = legal || l == m
				}
				if !legal {
					t.Fatalf("%s size %d: %s is not legal in\n%s", r.Name, size, m, p)
				}
				p = r.Play(p, m)
			}
		}
	}
}

func TestSearcherKnowsTheEnds(t *testing.T) {
	limit := func(r Rules, n int) Rules { r.Limit = n; return r }
	for _, c := range []struct {
		name     string
		rules    Rules
		size     int
		fen      string
		depth    int
		min, max int
	}{
		{"a win", English(), 8, "B:W6:B1", 2, zerosum.Win - 1, zerosum.Win - 1},
		{"more pieces at the limit win", limit(League(), 3), 8, "W:B32,31:WK1,K2,K3", 4, zerosum.Win - 3, zerosum.Win - 3},
		{"fewer lose", limit(League(), 3), 8, "B:B31,32:WK1,K2,K3", 4, 3 - zerosum.Win, 3 - zerosum.Win},
		{"as many draw", limit(League(), 3), 8, "W:BK31,K32:WK1,K2", 4, 0, 0},
		{"a lead is no use when the moves run out", limit(CSC242(), 3), 8, "B:W31,32:BK1,K2,K3", 4, 0, 0},
	} {
		p := mustParse(t, c.rules, c.size, c.fen)
		s := NewSearcher(c.rules, c.size, Material(), zerosum.Options{TableMB: 1})
		a, err := s.Search(context.Background(), zerosum.Request[Position]{Position: p, Depth: c.depth}, nil)
		if err != nil || a.Score < c.min || a.Score > c.max {
			t.Errorf("%s: %d, %v; want %d to %d", c.name, a.Score, err, c.min, c.max)
		}
	}
}

// TestCapturesThatAreLeft has kings that stand next to each other with captures to make and to leave, as long as one
// likes.
func TestCapturesThatAreLeft(t *testing.T) {
	r := CheckersBot()
	p := mustParse(t, r, 8, "W:BK10,K11,K18,K19,K31:WK1,K6,K7,K14,K15")
	s := NewSearcher(r, 8, Material(), zerosum.Options{TableMB: 1})
	a, err := s.Search(context.Background(), zerosum.Request[Position]{Position: p, Depth: 2, Nodes: 500}, nil)
	if err != nil || a.Depth != 2 {
		t.Errorf("%+v, %v: want a search to depth 2", a, err)
	}
}

// TestHashTellsPositionsApart has every position within some plies of a start.
func TestHashTellsPositionsApart(t *testing.T) {
	for _, size := range []int{8, 10, 14, 26} {
		r := CheckersBot()
		seen := map[uint64]Position{}
		var visit func(p Position, depth int)
		visit = func(p Position, depth int) {
			if other, known := seen[p.Hash()]; known && other != p {
				t.Fatalf("\n%sand\n%shave one hash", p, other)
			}
			seen[p.Hash()] = p
			if depth == 0 {
				return
			}
			for _, m := range r.Moves(p) {
				visit(r.Play(p, m), depth-1)
			}
		}
		visit(mustStart(t, r, size), 3)
	}
}

// TestReversible compares what the search takes from two positions with the move between them.
func TestReversible(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := anyRules.Draw(t, "rules")
		p := anyPosition.Draw(t, "position")
		for _, m := range r.Moves(p) {
			want := r.Next(State{p, 7}, m).Count == 8
			if got := (Model{Rules: r}).Reversible(p, r.Play(p, m)); got != want {
				t.Fatalf("%s in\n%sis reversible: %v, want %v", m, p, got, want)
			}
		}
	})
}
