package league

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"draughtsman/engine/pdn"
	"draughtsman/engine/variant"
	"draughtsman/internal/testkit/expect"
)

func small(players ...string) Setup {
	return Setup{Players: players, Rules: "league", Size: 6, Games: 4, Time: time.Hour, Seed: 7}
}

func newLeague(t *testing.T, s Setup) *League {
	t.Helper()
	l, err := New(s, "")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// ear hears what a league tells.
type ear struct {
	mutex    sync.Mutex
	stood    map[int]int // positions of each game
	forfeits int
	ended    []int
}

func (e *ear) Stands(_ context.Context, g Standing) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if e.stood == nil {
		e.stood = map[int]int{}
	}
	e.stood[g.Game]++
}

func (e *ear) Forfeited(int, Forfeit) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.forfeits++
}

func (e *ear) Ended(r Record) { e.ended = append(e.ended, r.Game) }

// run plays a league, or its first so many games where that is not 0, and gives the records in the order of their
// numbers.
func run(t *testing.T, l *League, before []Record, games int, e *ear) []Record {
	t.Helper()
	records := slices.Clone(before)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	now := func() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }
	err := l.Run(ctx, before, func(r Record) error {
		if records = append(records, r); len(records) == games {
			cancel()
		}
		return nil
	}, Options{Jobs: 2, Now: now, Observer: e})
	if games == 0 && err != nil || games > 0 && !Interrupted(err) {
		t.Fatal(err)
	}
	slices.SortFunc(records, func(a, b Record) int { return a.Game - b.Game })
	return records
}

// TestTableOfPlayersOfAFixedDepth is the same each time, whatever the machine.
func TestTableOfPlayersOfAFixedDepth(t *testing.T) {
	l := newLeague(t, small("minimax:4", "alphabeta:3", "weak=minimax:1", "random"))
	var e ear
	records := run(t, l, nil, 0, &e)
	expect.Golden(t, "testdata/table.txt", l.Table(records)+l.Forfeits(records))
	if len(e.ended) != l.Games(records) || e.stood[1] != len(records[0].Moves)+1 {
		t.Errorf("%d games ended; game 1 of %d moves stood %d times", len(e.ended), len(records[0].Moves), e.stood[1])
	}
	var text strings.Builder
	w := NewPDN(l, &text)
	for _, i := range []int{2, 0, 1, 4} {
		if err := w.Keep(records[i]); err != nil {
			t.Fatal(err)
		}
	}
	if n := strings.Count(text.String(), "[Event"); n != 3 {
		t.Errorf("%d games are written before the fourth has ended", n)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	expect.Golden(t, "testdata/games.pdn", text.String())
}

// TestInterruptedLeaguesGoOn interrupts one after some games.
func TestInterruptedLeaguesGoOn(t *testing.T) {
	setup := small("minimax:2", "random", "engine:3")
	setup.Opening = 3
	whole := run(t, newLeague(t, setup), nil, 0, &ear{})
	for _, games := range []int{1, 5} {
		some := run(t, newLeague(t, setup), nil, games, &ear{})
		if len(some) >= len(whole) {
			t.Fatalf("nothing was interrupted: %d games", len(some))
		}
		if diff := cmp.Diff(whole, run(t, newLeague(t, setup), some, 0, &ear{})); diff != "" {
			t.Errorf("after %d games (-uninterrupted +gone on with):\n%s", games, diff)
		}
	}
}

func TestFixtures(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := &League{Players: make([]Spec, rapid.IntRange(2, 7).Draw(t, "players"))}
		l.Setup.Games = rapid.IntRange(1, 5).Draw(t, "games")
		all := l.roundRobin()
		if len(all) != l.Games(nil) {
			t.Fatalf("%d games, want %d", len(all), l.Games(nil))
		}
		met := map[[2]int]int{}
		openings := map[int][]fixture{}
		for i, f := range all {
			if f.game != i+1 || f.seats[0] == f.seats[1] {
				t.Fatalf("game %d is %+v", i+1, f)
			}
			met[f.seats]++
			openings[f.opening] = append(openings[f.opening], f)
		}
		for seats, n := range met {
			if other := met[[2]int{seats[1], seats[0]}]; n+other != l.Setup.Games || n-other > 1 || other-n > 1 {
				t.Fatalf("%v play %d games, the other way round %d", seats, n, other)
			}
		}
		for _, same := range openings {
			if len(same) > 2 || len(same) == 2 && same[0].seats != [2]int{same[1].seats[1], same[1].seats[0]} {
				t.Fatalf("one opening for %+v", same)
			}
		}
	})
}

