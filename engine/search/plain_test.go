package search

import (
	"context"
	"flag"
	"testing"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search/zerosum"
)

// alphaBeta is a player of the textbook: a fixed depth, pieces and nothing else.
func alphaBeta(t testing.TB, depth int) player {
	return func(g *checkers.Game) checkers.Move {
		a, err := zerosum.LookAhead(context.Background(), counting{}, g.Position(),
			zerosum.Method{Depth: depth, Estimate: true, Prune: true})
		if err != nil {
			t.Fatal(err)
		}
		return a.Move
	}
}

var plainGames = flag.Int("plain", 20, "how many games TestBeatsAlphaBeta plays")

// TestBeatsAlphaBeta plays from ballots, both colours each, against alpha-beta that looks eight plies ahead, and wins
// nearly all.
func TestBeatsAlphaBeta(t *testing.T) {
	if testing.Short() {
		t.Skip("alpha-beta takes its time")
	}
	openings := checkers.Ballots()
	us := searching(t, 20000)
	var won, drawn, lost int
	for i := range *plainGames {
		g := openings[i/2*3%len(openings)].Game()
		side := checkers.Side(i % 2)
		sides := [2]player{alphaBeta(t, 8), alphaBeta(t, 8)}
		sides[side] = us
		switch outcome := playOut(t, g, sides[checkers.Black], sides[checkers.White]); {
		case outcome.Draw:
			drawn++
		case outcome.Winner == side:
			won++
		default:
			lost++
			t.Errorf("game %d lost as %s: %v", i+1, side, g.Moves())
		}
	}
	points := float64(won) + float64(drawn)/2
	t.Logf("%d won, %d drawn, %d lost: %.1f %% of the points", won, drawn, lost, 100*points/float64(*plainGames))
	if least := 0.95; points < least*float64(*plainGames) {
		t.Errorf("%g of %d points, want %g of each", points, *plainGames, least)
	}
}
