package main

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/variant"
	"draughtsman/internal/cli"
	"draughtsman/internal/engine"
)

type perftCommand struct {
	Depth   int            `arg:"" help:"Plies to look ahead, 1 or more."`
	Rules   string         `help:"The rule set: english, csci561, csc242, league or checkersbot." default:"english" placeholder:"NAME"`
	Size    int            `help:"Squares along an edge of the board, even, 4 to 26." default:"8" placeholder:"N"`
	FEN     string         `name:"fen" help:"The position; the start position if not given." placeholder:"FEN"`
	Threads engine.Threads `help:"How many threads count at once." default:"1" placeholder:"N"`
}

// Help is what --help adds.
func (perftCommand) Help() string {
	return `Prints depth, positions and seconds, a line a depth.

  checkers perft 9
  checkers perft --rules csc242 --size 6 8
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
	position, err := rules.Start(c.Size)
	if err != nil {
		return wrongUsage("--size: %w", err)
	}
	if c.FEN != "" {
		var hint string
		if position, hint, err = rules.ReadFEN(c.Size, c.FEN); err != nil {
			return wrongUsage("--fen: %w", err)
		}
		s.note(hint)
	}
	var short atomic.Bool
	count := func(depth int) uint64 {
		model := counted{variant.Model{Rules: rules}, &short}
		return perftOn[variant.Position, variant.Move](ctx, model, position, depth, int(c.Threads),
			func(p variant.Position, depth int) uint64 {
				return perft[variant.Position, variant.Move](model, p, depth)
			})
	}
	if on8, ok := position.Checkers(); ok {
		count = func(depth int) uint64 {
			fast := variant.NewFast(rules, variant.Material())
			return perftOn[checkers.Position, checkers.Move](ctx, fast, on8, depth, int(c.Threads), fast.Perft)
		}
	}
	for depth := 1; depth <= c.Depth; depth++ {
		began := time.Now()
		n := count(depth)
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

// counted is a model that tells when moves were left out.
type counted struct {
	variant.Model
	short *atomic.Bool
}

// AppendMoves appends the legal moves.
func (c counted) AppendMoves(p variant.Position, moves []variant.Move) []variant.Move {
	moves, all := c.AppendAll(p, moves)
	if !all {
		c.short.Store(true)
	}
	return moves
}

// moving is what a game needs for its lines of play to be counted.
type moving[P, M any] interface {
	AppendMoves(position P, moves []M) []M
	Play(position P, move M) P
}

// perftOn counts the lines of play of some plies, every path of a capture on its own, by what counts them from one
// position. Threads share the positions after the first plies out. What it says means nothing once ctx has ended.
func perftOn[P, M any](ctx context.Context, game moving[P, M], position P, depth, threads int,
	count func(P, int) uint64) uint64 {
	const sharedPlies = 3
	if depth <= sharedPlies {
		return count(position, depth)
	}
	positions := after(game, []P{position}, sharedPlies)
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
func after[P, M any](game moving[P, M], positions []P, plies int) []P {
	for range plies {
		var next []P
		for _, p := range positions {
			for _, m := range game.AppendMoves(p, nil) {
				next = append(next, game.Play(p, m))
			}
		}
		positions = next
	}
	return positions
}

func perft[P, M any](game moving[P, M], position P, depth int) uint64 {
	buffers := make([][]M, depth+1)
	var count func(p P, depth int) uint64
	count = func(p P, depth int) uint64 {
		moves := game.AppendMoves(p, buffers[depth][:0])
		buffers[depth] = moves
		if depth == 1 {
			return uint64(len(moves))
		}
		n := uint64(0)
		for _, m := range moves {
			n += count(game.Play(p, m), depth-1)
		}
		return n
	}
	return count(position, depth)
}