// TestLateMovesAreForfeited gives minimax much too little time for its depth.
func TestLateMovesAreForfeited(t *testing.T) {
	setup := small("slow=minimax:60", "random")
	setup.Time, setup.Games = time.Millisecond, 1
	l := newLeague(t, setup)
	var e ear
	var records []Record
	err := l.Run(context.Background(), nil, func(r Record) error { records = append(records, r); return nil },
		Options{Jobs: 1, Observer: &e})
	if err != nil {
		t.Fatal(err)
	}
	r := records[0]
	if len(r.Forfeits) == 0 || len(r.Forfeits) != e.forfeits || r.forfeitsOf("slow") != e.forfeits {
		t.Fatalf("%d forfeits told, on record %+v", e.forfeits, r.Forfeits)
	}
	if f := r.Forfeits[0]; f != (Forfeit{Ply: 1, Player: "slow", Kind: Late, Why: "no move in 1ms"}) {
		t.Errorf("%+v", f)
	}
	if err := l.Check(records); err != nil {
		t.Error(err)
	}
	if s := l.sheet(r); s.Comments[0] != "late, a random move: no move in 1ms" {
		t.Errorf("%q", s.Comments)
	}
	if text := l.Forfeits(records); !strings.HasPrefix(text, "slow forfeited moves, played at random: ") {
		t.Error(text)
	}
}

