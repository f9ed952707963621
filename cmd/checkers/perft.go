package main

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"draughtsman/engine/variant"
	"draughtsman/internal/cli"
	"draughtsman/internal/engine"
)

type perftCommand struct {
	Depth   int            `arg:"" help:"Plies to look ahead, 1 or more."`
	Rules   string         `help:"The rule set: english, csci561, csc242, league, checkersbot, italian, pool, spanish, russian, brazilian, czech, international or frisian." default:"english" placeholder:"NAME"`
	Size    int            `help:"Squares along an edge of the board, even, 4 to 26; the rule set's own if not given." placeholder:"N"`
	FEN     string         `name:"fen" help:"The position; the start position if not given." placeholder:"FEN"`
	Threads engine.Threads `help:"How many threads count at once." default:"1" placeholder:"N"`
}

// Help is what --help adds.
func (perftCommand) Help() string {
	return `Prints depth, positions and seconds, a line a depth.

  checkers perft 9
  checkers perft --rules csc242 --size 6 8
  checkers perft --rules international 8
  checkers perft --fen 'W:W19,21,22,23,26,27,31,32:B2,4,5,7,10,12,13,14' 7`
}

// Run prints a line a depth: depth, positions, seconds.
func (c perftCommand) Run(ctx context.Context, s *session) error {
	rules, err := variant.Named(c.Rules)
	switch {
	case err != nil:
		return wrongUsage("--rules: %w", err)
	case c.Depth < 1:
		return wrongUsage("depth %d: want 1 or more", c.Depth)
	}
	position, err := rules.Start(cmp.Or(c.Size, rules.Size))
	if err != nil {
		return wrongUsage("--size: %w", err)
	}
	if c.FEN != "" {
		var hint string
		if position, hint, err = rules.ReadFEN(position.Size(), c.FEN); err != nil {
			return wrongUsage("--fen: %w", err)
		}
		s.note(hint)
	}
	var short atomic.Bool
	count := func(p variant.Position, depth int) uint64 {
		n, all := rules.Perft(p, depth)
		if !all {
			short.Store(true)
		}
		return n
	}
	if rules.IsFast(position.Size()) {
		fast := variant.NewFast(rules, position.Size(), variant.Material())
		count = func(p variant.Position, depth int) uint64 {
			on8, _ := rules.Checkers(p)
			return fast.Perft(on8, depth)
		}
	}
	for depth := 1; depth <= c.Depth; depth++ {
		began := time.Now()
		n := perft(ctx, rules, position, depth, int(c.Threads), count)
		if ctx.Err() != nil {
			return cli.Interrupted(ctx, "interrupted at depth %d", depth)
		}
		if short.Load() {
			return fmt.Errorf("depth %d cannot be counted: on the way there is a position with more than %d ways to capture",
				depth, variant.MaxCaptures)
		}
		fmt.Fprintf(s.out, "%d %d %.3f\n", depth, n, time.Since(began).Seconds())
	}
	return nil
}

// perft counts the lines of play of some plies, every path of a capture on its own, by what counts them from one
// position. Threads share the positions after the first plies out. What it says means nothing once ctx has ended.
func perft(ctx context.Context, rules variant.Rules, position variant.Position, depth, threads int,
	count func(variant.Position, int) uint64) uint64 {
	const sharedPlies = 3
	if depth <= sharedPlies {
		return count(position, depth)
	}
	positions := after(rules, []variant.Position{position}, sharedPlies)
	var total, next atomic.Uint64
	var all sync.WaitGroup
	for range threads {
		all.Go(func() {
			for ctx.Err() == nil {
				i := next.Add(1) - 1
				if i >= uint64(len(positions)) {
					return
				}
				total.Add(count(positions[i], depth-sharedPlies))
			}
		})
	}
	all.Wait()
	return total.Load()
}

// after is the positions that some plies lead to, once for each way there.
func after(rules variant.Rules, positions []variant.Position, plies int) []variant.Position {
	for range plies {
		var next []variant.Position
		for _, p := range positions {
			if _, over := rules.Outcome(variant.State{Position: p}); over {
				continue
			}
			for _, m := range rules.Ways(p) {
				next = append(next, rules.Play(p, m))
			}
		}
		positions = next
	}
	return positions
}
