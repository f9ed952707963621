package search

import (
	"strings"
	"testing"

	"draughtsman/engine/checkers"
)

func TestLevels(t *testing.T) {
	elo := 0
	for _, l := range levels {
		if got, err := LevelNamed(strings.ToUpper(l.Name)); err != nil || got != l {
			t.Errorf("%s: %+v, %v", l.Name, got, err)
		}
		if l.Elo <= elo {
			t.Errorf("%s has %d, the level below %d", l.Name, l.Elo, elo)
		}
		elo = l.Elo
	}
	if _, err := LevelNamed("godlike"); err == nil || !strings.Contains(err.Error(), "want one of beginner, novice, ") {
		t.Errorf("%v", err)
	}
}

// atLevel is a player of a level.
func atLevel(t testing.TB, name string, seed uint64) player {
	level, err := LevelNamed(name)
	if err != nil {
		t.Fatal(err)
	}
	s := New(level.Options(Options{TableMB: 1}, seed))
	return func(g *checkers.Game) checkers.Move {
		r, err := s.Search(t.Context(), Request{Position: g.Position(), History: g.History(), Depth: level.Depth}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r.Move
	}
}

// TestLevelsDiffer plays each of some levels against one well above it.
func TestLevelsDiffer(t *testing.T) {
	openings := checkers.Ballots()
	for _, c := range []struct{ weak, strong string }{{"beginner", "casual"}, {"casual", "club"}, {"club", "expert"}} {
		const games = 20
		points := 0.0
		for i := range games {
			g := openings[i*7].Game()
			strong := checkers.Side(i % 2)
			sides := [2]player{atLevel(t, c.weak, uint64(i)), atLevel(t, c.weak, uint64(i))}
			sides[strong] = atLevel(t, c.strong, uint64(i))
			switch outcome := playOut(t, g, sides[checkers.Black], sides[checkers.White]); {
			case outcome.Draw:
				points += 0.5
			case outcome.Winner == strong:
				points++
			}
		}
		if points < 0.7*games {
			t.Errorf("%s takes %g of %d points from %s", c.strong, points, games, c.weak)
		}
	}
}
