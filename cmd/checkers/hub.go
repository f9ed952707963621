package main

import (
	"context"
	"errors"

	"draughtsman/engine/hub"
	"draughtsman/engine/league"
	"draughtsman/engine/search/zerosum"
	"draughtsman/engine/variant"
	"draughtsman/internal/engine"
)

type hubCommand struct {
	engine.TableFlags
	engine.BookFlag
	Seed uint64 `default:"1" help:"Which of the moves of the book are played: other ones in each game, the same with the same seed (${default})." placeholder:"N"`
}

// Help is what --help adds.
func (hubCommand) Help() string {
	return `A program that knows the Hub protocol, version 2, starts this and talks to it on standard input and output. By hand:

  printf 'hub\ninit\npos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww\nlevel move-time=1\ngo think\nquit\n' | checkers hub

The parameter variant chooses the rule set; the size of the board follows from the position. docs/hub.md has more.

  checkers hub
  checkers hub --tables tables
  checkers hub --book my.book`
}

// Run talks until it is told to quit.
func (c hubCommand) Run(ctx context.Context, s *session) (err error) {
	tables, done, err := c.TableFlags.Open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, done()) }()
	opened, err := c.BookFlag.Open()
	if err != nil {
		return err
	}
	scoring := variant.Positional().Knowing(tables)
	return hub.Serve(ctx, s.in, s.out, hub.Engine{
		Name: "Draughtsman", Version: "1", Author: "the Draughtsman authors",
		New: func(rules variant.Rules, size int, s hub.Settings) hub.Searcher {
			return variant.NewSearcher(rules, size, scoring, zerosum.Options{TableMB: s.TableMB, Threads: s.Threads})
		},
		Book: func(rules variant.Rules, p variant.Position, game uint64) (variant.Move, bool) {
			return league.FromBook(opened, rules, p, c.Seed+game)
		},
	})
}
