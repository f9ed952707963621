package learn

import (
	"context"
	"fmt"
	"math/rand/v2"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
)

// Game is the quiet positions of a game, in order, in which there was a choice.
type Game []Sample

// Sample is a quiet position, what a search said of it, and how the game ended, both for the side to move.
type Sample struct {
	Position checkers.Position
	Score    int16 // hundredths of a man, or as search.Win describes
	Result   int8  // 1, 0 or −1 for a win, a draw or a loss
}

const (
	// A game begins with this many plies at random, or one or two of them less where that has ended it.
	leastRandom, mostRandom = 2, 8
	// mostAhead is how many hundredths of a man either side may be ahead after them. Others are drawn in their place,
	// so many times at most: weights may find one side ahead everywhere.
	mostAhead, mostDraws = 40, 100
	// even is how far ahead a side may be where a long search is made; with fewer pieces, by lot, one in so many.
	even, manyPieces, oneInSoMany = 80, 12, 3
	// drawnAfter is how many plies in a row without a capture or a man's move make a game of self-play a draw, where the
	// limit is not less: what is won is won in fewer.
	drawnAfter = 24
)

// drawn reports whether so many quiet plies make a position a draw.
func drawn(p checkers.Position, quiet int) bool { return quiet >= min(drawnAfter, p.MostQuietPlies()) }

// Play plays game number n of a round by a searcher of its game. The same round, number and weights give the same game.
// When ctx ends the error is its cause.
func Play(ctx context.Context, s *search.Searcher, round search.Round, n uint64) (Game, error) {
	s.Reset()
	random := rand.New(rand.NewPCG(round.Seed, n))
	game, err := evenly(ctx, s, round, random)
	if err != nil {
		return nil, err
	}
	var samples Game
	for quiet := 0; !drawn(game.Position(), quiet); {
		if outcome, over := game.Outcome(); over {
			if outcome.Draw {
				break
			}
			return samples.won(outcome.Winner), nil
		}
		p := game.Position()
		found, err := find(ctx, s, round.Nodes, game)
		if err != nil {
			return nil, err
		}
		if !(search.English{}).Noisy(p) && len(p.Moves()) > 1 {
			if round.Even > 0 && undecided(p, found.Score, random) {
				if found, err = find(ctx, s, round.Even, game); err != nil {
					return nil, err
				}
			}
			samples = append(samples, Sample{Position: p, Score: int16(found.Score)})
		}
		if _, decided := search.Distance(found.Score); decided {
			winner := p.Turn
			if found.Score < 0 {
				winner = winner.Opponent()
			}
			return samples.won(winner), nil
		}
		if err := game.Play(found.Move); err != nil {
			return nil, err
		}
		quiet++
		if !(search.English{}).Reversible(p, game.Position()) {
			quiet = 0
		}
	}
	return samples, nil
}

// undecided reports whether a position is worth a long search, after a short one has said what it thinks of it.
func undecided(p checkers.Position, score int, random *rand.Rand) bool {
	share := 1
	if p.Occupied().Len() < manyPieces {
		share = oneInSoMany
	}
	return -even <= score && score <= even && search.Learnable(p) && random.IntN(share) == 0
}

// find is what a search of so many positions says of a game.
func find(ctx context.Context, s *search.Searcher, nodes uint64, game *checkers.Game) (search.Result, error) {
	p := game.Position()
	found, err := s.Search(ctx, search.Request{Position: p, History: game.History(), Nodes: nodes}, nil)
	if err != nil {
		return found, fmt.Errorf("search %s: %w", p.FEN(), err)
	}
	return found, context.Cause(ctx)
}

// evenly is a game after some plies at random that leave neither side well ahead.
func evenly(ctx context.Context, s *search.Searcher, round search.Round, random *rand.Rand) (*checkers.Game, error) {
	for draw := 1; ; draw++ {
		game, err := opening(round.Rules.Start(), random)
		if err != nil {
			return nil, err
		}
		if _, over := game.Outcome(); over || draw == mostDraws {
			return game, nil
		}
		found, err := find(ctx, s, round.Nodes, game)
		if err != nil {
			return nil, err
		}
		if found.Score >= -mostAhead && found.Score <= mostAhead {
			return game, nil
		}
	}
}

// opening is a game from a start after some plies at random.
func opening(start checkers.Position, random *rand.Rand) (*checkers.Game, error) {
	game := checkers.NewGame(start)
	for range leastRandom + random.IntN(mostRandom-leastRandom+1) {
		if _, over := game.Outcome(); over {
			break
		}
		moves := game.Position().Moves()
		if err := game.Play(moves[random.IntN(len(moves))]); err != nil {
			return nil, err
		}
	}
	return game, nil
}

// won writes the winner into every sample.
func (g Game) won(winner checkers.Side) Game {
	for i := range g {
		g[i].Result = 1
		if g[i].Position.Turn != winner {
			g[i].Result = -1
		}
	}
	return g
}
