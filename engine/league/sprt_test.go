package league

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"draughtsman/engine/analysis"
	"draughtsman/engine/checkers"
	"draughtsman/engine/process"
	"draughtsman/engine/variant"
	"draughtsman/internal/testkit/expect"
)

// uneven is a league of two players, one of whom is so much stronger that few pairs show it.
func uneven(first, second string) Setup {
	return Setup{
		Players: []string{first, second}, Rules: "english", Size: 8, Games: 200, Time: time.Hour, Seed: 7, Ballots: true,
		SPRT: analysis.SPRT{Elo0: 0, Elo1: 200, Error: 0.05},
	}
}

func TestSPRTEndsTheLeague(t *testing.T) {
	for _, c := range []struct {
		players [2]string
		want    analysis.Verdict
	}{
		{[2]string{"alphabeta:3", "random"}, analysis.Accepted1},
		{[2]string{"random", "alphabeta:3"}, analysis.Accepted0},
	} {
		l := newLeague(t, uneven(c.players[0], c.players[1]))
		records := run(t, l, nil, 0, &ear{})
		trial := l.Trial(records)
		if trial.Verdict != c.want {
			t.Fatalf("%v: %v", c.players, trial)
		}
		pairs := trial.Pairs.Number()
		if games := l.Games(records); games != 2*pairs || len(records) == l.Setup.Games {
			t.Errorf("%d games of %d were played for %d pairs", len(records), games, pairs)
		}
		if before := l.Trial(records[:2*pairs-2]); before.Verdict != analysis.Undecided {
			t.Errorf("the last pair was not needed: %v", before)
		}
		if again := l.Trial(records[:2*pairs]); !cmp.Equal(again, trial) {
			t.Errorf("games after the decision change it: %v, %v", again, trial)
		}
	}
}

// TestSPRTGoesOn holds that a league which was interrupted ends as one that was not.
func TestSPRTGoesOn(t *testing.T) {
	l := newLeague(t, uneven("alphabeta:3", "minimax:1"))
	whole := l.Trial(run(t, l, nil, 0, &ear{}))
	some := run(t, l, nil, 5, &ear{})
	if err := l.Check(some); err != nil {
		t.Fatal(err)
	}
	if again := l.Trial(run(t, l, some, 0, &ear{})); !cmp.Equal(again, whole) {
		t.Errorf("%v, want %v", again, whole)
	}
	var e ear
	all := run(t, l, nil, 0, &ear{})
	if more := run(t, l, all, 0, &e); len(more) != len(all) || len(e.ended) != 0 {
		t.Errorf("%d games are played after the decision", len(e.ended))
	}
}

func TestTrialCountsPairsInTheirOrder(t *testing.T) {
	l := newLeague(t, uneven("a=random", "b=random"))
	game := func(n int, result Result) Record {
		r := Record{Game: n, First: "a", Second: "b", Result: result}
		if n%2 == 0 {
			r.First, r.Second = "b", "a"
		}
		return r
	}
	records := []Record{game(2, Drawn), game(1, FirstWon), game(3, Drawn), game(5, FirstWon), game(6, SecondWon)}
	trial := l.Trial(records)
	if want := (analysis.Pairs{3: 1}); trial.Pairs != want {
		t.Errorf("%v, want %v", trial.Pairs, want)
	}
	if want := [2]analysis.Results{{Won: 1}, {Drawn: 1}}; trial.Scores != want {
		t.Errorf("%v, want %v", trial.Scores, want)
	}
	trial = l.Trial(append(records, game(4, FirstWon)))
	if want := (analysis.Pairs{1: 1, 3: 1, 4: 1}); trial.Pairs != want {
		t.Errorf("%v, want %v", trial.Pairs, want)
	}
	for _, part := range []string{
		"SPRT of a against b, +0 or +200 Elo: not decided after 3 pairs of games\n",
		"+0 is accepted at -2.94, +200 at 2.94\n", "0, ½, 1, 1½ and 2 points: 0 1 0 1 1\n",
		"points of a: as Black 2.5 of 3 (83.3 %), as White 1.5 of 3 (50.0 %)\n",
	} {
		if !strings.Contains(trial.String(), part) {
			t.Errorf("%q is not in:\n%s", part, trial)
		}
	}
	line, err := json.Marshal(trial)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{`{"sprt":{"elo0":0,"elo1":200,"error":0.05,"accepted":null,"ratio":`,
		`"pairs":[0,1,0,1,1]`, `"black":{"won":2,"drawn":1,"lost":0},"white":{"won":1,"drawn":1,"lost":1}}}`} {
		if !strings.Contains(string(line), part) {
			t.Errorf("%s is not in %s", part, line)
		}
	}
}

// TestBallotsAreDealt holds that both games of a pair begin with one ballot, and each pair with another one until all
// have been dealt.
func TestBallotsAreDealt(t *testing.T) {
	s := uneven("random", "x=random")
	s.Games = 2*len(checkers.Ballots()) + 2
	l := newLeague(t, s)
	seen := map[string]int{}
	for i, f := range l.schedule(nil).fixtures {
		moves := l.ballot(f)
		game := variant.NewGame(l.Rules, mustStart(t, l))
		var words []string
		for _, m := range moves {
			if err := game.Play(m); err != nil {
				t.Fatal(err)
			}
			words = append(words, m.String())
		}
		text := strings.Join(words, " ")
		if first := l.ballot(l.schedule(nil).fixtures[i/2*2]); !slices.Equal(first, moves) {
			t.Fatalf("game %d begins with %s, its pair with %v", f.game, text, first)
		}
		if i%2 == 0 {
			seen[text]++
		}
	}
	if len(seen) != len(checkers.Ballots()) {
		t.Errorf("%d ballots were dealt", len(seen))
	}
	r, err := l.play(t.Context(), l.schedule(nil).fixtures[0], Options{Now: time.Now, Observer: &ear{}})
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range l.ballot(l.schedule(nil).fixtures[0]) {
		if r.Moves[i] != m.String() {
			t.Errorf("move %d is %s, not the ballot's %s", i+1, r.Moves[i], m)
		}
	}
}

func mustStart(t *testing.T, l *League) variant.Position {
	t.Helper()
	p, err := l.Rules.Start(l.Setup.Size)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestSPRTsThatCannotBe(t *testing.T) {
	for want, change := range map[string]func(*Setup){
		"compares two players, not 3":      func(s *Setup) { s.Players = append(s.Players, "simpleai") },
		"in the format round-robin":        func(s *Setup) { s.Format = Swiss },
		"an SPRT is not divided":           func(s *Setup) { s.Shard = process.Shard{Number: 1, Of: 2} },
		"want an even number":              func(s *Setup) { s.Games = 7 },
		"all begin alike":                  func(s *Setup) { s.Ballots = false },
		"the smaller first":                func(s *Setup) { s.SPRT.Elo1 = -1 },
		"want more than 0 and less":        func(s *Setup) { s.SPRT.Error = 0.5 },
		"add --rules english":              func(s *Setup) { s.Rules = "league" },
		"leave --ballots or --opening out": func(s *Setup) { s.Opening = 4 },
	} {
		s := uneven("random", "x=random")
		change(&s)
		_, err := New(s, "")
		expect.Error(t, err, nil, want)
	}
}
