package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"draughtsman/engine/search"
	"draughtsman/engine/search/zerosum"
	"draughtsman/engine/variant"
)

// opponent is a line of the menu of opponents; the zero value is not known yet.
type opponent int

// The opponents.
const (
	randomOpponent opponent = 1 + iota
	minimaxOpponent
	alphaBetaOpponent
	heuristicOpponent
	engineOpponent
)

// UnmarshalText reads an opponent's number or name.
func (k *opponent) UnmarshalText(text []byte) error {
	for i, name := range []string{"random", "minimax", "alphabeta", "heuristic", "engine"} {
		if strings.EqualFold(string(text), name) || string(text) == strconv.Itoa(i+1) {
			*k = opponent(i + 1)
			return nil
		}
	}
	return fmt.Errorf("there is no opponent %q: want 1 or random, 2 or minimax, 3 or alphabeta, 4 or heuristic, 5 or "+
		"engine", text)
}

// agent chooses a move for the side to move of a game that goes on.
type agent func(context.Context, *variant.Game) (thought, error)

// thought is what an agent has to say of its move.
type thought struct {
	move   variant.Move
	states uint64 // visited
	value  string // of the move, for whoever makes it
}

// secondsIfUnsaid is how long agents take that cannot see the end of the game.
const secondsIfUnsaid = 5

func (c consoleCommand) agent(rules variant.Rules) agent {
	limit := time.Duration(c.Time * float64(time.Second))
	if limit == 0 {
		limit = secondsIfUnsaid * time.Second
	}
	seed := uint64(time.Now().UnixNano())
	if c.Seed != nil {
		seed = *c.Seed
	}
	switch c.Opponent {
	case randomOpponent:
		return playRandomly(rand.New(rand.NewPCG(seed, 0)))
	case minimaxOpponent:
		return lookToTheEnd(zerosum.Method{Remember: true}, limit)
	case alphaBetaOpponent:
		return lookToTheEnd(zerosum.Method{Prune: true, Remember: true}, limit)
	case heuristicOpponent:
		return lookAhead(zerosum.Method{Depth: c.Depth, Estimate: true, Prune: true})
	default:
		level, _ := search.LevelNamed(c.Level) // check has seen to that
		searcher := variant.NewSearcher(rules, c.Size, variant.Positional(), level.Options(zerosum.Options{}, seed))
		return useEngine(searcher, level.Depth, limit)
	}
}

func playRandomly(source *rand.Rand) agent {
	return func(_ context.Context, game *variant.Game) (thought, error) {
		moves := game.Rules().SortedMoves(game.Position())
		return thought{move: moves[source.IntN(len(moves))], value: "unknown"}, nil
	}
}

// lookAhead searches as a method says, however long it takes.
func lookAhead(method zerosum.Method) agent {
	return func(ctx context.Context, game *variant.Game) (thought, error) {
		a, err := see(ctx, game, method)
		return thought{a.Move, a.States, value(a.Score)}, err
	}
}

// see looks at the tree of the game with its move limit.
func see(ctx context.Context, game *variant.Game, method zerosum.Method) (zerosum.Answer[variant.Move], error) {
	return variant.LookAhead(ctx, game.Rules(), variant.Positional(), game.State(), nil, method)
}

// smallestSize is the size of the boards on which every game can be seen to its end.
const smallestSize = variant.MinSize

// lookToTheEnd knows of a move only what comes at the end of the game. On large boards it looks as far as the time
// lets it, one ply further each time, and takes what it cannot see for a draw.
func lookToTheEnd(method zerosum.Method, limit time.Duration) agent {
	whole := lookAhead(method)
	return func(ctx context.Context, game *variant.Game) (thought, error) {
		if game.Position().Size() == smallestSize {
			return whole(ctx, game)
		}
		hurry, stop := context.WithTimeout(ctx, limit)
		defer stop()
		moves := game.Rules().Moves(game.Position())
		best := thought{move: moves[0], value: value(0)}
		for depth := 1; depth <= zerosum.MaxPly; depth++ {
			method.Depth = depth
			a, err := see(hurry, game, method)
			best.states += a.States
			switch {
			case ctx.Err() != nil:
				return best, ctx.Err()
			case errors.Is(err, context.DeadlineExceeded):
				return best, nil
			case err != nil:
				return best, err
			}
			best.move, best.value = a.Move, value(a.Score)
			if plies, decided := zerosum.Distance(a.Score); decided && plies <= depth || len(moves) == 1 {
				break
			}
		}
		return best, nil
	}
}

func useEngine(searcher variant.Searcher, depth int, limit time.Duration) agent {
	return func(ctx context.Context, game *variant.Game) (thought, error) {
		r, err := searcher.Search(ctx, zerosum.Request[variant.Position]{
			Position: game.Position(), History: game.History(), Depth: depth, Time: limit,
		}, nil)
		return thought{r.Move, r.Nodes, value(r.Score)}, errors.Join(err, ctx.Err())
	}
}

// value shows a score in the terms of utility: 1.0 for a game won, -1.0 for one lost, 0.0 for a draw, and for an
// estimate a number with more digits between them, 0.762 for a lead of four men.
func value(score int) string {
	const fourMenScore, maxEstimate = 400, 0.999
	switch _, decided := zerosum.Distance(score); {
	case score == 0:
		return "0.0"
	case decided && score > 0:
		return "1.0"
	case decided:
		return "-1.0"
	}
	estimate := math.Tanh(float64(score) / fourMenScore)
	return fmt.Sprintf("%.3f", max(-maxEstimate, min(maxEstimate, estimate)))
}
