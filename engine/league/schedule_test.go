package league

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// drawTournament is a league of a format whose games end by lot, and all of its records.
func drawTournament(t *rapid.T, format Format) (*League, *schedule) {
	l := &League{Setup: Setup{Format: format, Games: rapid.IntRange(1, 4).Draw(t, "games")}}
	for i := range rapid.IntRange(2, 17).Draw(t, "players") {
		l.Players = append(l.Players, Spec{Name: string(rune('a' + i))})
		l.Setup.Players = append(l.Setup.Players, l.Players[len(l.Players)-1].Name)
	}
	results := rapid.SampledFrom([]Result{FirstWon, SecondWon, Drawn})
	var records []Record
	for {
		s := l.schedule(records)
		todo := s.unplayed()
		if len(todo) == 0 {
			if !s.over || l.Games(records) != len(records) {
				t.Fatalf("after %d of %d games nothing comes, and the end is %v", len(records), l.Games(records), s.over)
			}
			return l, s
		}
		if l.Games(records) < len(records)+len(todo) {
			t.Fatalf("%d games at least, but %d of %d games are to come", l.Games(records), len(todo), len(records))
		}
		for _, f := range todo {
			records = append(records, Record{Game: f.game, Result: results.Draw(t, "result"),
				First: l.Players[f.seats[0]].Name, Second: l.Players[f.seats[1]].Name})
		}
	}
}

func TestElimination(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, s := drawTournament(t, Elimination)
		out := map[int]bool{}
		for i, r := range s.rounds {
			if i > 0 && len(r.idle) > 0 {
				t.Fatalf("in round %d %v have nobody to meet", i+1, r.idle)
			}
			for _, m := range r.meetings {
				winner := s.winner(m)
				loser := m.players[0] + m.players[1] - winner
				if out[loser] || out[winner] {
					t.Fatalf("round %d: %v meet, and one had lost", i+1, m.players)
				}
				out[loser] = true
				score, _ := s.score(m, winner)
				if score.Points() < float64(score.Lost)+float64(score.Drawn)/2 {
					t.Fatalf("round %d: the winner of %v has %+v", i+1, m.players, score)
				}
				if extra := len(m.games) - l.Setup.Games; extra != 0 && extra != 2 && extra != 4 {
					t.Fatalf("round %d: %v play %d games", i+1, m.players, len(m.games))
				}
			}
		}
		if len(out) != len(l.Players)-1 {
			t.Fatalf("%d of %d players are out at the end", len(out), len(l.Players))
		}
	})
}

// TestBracket lets those seeded higher meet last.
func TestBracket(t *testing.T) {
	for n, want := range map[int][]int{
		2: {0, 1}, 3: {0, nobody, 1, 2}, 4: {0, 3, 1, 2}, 5: {0, nobody, 3, 4, 1, nobody, 2, nobody},
		8: {0, 7, 3, 4, 1, 6, 2, 5},
	} {
		if diff := cmp.Diff(want, bracket(n)); diff != "" {
			t.Errorf("%d players: %s", n, diff)
		}
	}
}

func TestSwiss(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, s := drawTournament(t, Swiss)
		met, idle := map[[2]int]bool{}, map[int]bool{}
		for i, r := range s.rounds {
			seen := map[int]bool{}
			for _, m := range r.meetings {
				a, b := min(m.players[0], m.players[1]), max(m.players[0], m.players[1])
				if seen[a] || seen[b] || met[[2]int{a, b}] {
					t.Fatalf("round %d: %d and %d meet, one for the second time", i+1, a, b)
				}
				seen[a], seen[b], met[[2]int{a, b}] = true, true, true
			}
			for _, player := range r.idle {
				if seen[player] || idle[player] {
					t.Fatalf("round %d: %d is left over, and has been before or plays", i+1, player)
				}
				seen[player], idle[player] = true, true
			}
			if len(seen) != len(l.Players) {
				t.Fatalf("round %d has %d of %d players", i+1, len(seen), len(l.Players))
			}
		}
		if len(s.rounds) != l.Setup.rounds() {
			t.Fatalf("%d rounds, want %d", len(s.rounds), l.Setup.rounds())
		}
	})
}

// TestSwissToTheLastRound has everybody meet everybody else: the last rounds leave no choice.
func TestSwissToTheLastRound(t *testing.T) {
	l := newLeague(t, Setup{Players: []string{"random", "random", "random", "random", "random", "random"},
		Rules: "league", Size: 4, Games: 1, Format: Swiss, Rounds: 5, Seed: 3})
	records := run(t, l, nil, 0, &ear{})
	if len(records) != 15 || l.Check(records) != nil {
		t.Errorf("%d games; %v", len(records), l.Check(records))
	}
	for _, row := range l.Standings(records) {
		if row.Score.Games() != 5 {
			t.Errorf("%+v", row)
		}
	}
}

// TestInterruptedTournamentsGoOn interrupts those whose rounds depend on results.
func TestInterruptedTournamentsGoOn(t *testing.T) {
	for _, format := range []Format{Elimination, Swiss} {
		setup := small("random", "minimax:1", "a=random", "minimax:2", "b=random")
		setup.Size, setup.Games, setup.Format = 4, 2, format
		l := newLeague(t, setup)
		whole := run(t, l, nil, 0, &ear{})
		for _, games := range []int{1, 4, 5} {
			some := run(t, newLeague(t, setup), nil, games, &ear{})
			if err := l.Check(some); err != nil {
				t.Errorf("%s after %d games: %v", format, games, err)
			}
			if diff := cmp.Diff(whole, run(t, newLeague(t, setup), some, 0, &ear{})); diff != "" {
				t.Errorf("%s after %d games (-uninterrupted +gone on with):\n%s", format, games, diff)
			}
		}
		changed := append([]Record{}, whole...)
		changed[0].Round = 2
		if err := l.Check(changed); err == nil {
			t.Errorf("%s: game 1 in round 2 is believed", format)
		}
	}
}
