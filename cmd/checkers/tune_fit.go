package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"

	"draughtsman/engine/checkers"
	"draughtsman/engine/learn"
	"draughtsman/engine/search"
	"draughtsman/internal/files"
)

type tuneFitCommand struct {
	Games []string `arg:"" type:"existingfile" help:"Files of self-play, the first round first." placeholder:"FILE"`
	Out   string   `required:"" type:"path" help:"The file of weights, written after each epoch." placeholder:"FILE"`

	From   string   `help:"Begin with these weights: learnt, those that come with the program, or a file; usually with some drawn by lot." placeholder:"WEIGHTS"`
	Epochs *int     `help:"Times that every position is looked at (4)." placeholder:"N"`
	Ahead  *float64 `help:"How much what came later in a game counts, 0 to 1; the rest is what the search said of a position (0.9)." placeholder:"SHARE"`
	Rate   *float64 `help:"How fast the weights move at first (0.002)." placeholder:"N"`
	Seed   *uint64  `help:"Of the first weights and the order of the positions (1)." placeholder:"N"`
}

// Run prints a row an epoch: its number, and the losses.
func (c tuneFitCommand) Run(ctx context.Context, s *session) error {
	fitting := c.fitting()
	if !(fitting.Epochs >= 1 && fitting.Ahead >= 0 && fitting.Ahead <= 1 && fitting.Rate > 0) {
		return wrongUsage("--epochs must be 1 or more, --ahead between 0 and 1, --rate above 0")
	}
	if err := weights.MayReplace(c.Out); err != nil {
		return wrongUsage("--out: %w", err)
	}
	games, rounds, err := readRounds(c.Games)
	if err != nil {
		return err
	}
	from := search.Provenance{Seed: fitting.Seed}
	if c.From != "" {
		var earlier search.Provenance
		if fitting.From, earlier, err = weightsFrom(c.From, rounds[0].Rules); err != nil {
			return err
		}
		from.Rounds = slices.Clone(earlier.Rounds)
	}
	from.Rounds = append(from.Rounds, rounds...)
	for _, game := range games {
		from.Positions += len(game)
	}
	fmt.Fprintf(s.out, "%d games, %d positions\nepoch     loss  held back\n", len(games), from.Positions)
	_, err = learn.Fit(games, fitting, func(e learn.Epoch, w *search.Weights) error {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("stopped in epoch %d: %w", e.Number+1, err)
		}
		fmt.Fprintf(s.out, "%5d  %.5f    %.5f\n", e.Number, e.Loss, e.HeldBack)
		if e.Number == 0 {
			return nil
		}
		from.Epochs, from.Loss, from.HeldBack = e.Number, e.Loss, e.HeldBack
		return writeWeights(c.Out, w, from)
	})
	return err
}

// fitting is the usual one but for what was said.
func (c tuneFitCommand) fitting() learn.Fitting {
	f := learn.Usual()
	set(&f.Epochs, c.Epochs)
	set(&f.Ahead, c.Ahead)
	set(&f.Rate, c.Rate)
	set(&f.Seed, c.Seed)
	return f
}

// weightsFrom is the weights for a rule set that a fit goes on from, and where they come from.
func weightsFrom(name string, rules checkers.RuleSet) (*search.Weights, search.Provenance, error) {
	if name == "learnt" {
		w, from := search.LearntBy(rules.Board(), rules.Start().Rules)
		if err := areOf(rules, from); err != nil {
			return nil, from, wrongUsage("--from learnt: %w", err)
		}
		return w, from, nil
	}
	return weightsIn(name, "--from is learnt or a file of weights", rules)
}

// areOf says so where weights were fitted to games of another rule set.
func areOf(rules checkers.RuleSet, from search.Provenance) error {
	if from.Of() == rules {
		return nil
	}
	return fmt.Errorf("these weights were fitted to games of %s, and the games are of %s", from.Of(), rules)
}

// weightsIn is the weights of a file for a rule set, and where they come from; what says what may be named.
func weightsIn(path, what string, rules checkers.RuleSet) (*search.Weights, search.Provenance, error) {
	file, err := weights.Read(path)
	if err != nil {
		return nil, search.Provenance{}, wrongUsage("%s: %w", what, err)
	}
	w, from, err := search.ReadWeights(file)
	if err == nil {
		err = areOf(rules, from)
	}
	if err != nil {
		return nil, from, fmt.Errorf("%s: %w", path, err)
	}
	return w, from, nil
}

// set is for what may be left unsaid.
func set[T any](to *T, said *T) {
	if said != nil {
		*to = *said
	}
}

// readRounds is the games of files, which are all of one rule set, and their rounds.
func readRounds(paths []string) (games []learn.Game, rounds []search.Round, err error) {
	for i, path := range paths {
		round, more, err := readRound(path)
		if err != nil {
			return nil, nil, err
		}
		if i > 0 && round.Rules != rounds[0].Rules {
			return nil, nil, fmt.Errorf("%s has games of %s, and %s of %s: weights are fitted to one rule set", paths[0],
				rounds[0].Rules, path, round.Rules)
		}
		games, rounds = append(games, more...), append(rounds, round)
	}
	return games, rounds, nil
}

// readRound is a file's round, with the number of its games, and the games.
func readRound(path string) (search.Round, []learn.Game, error) {
	file, err := os.Open(path)
	if err != nil {
		return search.Round{}, nil, err
	}
	defer func() { _ = file.Close() }() // it is only read
	round, all, err := learn.Read(file)
	if err != nil {
		return round, nil, fmt.Errorf("%s: %w", path, err)
	}
	var games []learn.Game
	for game, err := range all {
		if err != nil {
			return round, nil, fmt.Errorf("%s: %w", path, err)
		}
		games = append(games, game)
	}
	round.Games = uint64(len(games))
	return round, games, nil
}

func writeWeights(path string, w *search.Weights, from search.Provenance) error {
	var file bytes.Buffer
	if err := search.WriteWeights(&file, w, from); err != nil {
		return err
	}
	return files.Replace(path, file.Bytes())
}
