package endgame_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"draughtsman/engine/checkers"
	"draughtsman/engine/endgame"
	"draughtsman/engine/search"
	"draughtsman/engine/search/zerosum"
)

func probed(t rapid.TB, p checkers.Position) endgame.Value {
	value, known := endgame.Shipped().Probe(p)
	if !known {
		t.Fatalf("%s is not known", p.FEN())
	}
	return value
}

// Who wins is what the value says; what is not known is where a capture is due.
func TestOutcomesAgreeWithValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := endgame.DrawPosition(t, 2, 5)
		value, known := endgame.Shipped().Probe(p)
		utility, alsoKnown := endgame.Shipped().Outcome(p)
		if want := known && p.Jumpers() == 0; alsoKnown != want || want && utility != value.Utility() {
			t.Errorf("%s is %s (%t), and its outcome %d (%t)", p.FEN(), value, known, utility, alsoKnown)
		}
	})
}

// Search without tables finds every win and loss that is within its reach, and no other.
func TestValuesAgreeWithSearch(t *testing.T) {
	agreesWithSearch(t, endgame.Shipped(), 4, 11, checkers.English)
}

// Those of other games, made anew, lie beside the tables of English draughts that come with the program.
func TestValuesOfOtherGamesAgreeWithSearch(t *testing.T) {
	dir, all := t.TempDir(), games()
	for _, game := range all {
		if err := endgame.BuildPart(t.Context(), dir, endgame.Part{Game: game, Pieces: 3, Men: 3}, 2, nil); err != nil {
			t.Fatal(err)
		}
	}
	tables := opened(t, dir)
	if tables.Pieces() != 4 || tables.Of(checkers.Russian).Pieces() != 3 || tables.Of(checkers.Frisian) != nil {
		t.Errorf("tables of %d pieces of English draughts, %d of Russian", tables.Pieces(),
			tables.Of(checkers.Russian).Pieces())
	}
	agreesWithSearch(t, tables, 3, 8, all...)
}

// games is those on 8×8 but English draughts.
func games() (all []checkers.RuleSet) {
	for game := checkers.English + 1; game < checkers.RuleSets; game++ {
		if game.Board().Squares() == checkers.Board8.Squares() {
			all = append(all, game)
		}
	}
	return all
}

func agreesWithSearch(t *testing.T, tables *endgame.Tables, pieces, depth int, games ...checkers.RuleSet) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(games).Draw(t, "game").Of(endgame.DrawPosition(t, 2, pieces))
		value, known := tables.Probe(p)
		if !known {
			t.Fatalf("%s of %s draughts is not known", p.FEN(), p.Set)
		}
		if len(p.Moves()) == 0 {
			if value.Plies() != 0 || !value.Lost() {
				t.Errorf("%s is %s and has no move", p.FEN(), value)
			}
			return
		}
		method := zerosum.Method{Depth: depth, Prune: true, Remember: true}
		answer, err := zerosum.LookAhead(context.Background(), search.English{}, p, method)
		if err != nil {
			t.Fatal(err)
		}
		want := 0
		switch {
		case value.Plies() > depth:
		case value.Won():
			want = search.Win - value.Plies()
		case value.Lost():
			want = value.Plies() - search.Win
		}
		if answer.Score != want {
			t.Errorf("%s of %s draughts is %s, search says %d, want %d", p.FEN(), p.Set, value, answer.Score, want)
		}
	})
}

