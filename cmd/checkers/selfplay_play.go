package main

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"sync"

	"draughtsman/engine/checkers"
	"draughtsman/engine/learn"
	"draughtsman/engine/search"
	"draughtsman/internal/engine"
)

type selfplayPlayCommand struct {
	Out     string           `arg:"" type:"path" help:"The file of games; what is there already is kept and gone on from." placeholder:"FILE"`
	Rules   checkers.RuleSet `default:"english" help:"The rule set: english, pool, russian, brazilian, czech, italian, spanish, international or frisian (${default})." placeholder:"NAME"`
	Games   uint64           `default:"1000" help:"Games that the file is to have (${default})." placeholder:"N"`
	Seed    uint64           `default:"1" help:"Of the openings (${default}); the same seed makes the same games." placeholder:"N"`
	Nodes   uint64           `default:"1000" help:"Positions searched for a move (${default})." placeholder:"N"`
	Even    uint64           `default:"20000" help:"Positions searched where neither side is well ahead (${default}); 0 for no more than elsewhere." placeholder:"N"`
	By      string           `default:"learnt" help:"What plays: learnt, by the weights that come with the program, hand, by what is set by hand, material and the hunt, or a file of weights." placeholder:"WEIGHTS"`
	Threads engine.Threads   `default:"1" help:"Games played at once (${default})." placeholder:"N"`
	shardFlag
}

// Run says how many games are done on the standard error.
func (c selfplayPlayCommand) Run(ctx context.Context, s *session) (err error) {
	if c.Games < 1 || c.Nodes < 1 {
		return wrongUsage("--games and --nodes must be 1 or more")
	}
	values, by, err := weightsNamed(c.By, c.Rules)
	if err != nil {
		return err
	}
	round := search.Round{Rules: c.Rules, Seed: c.Seed, Nodes: c.Nodes, Even: c.Even, By: by}
	part := learn.Part{Round: round, Shard: c.Shard}
	games := c.Shard.Count(c.Games)
	if !c.Shard.IsZero() {
		part.Games = c.Games
		if part.Weights, err = checksum(values); err != nil {
			return err
		}
	}
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
	done, err := learn.Resume(file, part)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Out, err)
	}
	players := make([]*search.Searcher, c.Threads)
	for i := range players {
		players[i] = search.NewWith(c.Rules, values, search.Options{TableMB: 2})
	}
	for said := done; done < games; {
		more, err := playAtOnce(ctx, players[:min(uint64(c.Threads), games-done)], part, done)
		if err != nil {
			return fmt.Errorf("stopped after %d games; the same command goes on from there: %w", done, err)
		}
		for _, game := range more {
			if err := learn.WriteGame(file, game); err != nil {
				return err
			}
		}
		if done += uint64(len(more)); done-said >= gamesBetweenReports {
			said = done
			fmt.Fprintf(s.err, "%d of %d games\n", done, games)
		}
	}
	fmt.Fprintf(s.out, "%s holds %d games.\n", c.Out, done)
	return nil
}

// gamesBetweenReports is the number of games from one line of progress to the next.
const gamesBetweenReports = 100

// playAtOnce plays a game by each searcher, the first of them number k of the part.
func playAtOnce(ctx context.Context, players []*search.Searcher, part learn.Part, k uint64) ([]learn.Game, error) {
	games, errs := make([]learn.Game, len(players)), make([]error, len(players))
	var all sync.WaitGroup
	for i, s := range players {
		all.Go(func() { games[i], errs[i] = learn.Play(ctx, s, part.Round, part.Number(k+uint64(i))) })
	}
	all.Wait()
	return games, errors.Join(errs...)
}

// checksum is that of weights as they are written to a file; 0 for none.
func checksum(w *search.Weights) (uint32, error) {
	if w == nil {
		return 0, nil
	}
	sum := crc32.NewIEEE()
	err := search.WriteWeights(sum, w, search.Provenance{})
	return sum.Sum32(), err
}

// weightsNamed is weights for a game and what they are called: nil for none.
func weightsNamed(name string, rules checkers.RuleSet) (*search.Weights, string, error) {
	switch name {
	case "hand":
		return nil, name, nil
	case "learnt":
		w, _ := search.LearntBy(rules.Board(), rules.Start().Rules)
		return w, name, nil
	}
	w, from, err := weightsIn(name, "weights are learnt, hand or a file", rules)
	if err != nil {
		return nil, "", err
	}
	return w, fmt.Sprintf("weights of round %d", len(from.Rounds)), nil
}
