package search

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search/zerosum"
)

func position(t testing.TB, fen string) checkers.Position {
	t.Helper()
	p, err := checkers.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func find(t testing.TB, options Options, request Request) Result {
	t.Helper()
	r, err := New(options).Search(context.Background(), request, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestShots gives pieces away to win more of them.
func TestShots(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		depth     int
		move      string
		gain      int // in material, at the end of the line
	}{
		{"three for five", "W:W19,21,22,23,26,27,31,32:B2,4,5,7,10,12,13,14", 9, "19-15", manValue},
		{"one for three", "B:W19,20,21,27,29,30,32:B3,4,5,8,11,12,13,14", 9, "11-16", 2 * manValue},
		{"one for two", "B:W11,17,18,22,23,28,29:B1,2,3,4,5,6,9,10", 9, "9-14", manValue},
		{"crowned first", "B:W10,21,22,23,24,25,27,31:B1,3,5,6,11,12,15,18,28", 11, "28-32", manValue},
	} {
		p := position(t, c.fen)
		r := find(t, Options{}, Request{Position: p, Depth: c.depth})
		if got := r.Move.String(); got != c.move {
			t.Errorf("%s: %s, want %s; %d %v", c.name, got, c.move, r.Score, r.PV)
		}
		last := p
		for _, m := range r.PV {
			if !slices.Contains(last.Moves(), m) {
				t.Fatalf("%s: %s in the line %v is not legal", c.name, m, r.PV)
			}
			last = last.Play(m)
		}
		gain := counting{}.Evaluate(last) - counting{}.Evaluate(p)
		if last.Turn != p.Turn {
			gain = -counting{}.Evaluate(last) - counting{}.Evaluate(p)
		}
		if gain < c.gain {
			t.Errorf("%s: the line %v gains %d, want %d", c.name, r.PV, gain, c.gain)
		}
	}
}

// TestWonEndings are played to their end against the engine itself: what is won has to be won before the 40-move rule
// makes it a draw.
func TestWonEndings(t *testing.T) {
	for _, c := range []struct {
		fen  string
		want checkers.Side
	}{
		{"W:WK30,K31:BK1", checkers.White},
		{"W:WK30,K31,K22:BK1,K5", checkers.White},
		{"W:WK30,K31,K22:BK1,K32", checkers.White},
		{"B:WK5,K6,K7:BK28,K32", checkers.White},
		{"B:WK1,K5:BK28,K32,12,11", checkers.Black},
	} {
		g := checkers.NewGame(position(t, c.fen))
		outcome := playOut(t, g, searching(t, 20000), searching(t, 20000))
		if outcome.Draw || outcome.Winner != c.want {
			t.Errorf("%s: %s after %d plies; %v", c.fen, outcome, len(g.Moves()), g.Moves())
		}
	}
}

// TestDrawnEndings are played to their end against the engine itself: nobody loses what is drawn.
func TestDrawnEndings(t *testing.T) {
	for _, fen := range []string{
		"W:WK32:BK1", "B:WK28,K32:BK1,K5", "B:WK10,K14:BK27,K32", "W:WK1,K19:BK32,K14",
	} {
		g := checkers.NewGame(position(t, fen))
		if outcome := playOut(t, g, searching(t, 20000), searching(t, 20000)); !outcome.Draw {
			t.Errorf("%s: %s after %d plies; %v", fen, outcome, len(g.Moves()), g.Moves())
		}
	}
}

// minimax is what a position is worth by a look ahead that leaves nothing out.
func minimax(t *rapid.T, p checkers.Position, depth int) int {
	answer, err := zerosum.LookAhead(t.Context(), English{}, p, zerosum.Method{Depth: depth, Estimate: true})
	if err != nil {
		t.Fatal(err)
	}
	return answer.Score
}

// forgetful is English draughts without repetition, as plain minimax plays it.
type forgetful struct{ English }

func (forgetful) Reversible(_, _ checkers.Position) bool { return false }

// TestAgreesWithMinimax compares positions out of random games: pruning and ordering change nothing about the value
// at a depth.
func TestAgreesWithMinimax(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := wander(t)
		depth := rapid.IntRange(1, 5).Draw(t, "depth")
		want := minimax(t, p, depth)
		for _, noOrdering := range []bool{false, true} {
			options := Options{NoTable: true, NoQuiescence: true, NoReduction: true, NoProbCut: true,
				NoOrdering: noOrdering}
			s := zerosum.New(forgetful{}, forgetful{}, 0, options)
			r, err := s.Search(context.Background(), Request{Position: p, Depth: depth}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if r.Depth == depth && r.Score != want {
				t.Fatalf("%s depth %d: %s scores %d, minimax %d", p.FEN(), depth, r.Move, r.Score, want)
			}
		}
	})
}

// wander draws a position with at least two moves out of a random game.
func wander(t *rapid.T) checkers.Position {
	p := checkers.Start()
	for range rapid.IntRange(0, 70).Draw(t, "plies") {
		next := p.Play(rapid.SampledFrom(p.Moves()).Draw(t, "move"))
		if len(next.Moves()) < 2 {
			break
		}
		p = next
	}
	return p
}

// TestShortestWin compares endings of two or three pieces: whoever can win within the depth does so in as few plies
// as plain minimax, with every part of the search at work that does not cut lines short.
func TestShortestWin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		squares := rapid.Permutation(slices.Collect(checkers.Board8.All().All())).Draw(t, "squares")
		p := checkers.NewPosition(rapid.SampledFrom([]checkers.Side{checkers.Black, checkers.White}).Draw(t, "turn"))
		p = p.Put(squares[0], checkers.WhiteKing).Put(squares[1], checkers.BlackKing)
		if rapid.Bool().Draw(t, "third") {
			p = p.Put(squares[2], checkers.BlackKing)
		}
		if len(p.Moves()) < 2 {
			t.Skip("answered at once")
		}
		const depth = 7
		want := minimax(t, p, depth)
		r, err := New(Options{TableMB: 1, NoReduction: true, NoProbCut: true}).Search(context.Background(),
			Request{Position: p, Depth: depth}, nil)
		if err != nil {
			t.Fatal(err)
		}
		wantPlies, wantEnd := Distance(want)
		plies, end := Distance(r.Score)
		if wantEnd != (end && plies <= depth) || wantEnd && (plies != wantPlies || r.Score != want) {
			t.Fatalf("%s: %d by %v, minimax %d", p.FEN(), r.Score, r.PV, want)
		}
	})
}

