package variant

import (
	"context"
	"math/rand/v2"
	"testing"

	"draughtsman/engine/search/zerosum"
)

// TestDeeperSearchIsStronger plays games that begin with random moves, each twice with sides changed, at two depths.
func TestDeeperSearchIsStronger(t *testing.T) {
	const pairs, opening, longest = 4, 6, 160
	for _, r := range []Rules{Italian(), Pool(), Spanish(), Russian(), Brazilian(), Czech(), International(), Frisian()} {
		random := rand.New(rand.NewPCG(54, uint64(r.GameType)))
		score := 0
		for range pairs {
			start := NewGame(r, mustStart(t, r, r.Size))
			for range opening {
				moves := r.SortedMoves(start.Position())
				if err := start.Play(moves[random.IntN(len(moves))]); err != nil {
					t.Fatal(err)
				}
			}
			for _, deep := range []Player{First, Second} {
				score += playAtDepths(t, r, start.Position(), deep, longest)
			}
		}
		t.Logf("%s: %+d of %d", r.Name, score, 2*pairs)
		if score < pairs {
			t.Errorf("%s: the deeper search wins by %d of %d games only", r.Name, score, 2*pairs)
		}
	}
}

// playAtDepths is 1 where the side that looks deeper wins, −1 where it loses.
func playAtDepths(t *testing.T, r Rules, start Position, deep Player, longest int) int {
	t.Helper()
	game := NewGame(r, start)
	var searchers [2]Searcher
	for i := range searchers {
		searchers[i] = NewSearcher(r, start.Size(), Positional(), zerosum.Options{TableMB: 1})
	}
	for range longest {
		if outcome, over := game.Outcome(); over {
			switch {
			case outcome.Draw:
				return 0
			case outcome.Winner == deep:
				return 1
			}
			return -1
		}
		turn, depth := game.Position().Turn(), 1
		if turn == deep {
			depth = 7
		}
		a, err := searchers[turn].Search(context.Background(), zerosum.Request[Position]{
			Position: game.Position(), History: game.History(), Depth: depth,
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := game.Play(a.Move); err != nil {
			t.Fatal(err)
		}
	}
	return 0
}
