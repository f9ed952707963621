package players

import (
	"context"
	"testing"

	"draughtsman/engine/search/zerosum"
	"draughtsman/engine/variant"
)

func TestSearchersFit(t *testing.T) {
	for _, c := range []struct {
		rules variant.Rules
		size  int
		want  Searcher
	}{
		{variant.English(), 8, translated{}},
		{variant.CSCI561(), 8, translated{}},
		{variant.CSCI561(), 10, &variant.Searcher{}},
		{variant.CSC242(), 8, &variant.Searcher{}},
		{variant.League(), 8, counting{}},
		{variant.CheckersBot(), 8, &variant.Searcher{}},
	} {
		got := NewSearcher(c.rules, c.size, zerosum.Options{TableMB: 1})
		same := false
		switch c.want.(type) {
		case translated:
			_, same = got.(translated)
		case counting:
			_, same = got.(counting)
		default:
			_, same = got.(*variant.Searcher)
		}
		if !same {
			t.Errorf("%s, size %d: %T", c.rules.Name, c.size, got)
		}
	}
}

// TestTheFastSearcherSeesTheSame compares it with that for any board at a depth
// where both see to the end.
func TestTheFastSearcherSeesTheSame(t *testing.T) {
	for _, fen := range []string{"B:WK32:B26,27", "B:WK1:BK14,K15", "W:W21,K30:B9"} {
		for _, rules := range []variant.Rules{variant.English(), variant.CSCI561()} {
			p, err := rules.ParseFEN(8, fen)
			if err != nil {
				t.Fatal(err)
			}
			request := zerosum.Request[variant.Position]{Position: p, Depth: 9}
			fast, err := NewSearcher(rules, 8, zerosum.Options{TableMB: 1}).Search(context.Background(), request, nil)
			if err != nil {
				t.Fatal(err)
			}
			slow, err := variant.NewSearcher(rules, variant.Positional(), zerosum.Options{TableMB: 1}).Search(context.Background(), request, nil)
			if err != nil {
				t.Fatal(err)
			}
			plies, decided := zerosum.Distance(fast.Score)
			slowPlies, slowDecided := zerosum.Distance(slow.Score)
			if decided != slowDecided || plies != slowPlies {
				t.Errorf("%s %s: %d by %v, and %d by %v", rules.Name, fen, fast.Score, fast.PV, slow.Score, slow.PV)
			}
		}
	}
}

// TestMajorityIsSeenComing has three turns left to the limit, and the side to
// move may make a king and begin the count anew, or win by waiting.
func TestMajorityIsSeenComing(t *testing.T) {
	rules := variant.League()
	p, err := rules.ParseFEN(8, "W:WK5,K13:BK32")
	if err != nil {
		t.Fatal(err)
	}
	history := make([]variant.Position, 0, rules.Limit)
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
	r, err := NewSearcher(rules, 8, zerosum.Options{TableMB: 1}).Search(context.Background(),
		zerosum.Request[variant.Position]{Position: at, History: history, Depth: 8}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if plies, decided := zerosum.Distance(r.Score); !decided || r.Score < 0 || plies != rules.Limit-len(history) {
		t.Errorf("%d after %v, want a win at the limit, %d plies away", r.Score, r.PV, rules.Limit-len(history))
	}
}
