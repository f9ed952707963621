package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/csci561"
	"draughtsman/engine/search"
	"draughtsman/engine/search/zerosum"
	"draughtsman/internal/engine"
)

type benchCommand struct {
	Depth   int            `help:"Plies to search each position of the set (${default})." default:"17" placeholder:"PLIES"`
	Perft   int            `help:"Plies to count from the start; 0 for none (${default})." default:"10" placeholder:"PLIES"`
	Time    moment         `help:"How long to search the start position; 0 for not at all (${default})." default:"1s" placeholder:"TIME"`
	Hash    engine.MB      `aliases:"table-mb" help:"The size of the transposition table (${default})." default:"32" placeholder:"MB"`
	Threads engine.Threads `help:"How many threads search at once. With more than one the count of nodes is another each time." default:"1" placeholder:"N"`

	engine.TableFlags
	NoTables bool `help:"Search without any endgame tables."`
}

// Help is what --help adds.
func (benchCommand) Help() string {
	return `Counts moves, searches a fixed set of positions to a fixed depth, and searches the start position for a time. The number of nodes of the set is a signature: it is the same on every machine, and another one whenever the search has changed.

  checkers bench
  checkers bench --tables tables --perft 0
  checkers bench --depth 13 --perft 0 --time 10s --threads 2`
}

// Run prints a line for each measurement. One thread is measured by the processor time that it uses, so that what
// else the machine does hardly counts.
func (c benchCommand) Run(ctx context.Context, s *session) (err error) {
	switch {
	case c.Depth < 1 || c.Depth > zerosum.MaxDepth:
		return wrongUsage("--depth %d: want 1 to %d plies", c.Depth, zerosum.MaxDepth)
	case c.NoTables && c.Tables != "":
		return wrongUsage("--no-tables and --tables: want one of them")
	case c.Perft < 0:
		return wrongUsage("--perft %d: want 0 or more", c.Perft)
	}
	now := time.Now
	if c.Threads == 1 {
		now = func() time.Time { return time.Time{}.Add(csci561.CPUTime()) }
	}
	if c.Perft > 0 {
		began := now()
		n := checkers.Start().Perft(c.Perft)
		fmt.Fprintf(s.out, "perft %d: %d leaves, %s\n", c.Perft, n, rate(n, now().Sub(began)))
	}
	tables, closeTables, err := c.Open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeTables()) }()
	searcher := search.NewKnowing(tables, search.Options{
		TableMB: int(c.Hash), Threads: int(c.Threads), Now: now, NoTablebase: c.NoTables,
	})
	began := now()
	done, err := search.Bench(ctx, searcher, c.Depth)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "%d positions to depth %d: %d nodes, %s\n", done.Positions, c.Depth, done.Nodes,
		rate(done.Nodes, now().Sub(began)))
	if c.Time == 0 {
		return nil
	}
	searcher.Reset()
	r, err := searcher.Search(ctx, search.Request{Position: checkers.Start(), Time: time.Duration(c.Time)}, nil)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "start position: depth %d, %d nodes, %s\n", r.Depth, r.Nodes, rate(r.Nodes, r.Elapsed))
	return ctx.Err()
}

// rate is how long something took, and how much of it there was in a second.
func rate(n uint64, took time.Duration) string {
	return fmt.Sprintf("%.3f s, %.2f million a second", took.Seconds(),
		float64(n)/max(took, time.Microsecond).Seconds()/1e6)
}
