package main

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"slices"
	"strings"
	"sync"

	"draughtsman/engine/checkers"
	"draughtsman/engine/learn"
	"draughtsman/engine/search"
	"draughtsman/engine/variant"
	"draughtsman/internal/engine"
)

type selfplayPlayCommand struct {
	Out     string         `arg:"" type:"path" help:"The file of games; what is there already is kept and gone on from." placeholder:"FILE"`
	Rules   string         `default:"english" help:"The rule set: english, italian, pool, spanish, russian, brazilian or czech (${default})." placeholder:"NAME"`
	Games   uint64         `default:"1000" help:"Games that the file is to have (${default})." placeholder:"N"`
	Seed    uint64         `default:"1" help:"Of the openings (${default}); the same seed makes the same games." placeholder:"N"`
	Nodes   uint64         `default:"1000" help:"Positions searched for a move (${default})." placeholder:"N"`
	Even    uint64         `default:"20000" help:"Positions searched where neither side is well ahead (${default}); 0 for no more than elsewhere." placeholder:"N"`
	By      string         `default:"learnt" help:"What plays: learnt, by the weights that come with the program, hand, by what is set by hand, material and the hunt, or a file of weights." placeholder:"WEIGHTS"`
	Threads engine.Threads `default:"1" help:"Games played at once (${default})." placeholder:"N"`
	shardFlag
}

// Run says how many games are done on the standard error.
func (c selfplayPlayCommand) Run(ctx context.Context, s *session) (err error) {
	if c.Games < 1 || c.Nodes < 1 {
		return wrongUsage("--games and --nodes must be 1 or more")
	}
	rules, err := learnableRules(c.Rules)
	if err != nil {
		return wrongUsage("--rules: %w", err)
	}
	values, by, err := weightsNamed(c.By, rules)
	if err != nil {
		return err
	}
	part := learn.Part{Round: search.Round{Seed: c.Seed, Nodes: c.Nodes, Even: c.Even, By: by}, Shard: c.Shard}
	if rules.Name != part.Of() { // the files of English draughts do not say it
		part.Rules = rules.Name
	}
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
	tables := make([]learn.Table, c.Threads)
	for i := range tables {
		tables[i] = newTable(rules, values)
	}
	for said := done; done < games; {
		more, err := playAtOnce(ctx, tables[:min(uint64(c.Threads), games-done)], part, done)
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

// newTable is where games of a rule set are played by weights.
func newTable(rules variant.Rules, by *search.Weights) learn.Table {
	scoring := variant.PositionalBy(by)
	return learn.Table{
		Searcher: variant.NewFastSearcher(rules, scoring, search.Options{TableMB: 2}),
		Start:    start(rules), Limit: variant.NewFast(rules, scoring).Limit,
	}
}

// start is the start of a game on the board of size 8, with the moves of the rule set.
func start(rules variant.Rules) checkers.Position {
	p, _ := rules.Checkers(variant.FromCheckers(checkers.Start()))
	return p
}

// playAtOnce plays a game at each table, the first of them number k of the part.
func playAtOnce(ctx context.Context, tables []learn.Table, part learn.Part, k uint64) ([]learn.Game, error) {
	games, errs := make([]learn.Game, len(tables)), make([]error, len(tables))
	var all sync.WaitGroup
	for i, t := range tables {
		all.Go(func() { games[i], errs[i] = learn.Play(ctx, t, part.Round, part.Number(k+uint64(i))) })
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

// learnable is the names of the rule sets that there may be weights for: draughts that PDN has a number for, on the
// board of size 8. Others end by what a game of self-play does not know.
func learnable() (names []string) {
	for _, r := range variant.All() {
		if r.GameType != 0 && r.IsFast(r.Size) {
			names = append(names, r.Name)
		}
	}
	return names
}

// learnableRules is the rule set of a name, of the learnable ones.
func learnableRules(name string) (variant.Rules, error) {
	names := learnable()
	if !slices.Contains(names, name) {
		return variant.Rules{}, fmt.Errorf("no games by %q are learnt from: want one of %s", name, strings.Join(names, ", "))
	}
	return variant.Named(name)
}

// weightsNamed is weights for a rule set and what they are called: nil for none.
func weightsNamed(name string, rules variant.Rules) (*search.Weights, string, error) {
	switch name {
	case "hand":
		return nil, name, nil
	case "learnt":
		w, _ := search.LearntBy(start(rules).Rules)
		return w, name, nil
	}
	w, from, err := weightsIn(name, "weights are learnt, hand or a file", rules)
	if err != nil {
		return nil, "", err
	}
	return w, fmt.Sprintf("weights of round %d", len(from.Rounds)), nil
}
