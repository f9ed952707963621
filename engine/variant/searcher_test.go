package variant

import (
	"context"
	"testing"

	"draughtsman/engine/search"
	"draughtsman/engine/search/zerosum"
)

// TestEnglishDraughtsIsSearchedAlike compares the rule sets that have its moves, node by node, with package search;
// the others do without what is known of it alone.
func TestEnglishDraughtsIsSearchedAlike(t *testing.T) {
	start := mustStart(t, English(), 8)
	fast, _ := English().Checkers(start)
	want, err := search.New(search.Options{TableMB: 1}).Search(context.Background(),
		search.Request{Position: fast, Depth: 9}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range All() {
		got, err := NewSearcher(r, 8, Positional(), zerosum.Options{TableMB: 1}).Search(context.Background(),
			zerosum.Request[Position]{Position: start, Depth: 9}, nil)
		if err != nil {
			t.Fatal(err)
		}
		same := got.Nodes == want.Nodes && got.Score == want.Score && got.Move == r.FromCheckersMove(want.Move)
		if same != r.isEnglish() {
			t.Errorf("%s: %d nodes, %s for %d; English draughts has %d, %s for %d",
				r.Name, got.Nodes, got.Move, got.Score, want.Nodes, want.Move, want.Score)
		}
	}
}

// BenchmarkSearcher searches the start on both kinds of board, by the same estimates.
func BenchmarkSearcher(b *testing.B) {
	const nodes = 200_000
	scoring := Positional()
	scoring.tables = nil
	for _, r := range All() {
		p := mustStart(b, r, 8)
		for _, board := range []struct {
			name     string
			searcher Searcher
		}{
			{"any", newSearcher[Position, Move](r, Model{r, scoring}, anyForm[Position, Move](), zerosum.Options{})},
			{"fast", NewSearcher(r, 8, scoring, zerosum.Options{})},
		} {
			b.Run(r.Name+"/"+board.name, func(b *testing.B) {
				for b.Loop() {
					board.searcher.Reset()
					if _, err := board.searcher.Search(b.Context(), zerosum.Request[Position]{Position: p, Nodes: nodes}, nil); err !=
						nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(nodes*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
			})
		}
	}
}

// TestMajorityIsSeenComing has three turns left to the limit, and the side to move may make a king and begin the
// count anew, or win by waiting.
func TestMajorityIsSeenComing(t *testing.T) {
	rules := League()
	p, err := rules.ParseFEN(8, "W:WK5,K13:BK32")
	if err != nil {
		t.Fatal(err)
	}
	history := make([]Position, 0, rules.Limit)
	at := p
	for range (rules.Limit - 4) / 4 { // there and back, both of them
		for _, text := range []string{"5-1", "32-28", "1-5", "28-32"} {
			m, err := rules.Notation().Parse(at, text)
			if err != nil {
				t.Fatal(err)
			}
			history = append(history, at)
			at = rules.Play(at, m)
		}
	}
	r, err := NewSearcher(rules, 8, Positional(), zerosum.Options{TableMB: 1}).Search(context.Background(),
		zerosum.Request[Position]{Position: at, History: history, Depth: 8}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if plies, decided := zerosum.Distance(r.Score); !decided || r.Score < 0 || plies != rules.Limit-len(history) {
		t.Errorf("%d after %v, want a win at the limit, %d plies away", r.Score, r.PV, rules.Limit-len(history))
	}
}