func TestASingleMoveIsAnsweredAtOnce(t *testing.T) {
	p := position(t, "B:W18,29,30,31:B15,1,2,3,4")
	r := find(t, Options{}, Request{Position: p, Time: time.Hour})
	if got := r.Move.String(); got != "15x22" || r.Nodes > 1000 || r.PV[0] != r.Move {
		t.Errorf("%s after %d nodes", got, r.Nodes)
	}
}

func TestTheSameSearchTwice(t *testing.T) {
	s := New(Options{TableMB: 1})
	var first Result
	for _, limits := range []Request{{Depth: 10}, {Nodes: 50000}} {
		limits.Position = checkers.Start()
		for i, searcher := range []*Searcher{s, s, New(Options{TableMB: 1})} {
			searcher.Reset()
			r, err := searcher.Search(context.Background(), limits, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Elapsed = 0
			if i == 0 {
				first = r
			} else if diff := cmp.Diff(first, r, cmp.Comparer(func(a, b checkers.Move) bool { return a == b })); diff != "" {
				t.Errorf("run %d (-first +this):\n%s", i+1, diff)
			}
		}
	}
}

// TestCancel ends a search without limits from another goroutine, in the middle of a depth.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	deep, cancelled := make(chan struct{}), make(chan time.Time, 1)
	go func() {
		<-deep
		cancelled <- time.Now()
		cancel()
	}()
	r, err := New(Options{TableMB: 1}).Search(ctx, Request{Position: checkers.Start()}, func(i Info) {
		if i.Depth == 9 {
			close(deep)
		}
	})
	if late := time.Since(<-cancelled); late > time.Second {
		t.Errorf("it took %v to stop", late)
	}
	if err != nil || r.Depth < 9 || !slices.Contains(checkers.Start().Moves(), r.Move) {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestAvoidsARepetitionWhenAhead has been here twice, and the winning side must not go back to where it was.
func TestAvoidsARepetitionWhenAhead(t *testing.T) {
	g := checkers.NewGame(position(t, "W:WK30,K31:BK1"))
	for _, text := range []string{"30-26", "1-5", "26-30", "5-1", "30-26", "1-5"} {
		m, err := g.Position().ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	r := find(t, Options{TableMB: 1}, Request{Position: g.Position(), History: g.History(), Depth: 8})
	if got := r.Move.String(); got == "26-30" {
		t.Errorf("it goes back with %s, score %d", got, r.Score)
	}
}

// TestNothingIsAllocatedInTheTree compares a deep search with a shallow one.
func TestNothingIsAllocatedInTheTree(t *testing.T) {
	s := New(Options{TableMB: 1})
	allocations := func(depth int) float64 {
		return testing.AllocsPerRun(3, func() {
			s.Reset()
			if _, err := s.Search(context.Background(), Request{Position: checkers.Start(), Depth: depth}, nil); err != nil {
				t.Fatal(err)
			}
		})
	}
	if shallow, deep := allocations(1), allocations(10); deep > shallow || deep > 3 {
		t.Errorf("%g allocations in a deep search, %g in a shallow one", deep, shallow)
	}
}

func TestThreatened(t *testing.T) {
	for _, c := range []struct {
		fen  string
		want bool
	}{
		{"B:W18:B11", false},
		{"B:W18,32:B15,14", true},
		{"W:W22:B17,13", true},
		{"B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12", false},
	} {
		if got := (English{}).Threatened(position(t, c.fen)); got != c.want {
			t.Errorf("%s: %v", c.fen, got)
		}
	}
}

// TestFewKingsAreDrawnSooner has two kings against one drawn after five moves of each side in Russian draughts, and not
// in Czech.
func TestFewKingsAreDrawnSooner(t *testing.T) {
	searchers := Searchers(nil, Options{TableMB: 1})
	for rules, drawn := range map[checkers.RuleSet]bool{checkers.Russian: true, checkers.Czech: false} {
		p, err := rules.ParseFEN("W:WKa1,Kc1:BKb8")
		if err != nil {
			t.Fatal(err)
		}
		game, stood := checkers.NewGame(p), map[checkers.Set]bool{p.White: true, p.Black: true}
		for range 9 { // nobody goes back to where it stood, so that no position can come again
			for _, m := range game.Position().Moves() {
				next := game.Position().Play(m)
				moved := next.Of(next.Turn.Opponent())
				if next.Jumpers() != 0 || stood[moved] {
					continue
				}
				if err := game.Play(m); err != nil {
					t.Fatal(err)
				}
				stood[moved] = true
				break
			}
		}
		request := Request{Position: game.Position(), Depth: 6}
		ahead, err := searchers(rules).Search(t.Context(), request, nil)
		if err != nil || ahead.Score > -50 {
			t.Errorf("%v: without what was before it is worth %d to one king, %v", rules, ahead.Score, err)
		}
		request.History = game.History()
		near, err := searchers(rules).Search(t.Context(), request, nil)
		if err != nil || len(request.History) != 9 || (near.Score == 0) != drawn {
			t.Errorf("%v: after %d plies it is worth %d to one king, %v", rules, len(request.History), near.Score, err)
		}
	}
}
