package zerosum

import (
	"context"
	"errors"
	"testing"

	"pgregory.net/rapid"
)

func TestLookAheadSolvesSubtraction(t *testing.T) {
	for heap := 1; heap <= 14; heap++ {
		states := map[Method]uint64{}
		for _, method := range []Method{{}, {Prune: true}, {Remember: true}, {Prune: true, Remember: true}} {
			a, err := LookAhead(context.Background(), subtraction{}, heap, method)
			if err != nil {
				t.Fatal(err)
			}
			want, move := 1, heap%4
			if move == 0 {
				want, move = -1, a.Move
			}
			if a.Value() != want || a.Move != move {
				t.Errorf("%+v heap %d: takes %d for %d, want %d for %d", method, heap, a.Move, a.Value(), move, want)
			}
			states[method] = a.States
		}
		plain := states[Method{}]
		if plain != compositions(heap) {
			t.Errorf("heap %d: minimax visits %d states, want %d", heap, plain, compositions(heap))
		}
		for method, n := range states {
			if n > plain {
				t.Errorf("heap %d: %+v visits %d states, minimax %d", heap, method, n, plain)
			}
		}
		// With a memory each heap is met once at each depth at most.
		if n := states[Method{Remember: true}]; n > uint64(heap*heap) {
			t.Errorf("heap %d: %d states with a memory", heap, n)
		}
	}
}

// compositions is the number of ways to begin to take a heap by ones, twos and threes: what minimax visits.
func compositions(heap int) uint64 {
	n := uint64(0)
	for take := 1; take <= min(3, heap); take++ {
		n += 1 + compositions(heap-take)
	}
	return n
}

// TestLookAheadIsMinimax compares scores and moves, for games that end and that need not.
func TestLookAheadIsMinimax(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		depth := rapid.IntRange(1, 9).Draw(t, "depth")
		method := Method{
			Depth: depth, Estimate: true,
			Prune: rapid.Bool().Draw(t, "prune"), Remember: rapid.Bool().Draw(t, "remember"),
		}
		var game Game[int, int] = subtraction{}
		if rapid.Bool().Draw(t, "walk") {
			game = walk{}
		}
		at := rapid.IntRange(1, 9).Draw(t, "state")
		score, best := plainMinimax(game, at, depth, 0)
		a, err := LookAhead(context.Background(), game, at, method)
		if err != nil || a.Score != score || a.Move != best {
			t.Fatalf("%+v, %v; want %d for %d", a, err, best, score)
		}
	})
}

// TestLookAheadSeesNothingBeyondItsDepth has a game that does not have to end.
func TestLookAheadSeesNothingBeyondItsDepth(t *testing.T) {
	for _, c := range []struct {
		at     int
		method Method
		value  int
	}{
		{0, Method{Depth: 1}, 1},
		{1, Method{Depth: 1}, 0},
		{1, Method{Remember: true, Prune: true}, 0},
		{1, Method{Remember: true}, 0},
		{1, Method{Remember: true, Depth: 1 << 20}, 0},
	} {
		a, err := LookAhead(context.Background(), walk{}, c.at, c.method)
		if err != nil || a.Value() != c.value {
			t.Errorf("from %d: %+v, %v, want %d", c.at, a, err, c.value)
		}
	}
}

func TestLookAheadEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	a, err := LookAhead(ctx, walk{}, 5, Method{})
	if !errors.Is(err, context.Canceled) || a.Move != -1 || a.States > 1024 {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestLookAheadWithoutMoves(t *testing.T) {
	if _, err := LookAhead(context.Background(), subtraction{}, 0, Method{}); !errors.Is(err, ErrNoMoves) {
		t.Errorf("%v, want %v", err, ErrNoMoves)
	}
}

// judged is the walk where at the limit the token's place decides: whoever is to move wins in the lower half.
type judged struct{ walk }

func (judged) AtLimit(at int) int {
	if at < 5 {
		return 1
	}
	return -1
}

func TestUmpire(t *testing.T) {
	for _, c := range []struct {
		name               string
		at, limit, history int
		score              int
	}{
		{"the next ply is the last", 4, 1, -1, Win - 1},
		{"the next ply is the last, and loses", 3, 1, -1, 1 - Win},
		{"a state that comes again is worth what the limit makes of it", 5, 9, 6, Win - 8},
	} {
		request := Request[int]{Position: c.at, Depth: 1}
		if c.history >= 0 {
			request.History = []int{c.history}
		}
		r, err := New(judged{}, judged{}, c.limit, Options{}).Search(context.Background(), request, nil)
		if err != nil || r.Score != c.score {
			t.Errorf("%s: %+v, %v; want the score %d", c.name, r, err, c.score)
		}
	}
}

// plainMinimax is the value of a state, and the first of its best moves, to a depth in plies, as simply as it can be
// written down.
func plainMinimax[S, M any](game Game[S, M], state S, depth, ply int) (score int, best M) {
	moves := game.AppendMoves(state, nil)
	if len(moves) == 0 {
		return final(game.Utility(state), ply), best
	}
	if depth == 0 {
		return game.Evaluate(state), best
	}
	score = -infinity
	for _, m := range moves {
		if reply, _ := plainMinimax(game, game.Play(state, m), depth-1, ply+1); -reply > score {
			score, best = -reply, m
		}
	}
	return score, best
}
