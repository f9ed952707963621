package search

import (
	"context"
	"math/rand/v2"
	"testing"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search/zerosum"
)

// player chooses a move in a game that is not over.
type player func(g *checkers.Game) checkers.Move

// searching is a player that thinks for so many nodes a move.
func searching(t testing.TB, nodes uint64) player {
	s := New(Options{TableMB: 8})
	return func(g *checkers.Game) checkers.Move {
		r, err := s.Search(context.Background(), Request{Position: g.Position(), History: g.History(), Nodes: nodes}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r.Move
	}
}

// counting is the game as a beginner sees it: pieces and nothing else.
type counting struct{ English }

func (counting) Evaluate(p checkers.Position) int {
	worth := func(b checkers.Set) int { return manValue*b.Len() + (kingValue-manValue)*(b&p.Kings).Len() }
	return worth(p.Of(p.Turn)) - worth(p.Of(p.Turn.Opponent()))
}

func minimaxing(depth int) player {
	return func(g *checkers.Game) checkers.Move {
		_, best := zerosum.Minimax(counting{}, g.Position(), depth)
		return best
	}
}

func guessing(random *rand.Rand) player {
	return func(g *checkers.Game) checkers.Move {
		moves := g.Position().Moves()
		return moves[random.IntN(len(moves))]
	}
}

func playOut(t testing.TB, g *checkers.Game, black, white player) checkers.Outcome {
	for {
		if outcome, over := g.Outcome(); over {
			return outcome
		}
		choose := black
		if g.Position().Turn == checkers.White {
			choose = white
		}
		if err := g.Play(choose(g)); err != nil {
			t.Fatal(err)
		}
	}
}

// opening is a game after a few random moves.
func opening(t testing.TB, random *rand.Rand, plies int) *checkers.Game {
	g := checkers.NewGame(checkers.Start())
	for range plies {
		if err := g.Play(guessing(random)(g)); err != nil {
			t.Fatal(err)
		}
	}
	return g
}
