package build

import (
	"slices"
	"strings"
	"testing"

	"draughtsman/engine/book"
	"draughtsman/engine/checkers"
)

// TestScoresComeFromBelow opens the reply to a move that looked best, which turns out bad.
func TestScoresComeFromBelow(t *testing.T) {
	start, after := checkers.Start(), position(t, "11-15")
	open := tree{
		start: scored(t, start, map[string]int{"11-15": 10, "9-14": 6}),
		after: scored(t, after, map[string]int{"23-19": 40}),
	}
	judged := open.judged(open.ordered())
	if best := judged[start][0]; best.Move.String() != "9-14" || best.Score != 6 {
		t.Errorf("the best is %s for %d", best.Move, best.Score)
	}
	at := slices.IndexFunc(judged[start], func(m book.Scored) bool { return m.Move.String() == "11-15" })
	if m := judged[start][at]; m.Score != -40 {
		t.Errorf("%s is worth %d, and the reply 40", m.Move, m.Score)
	}
}

// TestWhatASideFollows has Black follow its good moves and all plausible ones of White, and the other way round.
func TestWhatASideFollows(t *testing.T) {
	settings := book.Settings{Margin: 8, Plausible: 60, Seed: 1}
	start := checkers.Start()
	open := tree{start: scored(t, start, map[string]int{"11-15": 10, "9-14": 2, "11-16": -20, "others": -90})}
	order := open.ordered()
	costs := func(side checkers.Side) map[string]int {
		found := map[string]int{}
		for _, l := range open.leaves(order, open.judged(order), side, settings) {
			for _, m := range book.Distinct(start) {
				if start.Play(m) == l.Position {
					found[m.String()] = l.cost
				}
			}
		}
		return found
	}
	for side, want := range map[checkers.Side]map[string]int{
		checkers.Black: {"11-15": 10, "9-14": 18},
		checkers.White: {"11-15": 10, "9-14": 18, "11-16": 40},
	} {
		got := costs(side)
		if len(got) != len(want) {
			t.Errorf("%s follows %v, want %v", side, got, want)
		}
		for m, cost := range want {
			if got[m] != cost {
				t.Errorf("for %s %s costs %d, want %d", side, m, got[m], cost)
			}
		}
	}
}

// TestRounds begins with the start alone, and comes to the ballots later.
func TestRounds(t *testing.T) {
	settings := book.Usual()
	if first := (tree{}).round(settings); len(first) != 1 || first[0] != checkers.Start() {
		t.Errorf("the first round has %d positions", len(first))
	}
	start := checkers.Start()
	open := tree{start: scored(t, start, map[string]int{"12-16": -5})}
	if second := open.round(settings); len(second) != 7 {
		t.Errorf("the second round has %d positions, want what the seven moves lead to", len(second))
	}
}

// TestEachMoveLeavesFewerRows plays every line of some plies.
func TestEachMoveLeavesFewerRows(t *testing.T) {
	var follow func(p checkers.Position, plies int)
	follow = func(p checkers.Position, plies int) {
		for _, m := range p.Moves() {
			after := p.Play(m)
			if rowsLeft(after) >= rowsLeft(p) {
				t.Fatalf("%s of %s: %d rows left, and %d before", m, p.FEN(), rowsLeft(after), rowsLeft(p))
			}
			if plies > 1 {
				follow(after, plies-1)
			}
		}
	}
	follow(checkers.Start(), 5)
}

func position(t testing.TB, moves string) checkers.Position {
	t.Helper()
	p := checkers.Start()
	for _, text := range strings.Fields(moves) {
		p = p.Play(move(t, p, text))
	}
	return p
}

func move(t testing.TB, p checkers.Position, text string) checkers.Move {
	t.Helper()
	m, err := p.ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// scored are moves with scores: "11-15", 10, ….
func scored(t testing.TB, p checkers.Position, scores map[string]int) (moves []book.Scored) {
	t.Helper()
	for _, m := range book.Distinct(p) {
		score, named := scores[m.String()]
		if !named {
			score = scores["others"]
		}
		moves = append(moves, book.Scored{Move: m, Score: score})
	}
	return moves
}

// TestMovesCloseToTheBestAreInTheBook has scores by hand.
func TestMovesCloseToTheBestAreInTheBook(t *testing.T) {
	start := checkers.Start()
	c := NewConstruction(Task{book.Settings{Margin: 8}, 1}, []Found{{start,
		scored(t, start, map[string]int{"11-15": 10, "9-14": 6, "10-15": 2, "9-13": 1, "others": -50})}})
	b := c.Book(7)
	for i, want := range []struct {
		move          string
		score, weight int
	}{{"11-15", 10, 100}, {"9-14", 6, 50}, {"10-15", 2, 25}} {
		got := b.Choices(start)[i]
		if got.Move.String() != want.move || got.Score != want.score || got.Weight != want.weight {
			t.Errorf("%s for %d, weight %d; want %+v", got.Move, got.Score, got.Weight, want)
		}
	}
	if n := len(b.Choices(start)); n != 3 || b.Positions != 1 || b.Moves != 3 || b.Signature != 7 {
		t.Errorf("%d moves of the start; %+v", n, b.Provenance)
	}
}
