package analysis

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
)

func position(t testing.TB, fen string) checkers.Position {
	t.Helper()
	p, err := checkers.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func played(t testing.TB, p checkers.Position, texts ...string) (moves []checkers.Move) {
	t.Helper()
	for _, text := range texts {
		m, err := p.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		moves = append(moves, m)
		p = p.Play(m)
	}
	return moves
}

func small() *search.Searcher { return search.New(search.Options{TableMB: 1}) }

func TestSearchPlaysForcedMovesFirst(t *testing.T) {
	for _, c := range []struct {
		name, fen, line string
		score           int // 0: an estimate
	}{
		{"to the end", "B:W18,26:B15", "15x22x31", search.Win - 1},
		{"by a quiet move", "W:W22:B17,13", "", 0},
		{"through an exchange", "B:W18,32:B15,1", "15x22", 0},
	} {
		p := position(t, c.fen)
		depths := 0
		r, err := Search(context.Background(), small(), search.Request{Position: p, Depth: 4}, func(search.Info) { depths++ })
		if err != nil {
			t.Fatal(err)
		}
		for at, m := range r.PV {
			legal := false
			for _, l := range p.Moves() {
				legal = legal || l == m
			}
			if !legal {
				t.Fatalf("%s: move %d of %v is not legal", c.name, at+1, r.PV)
			}
			p = p.Play(m)
		}
		if c.line != "" && r.PV[0].String() != c.line || r.Move != r.PV[0] {
			t.Errorf("%s: %v in the line %v, want %s", c.name, r.Move, r.PV, c.line)
		}
		if c.score != 0 && r.Score != c.score {
			t.Errorf("%s: score %d, want %d", c.name, r.Score, c.score)
		}
	}
	_, err := Search(context.Background(), small(), search.Request{Position: position(t, "B:W21:B")}, nil)
	if !errors.Is(err, search.ErrNoMoves) {
		t.Errorf("%v, want %v", err, search.ErrNoMoves)
	}
}

// TestEarlier takes a score back and finds its end as far away as it is.
func TestEarlier(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		score := rapid.OneOf(rapid.IntRange(-2000, 2000), rapid.IntRange(search.Win-90, search.Win),
			rapid.IntRange(-search.Win, 90-search.Win)).Draw(t, "score")
		plies := rapid.IntRange(0, 60).Draw(t, "plies")
		got := earlier(score, plies)
		before, decided := search.Distance(score)
		after, still := search.Distance(got)
		sign := 1 - plies%2*2
		switch {
		case decided != still:
			t.Errorf("%d became %d", score, got)
		case decided && (after != before+plies || (score > 0) != (got*sign > 0)):
			t.Errorf("%d, %d plies before, is %d", score, plies, got)
		case !decided && got != sign*score:
			t.Errorf("%d, %d plies before, is %d", score, plies, got)
		}
	})
}

// TestReview judges the beginning of a game twice, in the same way.
func TestReview(t *testing.T) {
	start := checkers.Start()
	moves := played(t, start, "11-15", "22-18", "15x22", "25x18", "12-16", "18-14", "9x18", "23x14", "10x17", "21x14")
	review := func() []Judgement {
		reported := 0
		judged, err := Review(context.Background(), small(), start, moves, search.Request{Depth: 7}, nil,
			func(Judgement) { reported++ })
		if err != nil {
			t.Fatal(err)
		}
		if reported != len(moves) || len(judged) != len(moves) {
			t.Fatalf("%d moves, %d judged, %d reported", len(moves), len(judged), reported)
		}
		return judged
	}
	judged := review()
	for i, j := range judged {
		if j.Played != moves[i] || j.Side != checkers.Side(i%2) || j.Number != i/2+1 || len(j.Best) == 0 {
			t.Errorf("move %d: %+v", i, j)
		}
		if j.Played == j.Best[0] && j.Loss() != 0 {
			t.Errorf("move %d is the best and loses %d", i, j.Loss())
		}
	}
	if !judged[2].Forced {
		t.Error("15x22 was forced")
	}
	same := cmp.Comparer(func(a, b checkers.Move) bool { return a == b })
	if diff := cmp.Diff(judged, review(), same); diff != "" {
		t.Errorf("a second review (-first +second):\n%s", diff)
	}
}

func TestReviewNamesABlunder(t *testing.T) {
	p := position(t, "W:W21,22,30:B13,3")
	explain := func(_ context.Context, r search.Request, found search.Result) string {
		return found.Move.String() + " wins in " + r.Position.FEN()
	}
	judged, err := Review(context.Background(), small(), p, played(t, p, "22-17"), search.Request{Depth: 13}, explain, nil)
	if err != nil {
		t.Fatal(err)
	}
	j := judged[0]
	shown, err := rowOf(checkers.English, MoveOf(1, j, p.Play(j.Played), 50))
	if err != nil || j.Why != "30-26 wins in "+p.FEN() || !strings.HasSuffix(shown.Said, j.Why) {
		t.Errorf("%q, %q, %v", j.Why, shown.Said, err)
	}
	if j.Loss() < 100 || j.Best[0].String() != "30-26" || j.Side != checkers.White || j.Number != 1 {
		t.Errorf("%+v", j)
	}
	if got, want := AccuracyOf(checkers.White, judged, 50),
		(Accuracy{Moves: 1, Choices: 1, Blunders: 1, MeanLoss: float64(j.Loss())}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestReviewKnowsTheEnd(t *testing.T) {
	p := position(t, "B:W18,26:B15")
	judged, err := Review(context.Background(), small(), p, played(t, p, "15x22x31"), search.Request{Depth: 3}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if j := judged[0]; j.Before != search.Win-1 || j.After != j.Before || !j.Forced {
		t.Errorf("%+v", j)
	}
}

func TestReviewStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	start := checkers.Start()
	moves := played(t, start, "11-15", "22-18", "15x22", "25x18")
	judged, err := Review(ctx, small(), start, moves, search.Request{Depth: 3}, nil, func(j Judgement) { cancel() })
	if !errors.Is(err, context.Canceled) || len(judged) != 1 {
		t.Errorf("%d judgements, %v", len(judged), err)
	}
}

func TestReviewRefusesAnIllegalMove(t *testing.T) {
	m := played(t, checkers.Start(), "11-15")[0]
	limits := search.Request{Depth: 1}
	_, err := Review(context.Background(), small(), checkers.Start(), []checkers.Move{m, m}, limits, nil, nil)
	if err == nil {
		t.Error("11-15 twice was accepted")
	}
}

func TestAccuracy(t *testing.T) {
	p := checkers.Start()
	best, other := p.Moves()[0], p.Moves()[1]
	move := func(side checkers.Side, m checkers.Move, before, after int) Judgement {
		return Judgement{Side: side, Played: m, Before: before, After: after, Best: []checkers.Move{best}}
	}
	forced := move(checkers.Black, best, 0, -300)
	forced.Forced = true
	judged := []Judgement{
		forced,
		move(checkers.Black, best, 10, 10),
		move(checkers.White, other, 0, -400),
		move(checkers.Black, other, 10, -40),
		move(checkers.Black, other, 10, -39),
		move(checkers.Black, other, search.Win-5, 600), // won either way
		move(checkers.Black, other, 20, 60),
	}
	got := AccuracyOf(checkers.Black, judged, 50)
	want := Accuracy{Moves: 6, Choices: 5, Best: 1, Blunders: 1, Percent: 80, MeanLoss: 99.0 / 5}
	if got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if none := AccuracyOf(checkers.White, nil, 50); none.Percent != 100 || none.MeanLoss != 0 {
		t.Errorf("%+v", none)
	}
}
