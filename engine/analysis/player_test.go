package analysis

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"draughtsman/engine/pdn"
	"draughtsman/engine/search"
	"draughtsman/internal/testkit/expect"
)

// games are those of a text in PDN.
func games(t testing.TB, text string) (all []Game) {
	t.Helper()
	for g, err := range pdn.Read(strings.NewReader(text)) {
		if err != nil {
			t.Fatal(err)
		}
		game, err := GameOf(g)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, game)
	}
	return all
}

const club = `
[Black "Ann"] [White "Draughtsman"] [Level "club"] 1. 11-15 1-0
[Black "Draughtsman"] [White "ann"] [Level "Club"] 1. 11-15 1-0
[Black "Draughtsman"] [White "Ann"] [Level "beginner"] 1. 11-15 1/2-1/2
[Black "Draughtsman"] [White "Ann "] [Level "beginner"] 1. 11-15 *
[Black "Draughtsman"] [White "Ann"] 1. 11-15 0-1
[Black "Ann"] [White "Bob"] [Level "full"] 1. 11-15 0-1
[Black "?"] [White "Bob"] 1. 11-15 1-0
`

func TestResults(t *testing.T) {
	var text strings.Builder
	for _, p := range Players(games(t, club)) {
		text.WriteString(p.String() + "\n")
		encoded, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		text.WriteString(string(encoded) + "\n\n")
	}
	expect.Golden(t, "testdata/results.txt", text.String())
}

// A game that began at another position than the usual one counts, and shows nothing of how strong anybody is.
func TestStrengthIsFromTheUsualStart(t *testing.T) {
	p := Players(games(t, `[Black "Ann"] [White "Draughtsman"] [Level "full"] [SetUp "1"] [FEN "B:W18:BK15"] 1. 15x22 1-0`))[0]
	if _, rated := p.Strength(); rated || p.All.Won != 1 || p.Others.Won != 1 {
		t.Errorf("%+v is rated: %t", p, rated)
	}
}

func TestUnknownLevel(t *testing.T) {
	game, err := GameOf(pdn.Game{Result: pdn.Draw, Tags: []pdn.Tag{{Name: "Black", Value: "Ann"},
		{Name: "White", Value: Engine}, {Name: "Level", Value: "godlike"}}})
	expect.Error(t, err, nil, `the tag Level: there is no level "godlike": want one of newcomer, `)
	if want := (Tally{Results: Results{Drawn: 1}}); Players([]Game{game})[0].Others != want {
		t.Errorf("the game does not count: %+v", game)
	}
}

// against is a player of games against levels.
func against(t testing.TB, tallies map[string]Tally) Player {
	t.Helper()
	var p Player
	for name, tally := range tallies {
		level, err := search.LevelNamed(name)
		if err != nil {
			t.Fatal(err)
		}
		*p.against(level) = tally
	}
	return p
}

// Against a single level the strength is the level's and what the score is worth.
func TestStrengthAgainstOneLevel(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		score := Results{
			Won:   rapid.IntRange(0, 40).Draw(r, "won"),
			Drawn: rapid.IntRange(0, 40).Draw(r, "drawn"),
			Lost:  rapid.IntRange(0, 40).Draw(r, "lost"),
		}
		tally := Tally{score, rapid.IntRange(0, 2).Draw(r, "unfinished")}
		s, known := against(t, map[string]Tally{"club": tally}).Strength()
		if known != (score.Games() > 0) || s.Games != score.Games() {
			r.Fatalf("%+v, %t of %+v", s, known, tally)
		}
		near := func(got, want float64) bool { return got == 1440+want || math.Abs(got-1440-want) <= 0.02 }
		if e := score.Elo(); known && !(near(s.Elo, e.Elo) && near(s.Low, e.Low) && near(s.High, e.High)) {
			r.Errorf("%+v, want %+v more than 1440", s, e)
		}
	})
}

// The estimate lies where the points are those expected, between its bounds, and more points or stronger opponents
// make it no smaller.
func TestStrengthAgainstSeveral(t *testing.T) {
	estimate := func(weak, strong Results) Strength {
		s, known := against(t, map[string]Tally{"casual": {Results: weak}, "expert": {Results: strong}}).Strength()
		if !known {
			t.Fatal("there is no estimate")
		}
		return s
	}
	even := estimate(Results{Won: 9, Lost: 1}, Results{Won: 1, Lost: 9})
	if math.Abs(even.Elo-(950+2030)/2) > 1 || even.Low >= even.Elo || even.High <= even.Elo {
		t.Errorf("as far above one as below the other: %+v", even)
	}
	more := estimate(Results{Won: 10}, Results{Won: 1, Lost: 9})
	fewer := estimate(Results{Won: 8, Lost: 2}, Results{Won: 1, Lost: 9})
	if more.Elo <= even.Elo || fewer.Elo >= even.Elo {
		t.Errorf("%+v, %+v, %+v are not in their order", fewer, even, more)
	}
	all := estimate(Results{Won: 3}, Results{Won: 1})
	if !math.IsInf(all.Elo, 1) || !math.IsInf(all.High, 1) || math.IsInf(all.Low, 0) {
		t.Errorf("all won: %+v", all)
	}
	none := estimate(Results{Lost: 3}, Results{Lost: 1})
	if !math.IsInf(none.Elo, -1) || !math.IsInf(none.Low, -1) || math.IsInf(none.High, 0) {
		t.Errorf("all lost: %+v", none)
	}
}