func TestNewRefuses(t *testing.T) {
	for _, c := range []struct {
		change func(*Setup)
		want   string
	}{
		{func(s *Setup) { s.Players = s.Players[:1] }, "want 2 to 100 players, not 1"},
		{func(s *Setup) { s.Players[0] = "chinook" }, "there is no such player"},
		{func(s *Setup) { s.Players[0] = "csci561:sh" }, "size 8, not 6"},
		{func(s *Setup) { s.Rules = "chess" }, "no rule set"},
		{func(s *Setup) { s.Rules = "english" }, "for boards of size 8"},
		{func(s *Setup) { s.Size = 7 }, "a board of size 7"},
		{func(s *Setup) { s.Games = 0 }, "0 games"},
		{func(s *Setup) { s.Time = -1 }, "below 0"},
		{func(s *Setup) { s.Opening = 99 }, "opening of 99"},
	} {
		s := small("random", "random")
		c.change(&s)
		if _, err := New(s, ""); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
	l := newLeague(t, small("random", "random", "x=random"))
	if diff := cmp.Diff([]string{"random", "random#2", "x"}, l.names()); diff != "" {
		t.Error(diff)
	}
}

// TestGamesWithoutADraw come to an end by a rule set that knows none.
func TestGamesWithoutADraw(t *testing.T) {
	setup := small("random", "random")
	setup.Rules, setup.Size = "checkersbot", 4
	for _, r := range run(t, newLeague(t, setup), nil, 0, &ear{}) {
		if len(r.Moves) > 2*quietLimit+100 {
			t.Errorf("%v", r)
		}
	}
}

// TestGamesAsPDN reads what was written, of every rule set: English draughts as such, other games by their tags.
func TestGamesAsPDN(t *testing.T) {
	for _, c := range []struct {
		rules    string
		size     int
		standard bool
		first    string // the tag that names who moves first
	}{
		{"english", 8, true, "Black"}, {"csci561", 8, true, "Black"}, {"csci561", 6, false, "Black"},
		{"csc242", 8, false, "Black"}, {"league", 8, false, "White"}, {"league", 10, false, "White"},
		{"checkersbot", 4, false, "White"},
	} {
		setup := small("minimax:1", "random")
		setup.Rules, setup.Size, setup.Games = c.rules, c.size, 2
		l := newLeague(t, setup)
		records := run(t, l, nil, 0, &ear{})
		records[0].Forfeits = []Forfeit{{Ply: 3, Player: "random", Kind: Illegal, Why: "it says {1-2}\n\x1b[J"}}
		var text strings.Builder
		w := NewPDN(l, &text)
		for _, r := range records {
			if err := w.Keep(r); err != nil {
				t.Fatal(err)
			}
		}
		second := map[string]string{"Black": "White", "White": "Black"}[c.first]
		n := 0
		for game, err := range pdn.ReadWith(strings.NewReader(text.String()), Variants) {
			r := records[n]
			n++
			if err != nil || game.Plies() != len(r.Moves) || game.Result.String() != string(r.Result) ||
				game.Tag(c.first) != r.First || game.Tag(second) != r.Second {
				t.Errorf("%s: %v, %+v", r, err, game)
			}
			if standard := game.Variant == nil; standard != c.standard {
				t.Errorf("%s on a board of size %d is English draughts: %v", c.rules, c.size, standard)
			}
			if v, other := game.Variant.(*Variant); other {
				if v.Rules.Name != c.rules || v.Start.Size() != c.size || fmt.Sprint(v.Moves) != fmt.Sprint(r.Moves) {
					t.Errorf("%v is read as %s on a board of size %d, %v", r, v.Rules.Name, v.Start.Size(), v.Moves)
				}
			}
		}
		if n != len(records) {
			t.Errorf("%d games are read, want %d", n, len(records))
		}
		if strings.Contains(text.String(), "\x1b") {
			t.Errorf("%q has a control character", text.String())
		}
	}
}

func TestErrorsEndALeague(t *testing.T) {
	full := errors.New("no space left")
	err := newLeague(t, small("random", "random")).Run(context.Background(), nil, func(Record) error { return full },
		Options{Jobs: 2, Observer: &ear{}})
	if !errors.Is(err, full) || Interrupted(err) {
		t.Errorf("%v, want %v", err, full)
	}
	l := newLeague(t, small("person", "random"))
	err = l.Run(context.Background(), nil, func(Record) error { return nil }, Options{
		Jobs: 2, Observer: &ear{}, Terminal: NewTerminal(strings.NewReader(""), &strings.Builder{}),
	})
	if !errors.Is(err, ErrLeft) || !Interrupted(err) {
		t.Errorf("%v, want %v", err, ErrLeft)
	}
}

func TestReplayRefuses(t *testing.T) {
	l := newLeague(t, small("minimax:1", "random"))
	good := run(t, l, nil, 0, &ear{})
	for _, c := range []struct {
		change func([]Record)
		want   string
	}{
		{func(r []Record) { r[0].Game = 99 }, "no game 99"},
		{func(r []Record) { r[1] = r[0] }, "on record twice"},
		{func(r []Record) { r[0].First = "chinook" }, "is between minimax:1 and random"},
		{func(r []Record) { r[0].Result = "*" }, "the result"},
		{func(r []Record) { r[2].Moves = []string{"1-18"} }, "game 3, move 1"},
		{func(r []Record) { r[2].Moves = []string{"4 - 7"} }, `game 3, move 1: "4 - 7": want it in full, 4-7`},
	} {
		records := slices.Clone(good)
		c.change(records)
		if err := l.Check(records); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
	if err := l.Check(good); err != nil {
		t.Error(err)
	}
	if variant.League().Limit == 0 {
		t.Error("the league's games may never end")
	}
}

// TestPersonSeesForfeits has a person at the terminal whose time is up at once.
func TestPersonSeesForfeits(t *testing.T) {
	setup := small("person:Ann", "minimax:1")
	setup.Size, setup.Games, setup.Patience = 4, 1, time.Nanosecond
	silent, typing := io.Pipe()
	defer typing.Close()
	var out strings.Builder
	var records []Record
	err := newLeague(t, setup).Run(t.Context(), nil, func(r Record) error {
		records = append(records, r)
		return nil
	}, Options{Jobs: 1, Observer: &ear{}, Terminal: NewTerminal(silent, &out)})
	if err != nil || len(records) != 1 || len(records[0].Forfeits) == 0 {
		t.Fatalf("%+v, %v", records, err)
	}
	for _, f := range records[0].Forfeits {
		want := "The time is up.\nPlayed for Ann, at random: " + records[0].Moves[f.Ply-1] + ".\n"
		if f.Player == "Ann" && !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}