func TestKnownPositions(t *testing.T) {
	for text, want := range map[string]string{
		"B:W8:B4":            "won in 1 plies",  // takes the last piece
		"B:W9,14:B5":         "lost in 0 plies", // cannot move
		"W:W28:B19,24":       "lost in 0 plies", // nor here
		"B:W32:B":            "lost in 0 plies", // has nothing to move
		"B:WK15:BK1":         "a draw",          // the double corner
		"B:W29,30:B2,15":     "won in 109 plies",
		"B:W:B1":             "unknown", // the other side has nothing
		"B:W21,22,K30:B1,K5": "unknown",
	} {
		p, err := checkers.ParseFEN(text)
		if err != nil {
			t.Fatal(err)
		}
		got := "unknown"
		if value, known := endgame.Shipped().Probe(p); known {
			got = value.String()
		}
		if got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
}

// No game has men where they would have been crowned.
func TestImpossiblePositionsAreNotKnown(t *testing.T) {
	for _, p := range []checkers.Position{
		{Black: checkers.SetOf(30), White: checkers.SetOf(1), Mover: checkers.Mover{Turn: checkers.Black}},
		{Black: checkers.SetOf(3), White: checkers.SetOf(1), Mover: checkers.Mover{Turn: checkers.White}},
		{},
	} {
		if value, known := endgame.Shipped().Probe(p); known {
			t.Errorf("%s is %s", p.FEN(), value)
		}
		if utility, known := endgame.Shipped().Outcome(p); known {
			t.Errorf("%s has the outcome %d", p.FEN(), utility)
		}
	}
}

// There are none of games on 10×10, and a game's own are asked by its own rules alone.
func TestTablesAreOfTheirGame(t *testing.T) {
	part := endgame.Part{Game: checkers.International, Pieces: 2, Men: 2}
	err := endgame.BuildPart(t.Context(), t.TempDir(), part, 1, nil)
	if err == nil || !strings.Contains(err.Error(), "50") {
		t.Errorf("tables of international draughts are made: %v", err)
	}
	p, err := checkers.ParseFEN("W:WK14,K19:BK1")
	if err != nil {
		t.Fatal(err)
	}
	other := p
	other.Rules = checkers.Flying
	for _, p := range []checkers.Position{checkers.Russian.Of(p), other} {
		if value, known := endgame.Shipped().Probe(p); known {
			t.Errorf("with the rules %b of %s draughts %s is %s", p.Rules, p.Set, p.FEN(), value)
		}
	}
}

// A win that would come too late is not one, unless it is on the tables' way.
func TestFortyMoves(t *testing.T) {
	for _, c := range []struct {
		fen   string
		quiet int
		known bool
	}{
		{"W:WK14,K19:BK1", 0, true},
		{"W:WK14,K19:BK1", 61, true},
		{"W:WK14,K19:BK1", 62, false}, // 19 plies are left, the 81st would be the last
		{"B:WK15:BK1", 79, true},      // a draw stays one
		{"B:W29,30:B2,15", 0, true},   // 109 plies, with men's moves on the way
		{"B:W29,30:B2,15", 1, false},  // no win by the tables is longer
		{"B:W8:B4", 79, true},         // a capture begins the count anew
	} {
		p, err := checkers.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		if value, known := endgame.Shipped().ProbeAfter(p, c.quiet); known != c.known {
			t.Errorf("%s after %d quiet plies: %s, known: %t", c.fen, c.quiet, value, known)
		}
	}
}

// Whatever the losing side does against a win by the tables, a capture or a man's move comes in time.
func TestQuietPliesAreBounded(t *testing.T) {
	quietest := map[int]int{}
	for _, s := range endgame.Shipped().Summaries() {
		quietest[s.Material.Pieces()] = max(quietest[s.Material.Pieces()], s.Quiet)
	}
	rapid.Check(t, func(t *rapid.T) {
		p := endgame.DrawPosition(t, 2, 4)
		if probed(t, p) == endgame.Draw {
			t.Skip("a draw")
		}
		for quiet := 0; len(p.Moves()) > 0; quiet++ {
			value := probed(t, p)
			var choices []checkers.Position
			for _, m := range p.Moves() {
				next := p.Play(m)
				if next.Of(next.Turn) == 0 {
					return
				}
				if value.Lost() || probed(t, next).Before() == value {
					choices = append(choices, next)
				}
			}
			next := rapid.SampledFrom(choices).Draw(t, "next")
			if !(search.English{}).Reversible(p, next) {
				quiet = -1
			}
			p = next
			if most := quietest[p.Occupied().Len()]; quiet+1 > most {
				t.Fatalf("%d quiet plies lead to %s, want %d at most", quiet+1, p.FEN(), most)
			}
		}
	})
}

// On its way by the tables even the longest win is always known.
func TestLongestWinsAreKnownAllTheWay(t *testing.T) {
	for _, text := range []string{"B:W29,30:B2,15", "B:WK1,29:BK12,17", "B:WK21,25:BK2,K3", "W:WK30,K31:B8,K12"} {
		p, err := checkers.ParseFEN(text)
		if err != nil {
			t.Fatal(err)
		}
		for quiet := 0; len(p.Moves()) > 0; {
			value := probed(t, p)
			if got, known := endgame.Shipped().ProbeAfter(p, quiet); !known || got != value || value == endgame.Draw {
				t.Fatalf("from %s: %s after %d quiet plies is %s, known: %t", text, p.FEN(), quiet, got, known)
			}
			for _, m := range p.Moves() {
				next := p.Play(m)
				if probed(t, next).Before() != value {
					continue
				}
				if quiet++; !(search.English{}).Reversible(p, next) {
					quiet = 0
				}
				p = next
				break
			}
		}
	}
}

func TestAskingTakesNoMemory(t *testing.T) {
	tables := endgame.Shipped()
	p, err := checkers.ParseFEN("B:W22,K18:BK15,K11")
	if err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(100, func() { tables.ProbeAfter(p, 3); tables.Outcome(p) }); n > 0 {
		t.Errorf("%g allocations", n)
	}
}

// Tables with little room forget, and are asked by many at once.
func TestManyAskAtOnce(t *testing.T) {
	tables, err := endgame.Open(built(t, 3), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := tables.Close(); err != nil {
			t.Error(err)
		}
	}()
	position := func(i int) checkers.Position {
		return checkers.Position{
			Black: checkers.SetOf(checkers.Square(1 + i%15)), White: checkers.SetOf(checkers.Square(16+i/15%8),
				checkers.Square(24+i/120%9)),
			Kings: 0xf000000f, Mover: checkers.Mover{Turn: checkers.Side(i / 1080)},
		}
	}
	var all sync.WaitGroup
	for first := range 4 {
		all.Go(func() {
			for i := first; i < 2160; i++ {
				p := position(i)
				p.Kings &= p.Occupied()
				want, wantKnown := endgame.Shipped().Probe(p)
				if got, known := tables.Probe(p); got != want || known != wantKnown {
					t.Errorf("%s: %s, %t; want %s, %t", p.FEN(), got, known, want, wantKnown)
				}
				if got, known := tables.Outcome(p); known && got != want.Utility() {
					t.Errorf("%s: outcome %d; want %s", p.FEN(), got, want)
				}
			}
		})
	}
	all.Wait()
}
