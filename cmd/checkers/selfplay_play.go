package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"

	"draughtsman/engine/learn"
	"draughtsman/engine/search"
)

type selfplayCommand struct {
	Out     string  `arg:"" type:"path" help:"The file of games; what is there already is kept and gone on from." placeholder:"FILE"`
	Games   uint64  `default:"1000" help:"Games that the file is to have (${default})." placeholder:"N"`
	Seed    uint64  `default:"1" help:"Of the openings (${default}); the same seed makes the same games." placeholder:"N"`
	Nodes   uint64  `default:"1500" help:"Positions searched for a move (${default})." placeholder:"N"`
	By      string  `default:"learnt" help:"What plays: learnt, by the weights that come with the program, hand, by the evaluation written by hand, or a file of weights." placeholder:"WEIGHTS"`
	Threads threads `default:"1" help:"Games played at once (${default})." placeholder:"N"`
}

func (selfplayCommand) Help() string {
	return `Plays games of English draughts by itself, for checkers tune to learn from. When it
is stopped, the same command goes on where it was.

  checkers selfplay --games 10000 --by hand round1.games
  checkers tune --out round1.weights round1.games
  checkers selfplay --games 20000 --seed 2 --by round1.weights round2.games`
}

// Run says how many games are done on the standard error.
func (c selfplayCommand) Run(ctx context.Context, s *session) (err error) {
	if c.Games < 1 || c.Nodes < 1 {
		return wrongUsage("--games and --nodes must be 1 or more")
	}
	values, by, err := weightsNamed(c.By)
	if err != nil {
		return err
	}
	round := search.Round{Seed: c.Seed, Nodes: c.Nodes, By: by}
	release, err := alone(c.Out)
	if err != nil {
		return err
	}
	defer release(&err)
	file, err := os.OpenFile(c.Out, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	done, err := learn.Resume(file, round)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Out, err)
	}
	searchers := make([]*search.Searcher, c.Threads)
	for i := range searchers {
		searchers[i] = search.NewWith(values, search.Options{TableMB: 1})
	}
	for said := done; done < c.Games; {
		games, err := playAtOnce(ctx, searchers[:min(uint64(c.Threads), c.Games-done)], round, done)
		if err != nil {
			return fmt.Errorf("stopped after %d games; the same command goes on from there: %w", done, err)
		}
		for _, game := range games {
			if err := learn.WriteGame(file, game); err != nil {
				return err
			}
		}
		if done += uint64(len(games)); done-said >= gamesBetweenReports {
			said = done
			fmt.Fprintf(s.err, "%d of %d games\n", done, c.Games)
		}
	}
	fmt.Fprintf(s.out, "%s holds %d games.\n", c.Out, done)
	return nil
}

// gamesBetweenReports is the number of games from one line of progress to the next.
const gamesBetweenReports = 100

// playAtOnce plays a game with each searcher, the first of them number n.
func playAtOnce(ctx context.Context, searchers []*search.Searcher, round search.Round, n uint64) ([]learn.Game, error) {
	games, errs := make([]learn.Game, len(searchers)), make([]error, len(searchers))
	var all sync.WaitGroup
	for i, s := range searchers {
		all.Go(func() { games[i], errs[i] = learn.Play(ctx, s, round, n+uint64(i)) })
	}
	all.Wait()
	return games, errors.Join(errs...)
}

// weightsNamed is weights and what they are called: nil for those written by hand.
func weightsNamed(name string) (*search.Weights, string, error) {
	switch name {
	case "hand":
		return nil, name, nil
	case "learnt":
		w, _ := search.Learnt()
		return w, name, nil
	}
	file, err := os.ReadFile(name)
	if err != nil {
		return nil, "", wrongUsage("weights are learnt, hand or a file: %w", err)
	}
	w, from, err := search.ReadWeights(file)
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", name, err)
	}
	return w, fmt.Sprintf("weights of round %d", len(from.Rounds)), nil
}
