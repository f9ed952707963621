package analysis

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/engine/search"
	"draughtsman/internal/testkit/expect"
)

// game is a short game with scores that no engine has to find.
func game(t testing.TB) (pdn.Game, []Judgement) {
	t.Helper()
	start, err := checkers.ParseFEN("W:W21,22,K30:B3,13")
	if err != nil {
		t.Fatal(err)
	}
	g := pdn.Game{
		Tags: []pdn.Tag{
			{Name: "Event", Value: `<b onload="alert(1)">Club & friends</b></script>`},
			{Name: "Site", Value: "https://example.org/club"},
			{Name: "Black", Value: "Ann"},
			{Name: "White", Value: "?"},
			{Name: "Level", Value: "club"},
		},
		Start: start, Result: pdn.WhiteWins,
		Moves: played(t, start, "30-26", "3-8", "22-17", "13x22x31", "21-17", "31-27"),
	}
	scores := []struct {
		before, after int
		better        []string
	}{
		{search.Win - 12, search.Win - 12, nil},
		{11 - search.Win, 11 - search.Win, nil},
		{search.Win - 10, -310, []string{"26-23", "13-17", "22x13"}},
		{310, 310, nil},
		{-310, -310, nil},
		{740, 610, []string{"31-26"}}, // won either way
	}
	p := start
	var judged []Judgement
	for i, s := range scores {
		m := g.Moves[i]
		best := []checkers.Move{m}
		if s.better != nil {
			best = played(t, p, s.better...)
		}
		judged = append(judged, Judgement{Number: (i+1)/2 + 1, Side: p.Turn, Played: m,
			Forced: len(p.Moves()) == 1, Before: s.before, After: s.after, Best: best})
		p = p.Play(m)
	}
	return g, judged
}

func TestReport(t *testing.T) {
	g, judged := game(t)
	r := ReportOf(g, judged, search.Request{Depth: 9}, 50)
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	expect.Golden(t, "testdata/report.json", string(text)+"\n")
}

// Of many mistakes the worst come first, equal ones in the order of the game, and five at most.
func TestMistakes(t *testing.T) {
	start := checkers.Start()
	g := pdn.Game{Start: start}
	g.Moves = played(t, start, "11-15", "22-18", "15x22", "25x18", "8-11", "29-25", "4-8", "25-22")
	losses := []int{60, 49, 300, 70, 300, 0, 51, 52}
	var judged []Judgement
	p := start
	for i, m := range g.Moves {
		others := slices.DeleteFunc(p.Moves(), func(other checkers.Move) bool { return other == m })
		judged = append(judged, Judgement{Number: i/2 + 1, Side: p.Turn, Played: m, After: -losses[i],
			Forced: len(others) == 0, Best: append(others, m)[:1]})
		p = p.Play(m)
	}
	var plies []int
	for _, m := range ReportOf(g, judged, search.Request{}, 50).Mistakes {
		plies = append(plies, m.Ply)
	}
	// 15x22, the third ply, is forced.
	if got, want := plies, []int{5, 4, 1, 8, 7}; !slices.Equal(got, want) {
		t.Errorf("the mistakes are the plies %v, want %v", got, want)
	}
}

// A game that is looked at to the same depth gives the same bytes, twice.
func TestSameAgain(t *testing.T) {
	start := checkers.Start()
	g := pdn.Game{Start: start, Moves: played(t, start, "11-15", "21-17", "15-18", "22x15")}
	pages := [2]bytes.Buffer{}
	for i := range pages {
		limits := search.Request{Depth: 5}
		judged, err := Review(t.Context(), search.New(search.Options{TableMB: 1}), g.Start, g.Moves, limits, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		r := ReportOf(g, judged, limits, 50)
		if len(r.Moves) != 4 || len(r.Mistakes) == 0 || r.Mistakes[0].Text != "15-18" {
			t.Errorf("%+v", r)
		}
		if err := WriteHTML(&pages[i], r); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(pages[0].Bytes(), pages[1].Bytes()) {
		t.Error("the second page is not the first")
	}
}

func TestScore(t *testing.T) {
	for score, want := range map[Score]struct {
		text, json string
		men        float64
	}{
		0:               {"+0.00", `{"score":0}`, 0},
		-499:            {"-4.99", `{"score":-499}`, -4.99},
		500:             {"won", `{"score":500,"outcome":"won"}`, 5},
		-1234:           {"lost", `{"score":-1234,"outcome":"lost"}`, -5},
		search.Win - 12: {"won in 12 plies", `{"won_in":12}`, 5},
		1 - search.Win:  {"lost in 1 ply", `{"lost_in":1}`, -5},
	} {
		text, err := json.Marshal(score)
		if err != nil || score.String() != want.text || string(text) != want.json || score.Men() != want.men {
			t.Errorf("%d is %q, %s, %g, %v; want %+v", int(score), score, text, score.Men(), err, want)
		}
	}
}
