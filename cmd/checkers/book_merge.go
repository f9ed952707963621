package main

import (
	"errors"
	"fmt"

	"draughtsman/engine/book/build"
	"draughtsman/internal/engine"
)

type bookMergeCommand struct {
	Shards []string `arg:"" type:"existingfile" help:"What checkers book build --shard has searched: all shards of a round." placeholder:"FILE"`
	Out    string   `required:"" type:"path" help:"The book that they are for." placeholder:"FILE"`
}

func (bookMergeCommand) Help() string {
	return `Adds a round to FILE.searches. The next one can be built by shards then; after the
last one the book is written, the same to the byte as one run makes.

  checkers book merge --out my.book my.book.*-of-4`
}

// Run says what comes next.
func (c bookMergeCommand) Run(s *session) (err error) {
	if err := engine.Books.MayReplace(c.Out); err != nil {
		return wrongUsage("--out: %w", err)
	}
	parts := make([]build.Part, len(c.Shards))
	for i, path := range c.Shards {
		file, err := searches.Read(path)
		if err != nil {
			return err
		}
		parts[i].Name = path
		if parts[i].By, parts[i].Has, _, err = build.ReadSearches(file); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	path := searchesOf(c.Out)
	release, err := alone(path)
	if err != nil {
		return err
	}
	defer release(&err)
	by := build.Searches{Settings: parts[0].By.Settings, Signature: parts[0].By.Signature}
	before, err := joinedBefore(c.Out, by)
	if err != nil {
		return err
	}
	done, joined, err := build.Merge(by, before, parts)
	if err != nil {
		return err
	}
	file, _, err := resumeSearches(path, by)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	for _, f := range joined {
		if err := build.Append(file, f); err != nil {
			return err
		}
	}
	round := done.Round()
	if len(round.Missing) > 0 {
		fmt.Fprintf(s.out, "%s holds %d positions. Round %d, of %d, comes next.\n", path, round.Open, round.Number,
			len(round.Positions))
		return nil
	}
	return writeBook(s, c.Out, done.Book(by.Signature))
}
