package robot

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"draughtsman/engine/book"
	"draughtsman/engine/checkers"
	"draughtsman/engine/endgame"
	"draughtsman/engine/search"
	"draughtsman/internal/engine"
	"draughtsman/internal/testkit/expect"
)

// small is a little memory, and opening the book beside it.
var (
	small    = engine.Means{HashMB: 1}
	withBook = engine.Means{HashMB: 1, Book: book.Shipped()}
)

// thought is what an engine says of a position.
func thought(t testing.TB, mind Mind, fen string, limit time.Duration) Thought {
	t.Helper()
	position, _, err := checkers.ReadFEN(fen)
	expect.OK(t, err)
	result, err := mind.Think(t.Context(), checkers.NewGame(position), limit, nil)
	expect.OK(t, err)
	return result
}

// by finds moves of English draughts by a clock.
func by(clock func() time.Time) func(checkers.RuleSet) *search.Searcher {
	s := search.New(search.Options{TableMB: 1, Now: clock})
	return func(checkers.RuleSet) *search.Searcher { return s }
}

// Where positions count in place of time, as many are looked at however fast the computer is.
func TestPositionsCountAsTime(t *testing.T) {
	var now time.Time
	for _, tick := range []time.Duration{0, time.Hour} { // between two looks at the clock
		clock := func() time.Time { now = now.Add(tick); return now }
		mind := &Engine{searchers: by(clock), threads: 1, rate: 16_000}
		got := thought(t, mind, checkers.Start().FEN(), time.Second)
		if got.Nodes != 15_000 {
			t.Errorf("%d positions are looked at in a second, want 15,000, and the rest for what is said of the move", got.Nodes)
		}
	}
}

// TestClearMovesTakeLess has a clock that moves on by a millisecond whenever the search looks at it: what is clear
// takes less than the time there is, and a forced move next to none.
func TestClearMovesTakeLess(t *testing.T) {
	const limit = 2 * time.Second
	var now time.Time
	clock := func() time.Time { now = now.Add(time.Millisecond); return now }
	mind := &Engine{searchers: by(clock), threads: 1}
	for _, c := range []struct {
		name, fen string
		most      time.Duration
	}{
		{"only one move", "B:W22,26,30,31,32:B1,2,3,4,5,18", limit / 100},
		{"a man is taken back", "W:W21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,22", limit},
		{"a shot", "W:W14,25,26,27,28,29,31,32:B2,3,5,7,8,9,13,15", limit},
	} {
		if r := thought(t, mind, c.fen, limit); r.Elapsed >= c.most {
			t.Errorf("%s: %s after %v at depth %d, want less than %v", c.name, r.Move, r.Elapsed, r.Depth, c.most)
		}
	}
}

// TestLevelsAndSeeds has an engine play the moves that its level and seed say, and no others.
func TestLevelsAndSeeds(t *testing.T) {
	beginner, err := search.LevelNamed("beginner")
	expect.OK(t, err)
	game := func(seed uint64) (moves []string) {
		mind, g := NewEngine(small, beginner, seed), checkers.NewGame(checkers.Start())
		for range 20 {
			result, err := mind.Think(t.Context(), g, time.Minute, nil)
			if err == nil {
				err = g.Play(result.Move)
			}
			expect.OK(t, err)
			if result.Depth > beginner.Depth {
				t.Errorf("a beginner looks %d plies ahead", result.Depth)
			}
			moves = append(moves, result.Move.String())
		}
		return moves
	}
	first := game(1)
	if again := game(1); !slices.Equal(first, again) {
		t.Errorf("with one seed %v and %v", first, again)
	}
	if other := game(2); slices.Equal(first, other) {
		t.Errorf("with two seeds the same game: %v", first)
	}
	// An ending with four pieces, which is won: full strength knows that, and a beginner does not.
	const won = "W:WK14,K18,K15:BK1"
	if r := thought(t, NewEngine(small, search.Level{}, 3), won, time.Minute); r.Score < search.Win/2 {
		t.Errorf("at full strength %s is worth %d", won, r.Score)
	}
	if r := thought(t, NewEngine(small, beginner, 3), won, time.Minute); r.Score >= search.Win/2 {
		t.Errorf("a beginner knows that %s is won (%d)", won, r.Score)
	}
}

// TestEngineOpensByItsBook has engines of full strength begin games: at once, by the book, and by other moves of it
// with another seed.
func TestEngineOpensByItsBook(t *testing.T) {
	shipped, start := book.Shipped(), checkers.Start()
	known := map[checkers.Move]int{}
	for _, c := range shipped.Choices(start) {
		known[c.Move] = c.Score
	}
	played := map[checkers.Move]bool{}
	for seed := range uint64(30) {
		r := thought(t, NewEngine(withBook, search.Level{}, seed), start.FEN(), time.Minute)
		if score, there := known[r.Move]; !there || r.Score != score || !r.ByBook() {
			t.Fatalf("seed %d: %+v is not in the book", seed, r)
		}
		played[r.Move] = true
	}
	if len(played) != len(known) {
		t.Errorf("of %d moves in the book %d were played", len(known), len(played))
	}
	const ending = "W:WK14,K18,K15:BK1"
	for name, mind := range map[string]*Engine{
		"a position that the book does not know": NewEngine(withBook, search.Level{}, 1),
		"no book":                                NewEngine(small, search.Level{}, 1),
	} {
		if r := thought(t, mind, ending, time.Minute); r.ByBook() || r.Score < search.Win/2 {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// TestKnownEndingsArePlayedOut has both sides play endings that the tables know: they are over after as many plies as
// these say, and the side that wins says each time in how many moves.
func TestKnownEndingsArePlayedOut(t *testing.T) {
	for _, fen := range []string{"W:WK14,K19:BK1", "B:WK1:BK14,K19", "W:WK10,K11,22:BK1", "W:W13,K14,22:BK29"} {
		for _, threads := range []int{1, 2} {
			start, err := checkers.ParseFEN(fen)
			expect.OK(t, err)
			value, known := endgame.Shipped().Probe(start)
			if !known || !value.Won() {
				t.Fatalf("%s: %v", fen, value)
			}
			g, left := checkers.NewGame(start), value.Plies()
			mind := NewEngine(engine.Means{HashMB: 1, Threads: threads}, search.Level{}, 1)
			for ; left > 0; left-- {
				thought, err := mind.Think(t.Context(), g, 20*time.Millisecond, nil)
				expect.OK(t, err)
				want := fmt.Sprintf("it wins in %d moves", (left+1)/2)
				if left == 1 {
					want = "it wins at once"
				}
				if forced := len(g.Position().Moves()) == 1; g.Position().Turn == start.Turn && !forced &&
					thought.Why.String() != want {
					t.Errorf("%s: %q, want %q", g.Position().FEN(), thought.Why, want)
				}
				expect.OK(t, g.Play(thought.Move))
			}
			if outcome, over := g.Outcome(); !over || outcome.Winner != start.Turn || outcome.Draw {
				t.Errorf("%s is not over after %d plies: %v", fen, value.Plies(), outcome)
			}
		}
	}
}
